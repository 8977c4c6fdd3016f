// Tiles that overlap: the grid moves on by 24, but each block writes 32 elements.

__global__ void scale(const float *a, float *b, int n)
{
    int i = blockIdx.x * 24 + threadIdx.x;
    if (i < n)
        b[i] = a[i] * (blockIdx.x + 1); // finds: race-waw 24
}

void sketch()
{
    int n = 104;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    scale<<<4, 32>>>(a, b, n);
    cudaDeviceSynchronize();
}
