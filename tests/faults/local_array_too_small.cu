// A window of five in an array of four.
#include <cstdio>

__global__ void median(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    int w[5];
#else
    int w[4];
#endif
    if (i < 2 || i >= n - 2)
        return;
    for (int k = 0; k < 5; ++k) {
        int v = in[i + k - 2], j = k;
        for (; j > 0 && w[j - 1] > v; --j)
            w[j] = w[j - 1]; // finds: out-of-bounds-write
        w[j] = v; // finds: out-of-bounds-write
    }
    out[i] = w[2];
}

int main()
{
    const int n = 64;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * 23 % 31;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    median<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
