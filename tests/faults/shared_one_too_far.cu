// A halo on both sides needs two more elements than there are threads, not one.
#include <cstdio>
#define B 32
#ifdef RIGHT
#define ROOM (B + 2)
#else
#define ROOM (B + 1)
#endif

__global__ void peaks(const int *in, int *out, int n)
{
    __shared__ int s[ROOM];
    int t = threadIdx.x + 1, i = blockIdx.x * B + threadIdx.x;
    s[t] = in[i];
    if (threadIdx.x == 0)
        s[0] = i > 0 ? in[i - 1] : -1;
    if (threadIdx.x == B - 1)
        s[B + 1] = i < n - 1 ? in[i + 1] : -1; // finds: out-of-bounds-write
    __syncthreads();
    out[i] = s[t] > s[t - 1] && s[t] > s[t + 1]; // finds: out-of-bounds-read
}

int main()
{
    const int n = 3 * B;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * 11 % 17;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    peaks<<<3, B>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
