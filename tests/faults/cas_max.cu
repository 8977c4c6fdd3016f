// The guide's loop for an atomic that does not exist; the fault stores the result instead.
#include <cstdio>

__device__ float atomic_max(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits, assumed; // finds: race/grid race
    do {
        assumed = old;
        float larger = fmaxf(value, __int_as_float(assumed));
#ifdef RIGHT
        old = atomicCAS(bits, assumed, __float_as_int(larger)); // noted: compare-and-swap
#else
        old = assumed;
        *bits = __float_as_int(larger); // finds: race/grid race
#endif
    } while (assumed != old);
    return __int_as_float(old);
}

__global__ void largest(const float *a, float *best, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(best, a[i]);
}

int main()
{
    const int n = 100;
    float h[n], *a, *best;
    for (int i = 0; i < n; ++i)
        h[i] = i * 29 % 97;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&best, sizeof(float));
    cudaMemset(best, 0, sizeof(float));
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    largest<<<4, 32>>>(a, best, n);
    cudaMemcpy(h, best, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
}
