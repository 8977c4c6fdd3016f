// Each thread takes several numbers of its block's segment, a block apart. That is one run of numbers, no matrix
// whose rows are as long as a block, though the index is made like that of one.
// counts: global_load accesses 128

#define THREADS 16
#define COARSE  2

__global__ void coarsened_maximum(const float *in, float *largest)
{
    __shared__ float part[THREADS];
    unsigned first = COARSE * 2 * blockDim.x * blockIdx.x, i = first + threadIdx.x, t = threadIdx.x;
    float most = in[i];
    for (unsigned step = 1; step < COARSE * 2; ++step)
        most = fmaxf(most, in[i + step * THREADS]);
    part[t] = most;
    for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (t < stride)
            part[t] = fmaxf(part[t], part[t + stride]);
    }
    if (t == 0)
        largest[blockIdx.x] = part[0];
}

void sketch()
{
    const int blocks = 2, count = blocks * THREADS * COARSE * 2;
    float *in, *largest;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&largest, blocks * sizeof(float));
    coarsened_maximum<<<blocks, THREADS>>>(in, largest);
}
