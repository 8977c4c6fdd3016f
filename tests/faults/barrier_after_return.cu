// Threads that have nothing to load return, and the others wait at barriers they never see.
#include <cstdio>
#define B 128

__global__ void sum(const int *in, int *out, int n)
{
    __shared__ int s[B];
    int i = blockIdx.x * B + threadIdx.x;
#ifdef RIGHT
    s[threadIdx.x] = i < n ? in[i] : 0;
#else
    s[threadIdx.x] = 0;
    if (i >= n)
        return;
    s[threadIdx.x] = in[i];
#endif
    __syncthreads(); // finds: barrier-divergence
    for (int d = B / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d]; // finds: race?
        __syncthreads(); // finds: barrier-divergence?
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 300;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 9;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 3 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<3, B>>>(in, out, n);
    cudaMemcpy(h, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
}
