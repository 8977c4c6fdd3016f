// One thread reads a value for its block, and nobody waits. Warps that skip the branch are no earlier
// in the program for that.
__global__ void scale(const float *a, const float *factor, float *b)
{
    __shared__ float s;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        s = factor[blockIdx.x]; // finds: race-raw 126
    b[i] = s * a[i]; // finds: uninitialized-read
}

void sketch()
{
    float *a, *b, *factor;
    cudaMalloc(&a, 128 * sizeof(float));
    cudaMalloc(&b, 128 * sizeof(float));
    cudaMalloc(&factor, 2 * sizeof(float));
    scale<<<2, 64>>>(a, factor, b);
}
