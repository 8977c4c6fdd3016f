// The pointer outlives the braces in which its variable was declared.
#include <cstdio>

__global__ void nearest(const int *a, int *out, int n)
{
    int i = threadIdx.x;
    const int *best = nullptr;
#ifdef RIGHT
    int value = 0;
#endif
    for (int k = 0; k < n; ++k) {
#ifdef RIGHT
        value = (a[i] - k) * (a[i] - k);
        best = &value;
#else
        int value = (a[i] - k) * (a[i] - k);
        best = &value;
#endif
    }
    out[i] = *best; // finds: dangling-pointer
}

int main()
{
    int h[32], *a, *out;
    for (int i = 0; i < 32; ++i)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    nearest<<<1, 32>>>(a, out, 5);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
