// Whoever finds it says so: the same 1 from all of them is no race, a place is.
// says: either value may stay; let one thread write it, or use an atomic function
#include <cstdio>

__global__ void search(const int *a, int n, int wanted, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == wanted)
#ifdef RIGHT
        *found = 1; // noted: equal-values
#else
        *found = i; // finds: race/grid race
#endif
}

int main()
{
    const int n = 256;
    int h[n], *a, *found;
    for (int i = 0; i < n; ++i)
        h[i] = i % 10;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&found, sizeof(int));
    cudaMemset(found, 0, sizeof(int));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    search<<<4, 64>>>(a, n, 7, found);
    cudaMemcpy(h, found, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
