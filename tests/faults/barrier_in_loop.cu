// A grid-stride loop with a barrier in it: not all threads go round as often.
#include <cstdio>
#define B 64

__global__ void prefix_chunks(const int *in, int *out, int n)
{
    __shared__ int s[B];
    int t = threadIdx.x;
#ifdef RIGHT
    for (int base = blockIdx.x * B; base < n; base += gridDim.x * B) {
        int i = base + t;
#else
    for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B) {
#endif
        s[t] = i < n ? in[i] : 0;
        __syncthreads(); // finds: barrier-divergence
        if (i < n)
            out[i] = s[t] + (t > 0 ? s[t - 1] : 0);
        __syncthreads(); // finds: barrier-divergence?
    }
}

int main()
{
    const int n = 230;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    prefix_chunks<<<2, B>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
