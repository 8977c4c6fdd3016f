// The copy to the device is called one from it: nothing is copied.
#include <cstdio>

__global__ void squares(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i]; // finds: uninitialized-read
}

int main()
{
    const int n = 100;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
#ifdef RIGHT
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#else
    cudaMemcpy(in, h, sizeof h, cudaMemcpyDeviceToHost); // finds: copy-wrong-kind
#endif
    squares<<<(n + 31) / 32, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[n - 1]);
}
