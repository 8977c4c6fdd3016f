// Sums of seven from pointers that were moved past the halo.
// expect: out[5] == in[2] + in[3] + in[4] + in[5] + in[6] + in[7] + in[8]
// counts: global_load accesses 140
// counts: all divergent_branches 2
#define RADIUS 3
#define BLOCK_SIZE 64

__global__ void stencil_1d(const int *in, int *out)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
    out[gindex] = result;
}

void sketch()
{
    const int SIZE = 128;
    int *in, *out;
    int bytes = (SIZE + 2 * RADIUS) * sizeof(int);
    cudaMalloc((void **)&in, bytes);
    cudaMalloc((void **)&out, bytes);
    stencil_1d<<<SIZE / BLOCK_SIZE, BLOCK_SIZE>>>(in + RADIUS, out + RADIUS);
    cudaDeviceSynchronize();
}
