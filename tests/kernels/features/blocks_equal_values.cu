// Tiles that overlap, and a flag that many set: all store the same value, so one of the values
// written stays and it does not matter which.
// expect: b[24] == 6
// expect: changed[0] == 1

__global__ void scale(float *b, int *changed, int n)
{
    int i = blockIdx.x * 24 + threadIdx.x;
    if (i < n)
        b[i] = 0.25f * i;
    if (threadIdx.x == 7)
        *changed = 1;
}

int main()
{
    int n = 104, *changed;
    float *b;
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&changed, sizeof(int));
    cudaMemset(changed, 0, sizeof(int));
    scale<<<4, 32>>>(b, changed, n);
    cudaDeviceSynchronize();
}
