// <= where < was meant: one thread writes behind the end.
#include <stdio.h>

__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
#ifdef RIGHT
    if (i < n)
#else
    if (i <= n)
#endif
        c[i] = a[i] + b[i]; // finds: out-of-bounds-read out-of-bounds-write
}

int main(void)
{
    int n = 1000;
    size_t size = n * sizeof(float);
    float *h = (float *)malloc(size), *a, *b, *c;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc((void **)&a, size);
    cudaMalloc((void **)&b, size);
    cudaMalloc((void **)&c, size);
    cudaMemcpy(a, h, size, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, size, cudaMemcpyHostToDevice);
    vector_add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    cudaMemcpy(h, c, size, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%g ", h[i]);
    free(h);
    return 0;
}
