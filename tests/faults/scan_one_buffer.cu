// Hillis and Steele with one buffer: all must have read before anybody writes.
#include <cstdio>

__global__ void inclusive(int *a, int n)
{
    extern __shared__ int x[];
    int t = threadIdx.x;
    x[t] = a[t];
    for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        int before = t >= d ? x[t - d] : 0; // finds: race
#ifdef RIGHT
        __syncthreads();
#endif
        x[t] += before; // finds: race
    }
    a[t] = x[t];
}

int main()
{
    const int n = 256;
    int h[n], *d;
    for (int i = 0; i < n; ++i)
        h[i] = i & 3;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    inclusive<<<1, n, n * sizeof(int)>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
