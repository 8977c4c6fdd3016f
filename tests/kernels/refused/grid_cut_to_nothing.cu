// Whole numbers are divided before they are rounded up, so that the grid has no blocks.
// error: a grid of 0 x 1 x 1 has no blocks
// remedy: round 'blocks' up in line 13

__global__ void k(float *out, int n)
{
    if (threadIdx.x < n) out[threadIdx.x] = 1;
}

int main()
{
    int n = 10, threads = 256;
    int blocks = ceil(n / threads);
    float *out;
    cudaMalloc(&out, n * sizeof(float));
    k<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
}
