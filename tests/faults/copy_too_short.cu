// The size of a copy is in bytes; n of them are a quarter of n ints.
// says: multiply by sizeof
#include <stdio.h>

__global__ void squares(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i]; // finds: uninitialized-read
}

int main(void)
{
    const int n = 100;
    int h[n], *in, *out;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc((void **)&in, n * sizeof(int));
    cudaMalloc((void **)&out, n * sizeof(int));
#ifdef RIGHT
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
#endif
    squares<<<(n + 31) / 32, 32>>>(in, out, n);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf("%d ", h[i]);
    return 0;
}
