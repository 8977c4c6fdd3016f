// k nearest: where nothing is near enough the index was never set.
#include <cstdio>

__global__ void nearest(const int *points, const int *centres, int *which, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#ifdef RIGHT
    int best = -1, distance = 5;
#else
    int best, distance = 5;
#endif
    for (int c = 0; c < k; ++c) {
        int d = abs(points[i] - centres[c]);
        if (d < distance) {
            distance = d;
            best = c;
        }
    }
    which[i] = best; // finds: uninitialized-read
}

int main()
{
    const int n = 60, k = 3;
    int h[n], c[k] = {5, 20, 35}, *points, *centres, *which;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&points, sizeof h);
    cudaMalloc(&centres, sizeof c);
    cudaMalloc(&which, sizeof h);
    cudaMemcpy(points, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(centres, c, sizeof c, cudaMemcpyHostToDevice);
    nearest<<<2, 32>>>(points, centres, which, n, k);
    cudaMemcpy(h, which, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
