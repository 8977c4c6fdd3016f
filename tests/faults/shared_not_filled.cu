// The last block loads less than a tile, and the sum goes over all of it.
#include <cstdio>
#define B 64

__global__ void sums(const int *in, int *out, int n)
{
    __shared__ int s[B];
    int i = blockIdx.x * B + threadIdx.x;
#ifdef RIGHT
    s[threadIdx.x] = i < n ? in[i] : 0;
#else
    if (i < n)
        s[threadIdx.x] = in[i];
#endif
    __syncthreads();
    for (int d = B / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d]; // finds: uninitialized-read
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 150;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 8;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 3 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<3, B>>>(in, out, n);
    cudaMemcpy(h, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], h[2]);
}
