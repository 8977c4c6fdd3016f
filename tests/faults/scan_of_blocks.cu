// A scan in one launch: the total of the block before is read, and nobody waits for it.
#include <cstdio>
#define B 32

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < B; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    int before = 0;
#ifdef RIGHT
    for (int j = 0; j < blockIdx.x * B; ++j)
        before += in[j];
#else
    if (blockIdx.x > 0)
        before = out[blockIdx.x * B - 1]; // finds: race/grid
#endif
    out[i] = before + s[t]; // finds: race/grid
}

int main()
{
    const int n = 4 * B;
    int h[n], *a, *b;
    for (int i = 0; i < n; ++i)
        h[i] = i % 4 + 1;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof h);
    scan<<<4, B>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
