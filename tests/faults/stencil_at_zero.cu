// The first thread has no left neighbour.
#include <cuda_runtime.h>

__global__ void stencil(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    if (i > 0 && i < n - 1)
#else
    if (i < n - 1)
#endif
        out[i] = in[i - 1] + in[i] + in[i + 1]; // finds: out-of-bounds-read
    else if (i < n)
        out[i] = in[i];
}

extern "C" void solve(const float *input, float *output, int N)
{
    int threads = 256;
    stencil<<<(N + threads - 1) / threads, threads>>>(input, output, N);
    cudaDeviceSynchronize();
}

#ifdef STANDALONE
#include <cstdio>

int main()
{
    const int n = 600;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 9;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    solve(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
#endif
