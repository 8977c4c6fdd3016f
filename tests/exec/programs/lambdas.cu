// Kernels that are given lambdas, and types that a function has for itself.
#include <cstdio>
#include "each.h"

struct Line {
    float slope;
    int shift;
};

namespace ns
{
struct Mixed {
    double d;
    short s[2];
};
static void store(double *out)
{
    Mixed q{2.5, {1, 2}};
    for_each(4, [=] __host__ __device__(int i) { out[i] = q.d * q.s[1] + i; });
}
}

template <class F> struct Twice {
    F f;
    __device__ void operator()(int i) const
    {
        f(i);
        f(i);
    }
};

template <class T, int N> static void scale(T *x)
{
    for_each(4, [=] __device__(int i) {
        T by = N;
        x[i] = x[i] * by;
    });
}

__device__ float step = 10;

struct Array {
    float *p;
    int n;
    void move()
    {
        float *q = p;
        for_each(n, [=] __device__(auto i) { q[i] += step; });
    }
};

template <class F> __global__ void fold(float *out, int n, F op)
{
    for (int i = 1; i < n; ++i)
        out[0] = op(out[0], out[i]);
}

int main(int count, char **)
{
    float *x;
    double *d;
    int *c;
    cudaMallocManaged(&x, 32 * sizeof(float));
    cudaMallocManaged(&d, 32 * sizeof(double));
    cudaMallocManaged(&c, sizeof(int));
    *c = 0;
    fill(x, 32, 1.5f);
    cudaDeviceSynchronize();
    printf("%g ", x[31]);
    Line line{3, 4};
    int numbers[3] = {1, 2, 3};
    const int seven = 7, more = seven * 10;
    for_each(4, [=] __device__(int i) { x[i] = line.slope * line.shift + numbers[i % 3] + seven; });
    cudaDeviceSynchronize();
    printf("%g %g ", x[0], x[2]);
    ns::store(d);
    cudaDeviceSynchronize();
    printf("%g\n", d[3]);
    auto add = [=] __device__(int i) { atomicAdd(c, i); }; auto much = [c] __device__(int i) { atomicAdd(c, more * i); };
    for_each(4, add);
    for_each(4, much);
    cudaDeviceSynchronize();
    printf("%d ", *c);
    for_each(4, Twice<decltype(add)>{add});
    cudaDeviceSynchronize();
    printf("%d ", *c);
    scale<float, 2>(x);
    cudaDeviceSynchronize();
    printf("%g ", x[0]);
    Array{x, 4}.move();
    fold<<<1, 1>>>(x, 4, [] __device__(float a, float b) -> float { return a > b ? a : b; });
    cudaDeviceSynchronize();
    printf("%g ", x[0]);
    struct Local {
        float *p;
        __device__ void operator()(int i) const { p[i] = i; }
    };
    for_each(4, Local{x});
    for_each(1, [p = x + 1] __device__(int) mutable { *++p = 9; });
    cudaDeviceSynchronize();
    printf("%g %g %s\n", x[3], x[2], cudaGetErrorName(cudaGetLastError()));
    auto scaled = [add, seven, d] __device__(int i) { add(i); d[i] = i * seven; };
    for_each(2, [=] __device__(int i) { scaled(i + 1); add(10 * i); });
    cudaDeviceSynchronize();
    printf("%d %g\n", *c, d[2]);
    if (count > 1)
        for_each(40, [=] __device__(int i) {
            x[i] = 1; // past the end
        });
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(d);
    cudaFree(c);
}
