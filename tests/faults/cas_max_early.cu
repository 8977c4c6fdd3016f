// A maximum of floats that does nothing where the old value wins; the fault exchanges unasked.
#include <cstdio>

__device__ void raise_to(float *address, float value)
{
    if (*address >= value) // finds: race/grid race // noted: compare-and-swap
        return;
#ifdef RIGHT
    int *word = (int *)address, assumed;
    int old = __float_as_int(*address); // noted: compare-and-swap
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value)
            return;
        old = atomicCAS(word, assumed, __float_as_int(value)); // noted: compare-and-swap
    } while (assumed != old);
#else
    atomicExch(address, value); // finds: race/grid race
#endif
}

__global__ void largest(const float *a, float *best, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        raise_to(best, a[i]);
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
