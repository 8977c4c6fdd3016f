// Adding doubles by compare and swap; the fault gives up after the first try, so stores as well.
#include <cstdio>

__device__ void add(double *address, double value)
{
    unsigned long long *at = (unsigned long long *)address;
    unsigned long long old = *at, assumed; // finds: race/grid? race?
#ifdef RIGHT
    do {
        assumed = old;
        old = atomicCAS(at, assumed, __double_as_longlong(value + __longlong_as_double(assumed))); // noted: compare-and-swap
    } while (assumed != old);
#else
    assumed = __double_as_longlong(value + __longlong_as_double(old));
    if (atomicCAS(at, old, assumed) != old)
        *address += value; // finds: race/grid race
#endif
}

__global__ void total(const double *x, double *sum)
{
    add(sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main()
{
    double h[96], *x, *sum;
    for (int i = 0; i < 96; ++i)
        h[i] = i % 5;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&sum, sizeof(double));
    cudaMemset(sum, 0, sizeof(double));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    total<<<3, 32>>>(x, sum);
    cudaMemcpy(h, sum, sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
}
