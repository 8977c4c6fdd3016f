// A running sum in a block, each round in two halves so that nobody reads what is being changed.
// expect: out[0] == in[0]
// expect: out[3] == in[0] + in[1] + in[2] + in[3]
// expect: out[8] == in[8]
// expect: out[12] == in[8] + in[9] + in[10] + in[11] + in[12]

#define SECTION 8

__global__ void scan(const int *in, int *out, unsigned int n)
{
    __shared__ int sums[SECTION];

    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        int sum; // only some threads give it a value
        __syncthreads();
        if (threadIdx.x >= stride)
            sum = sums[threadIdx.x] + sums[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride)
            sums[threadIdx.x] = sum;
    }
    if (i < n)
        out[i] = sums[threadIdx.x];
}

void sketch()
{
    unsigned int n = 13;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    scan<<<(n + SECTION - 1) / SECTION, SECTION>>>(in, out, n);
    cudaDeviceSynchronize();
}
