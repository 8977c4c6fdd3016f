// For most inputs the function says what it gives back; for 0 it just ends.
#include <cstdio>

__device__ int sign(int v)
{
    if (v > 0)
        return 1;
    if (v < 0)
        return -1;
#ifdef RIGHT
    return 0;
#endif
} // finds: missing-return

__global__ void signs(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sign(in[i]);
}

int main()
{
    const int n = 50;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 5 - 2;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    signs<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
