// Halving an interval of integers: hi = mid where it should be lo = mid + 1.
#include <cstdio>

__device__ int lower_bound(const int *a, int n, int wanted)
{
    int lo = 0, hi = n;
    while (lo < hi) { // finds: step-limit
        int mid = (lo + hi) / 2;
        if (a[mid] < wanted)
#ifdef RIGHT
            lo = mid + 1;
#else
            lo = mid;
#endif
        else
            hi = mid;
    }
    return lo;
}

__global__ void find(const int *a, int n, int *at)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    at[i] = lower_bound(a, n, 2 * i);
}

int main()
{
    const int n = 64;
    int h[n], *a, *at;
    for (int i = 0; i < n; ++i)
        h[i] = 3 * i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&at, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    find<<<2, 32>>>(a, n, at);
    cudaMemcpy(h, at, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
