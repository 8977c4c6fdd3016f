// Structs that kernels are given, with the layouts that both sides have: and one that they do not.
#include <cstdio>

namespace ns {
template <class T> struct Pair {
    T x;
    char c;
    T y[2];
};
struct __align__(16) Wide {
    float a;
};
}
namespace {
struct Odd {
    char tag;
    union {
        int i;
        double d;
    };
    struct {
        short s;
        char c;
    } in;
};
}
struct Base {
    int b;
};
struct Derived : Base {
    char c;
    float3 at;
};
typedef struct {
    float re, im;
} Complex;

struct Differs {
    int a;
#if defined(__CUDA_ARCH__) && defined(SPLIT)
    double only_device;
#endif
    int b;
};
#if defined(__CUDA_ARCH__) && defined(SPLIT)
typedef double Real;
#else
typedef float Real;
#endif

typedef struct {
    int a;
#if defined(__CUDA_ARCH__) && defined(SPLIT)
    int only_device;
#endif
    int b;
} Unnamed;

__global__ void unnamed(float *out, Unnamed u)
{
    out[0] = u.b;
}

template <class T>
__global__ void pairs(T *out, ns::Pair<T> pair, ns::Wide wide, Complex z)
{
    out[0] = pair.y[1] + pair.c + wide.a + z.im;
}

__global__ void odd(float *out, Odd o, Derived d, double2 g)
{
    out[0] = o.d + o.in.s + d.b + d.c + d.at.z + g.y;
}

__global__ void differs(float *out, Differs d)
{
    out[0] = d.b;
}

__global__ void scalars(float *out, Real r)
{
    out[0] = r;
}

static void show(const char *what, float *d)
{
    float h = -1;
    cudaError_t error = cudaGetLastError();
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s %g%s\n", what, h, error ? ", refused" : "");
}

int main()
{
    struct Local {
        char c;
        long l;
    };
    float *d;
    cudaMalloc(&d, sizeof(float));
    cudaMemset(d, 0, sizeof(float));
    ns::Pair<float> pair = {1, 2, {3, 4}};
    ns::Wide wide = {5};
    pairs<<<1, 1>>>(d, pair, wide, Complex{6, 7});
    show("pairs", d);
    Odd o = {};
    o.d = 1.5;
    o.in.s = 2;
    Derived e = {};
    e.b = 3;
    e.c = 4;
    e.at.z = 5;
    odd<<<1, 1>>>(d, o, e, make_double2(6, 7));
    show("odd", d);
    differs<<<1, 1>>>(d, Differs{8, 9});
    show("differs", d);
    scalars<<<1, 1>>>(d, 2.5);
    show("scalars", d);
    unnamed<<<1, 1>>>(d, Unnamed{10, 11});
    show("unnamed", d);
    return cudaFree(d);
}
