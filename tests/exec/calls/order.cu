// Lanes of a warp at few addresses: whose value stays, and in which order atomics come.
#include "show.h"

template <typename T> __device__ T of_lane(int i);
template <> __device__ char of_lane(int i)
{
    return i;
}
template <> __device__ short of_lane(int i)
{
    return i;
}
template <> __device__ int of_lane(int i)
{
    return i;
}
template <> __device__ double of_lane(int i)
{
    return i;
}
template <> __device__ float2 of_lane(int i)
{
    return make_float2(i, i);
}
template <> __device__ float4 of_lane(int i)
{
    return make_float4(i, i, i, i);
}
template <> __device__ double2 of_lane(int i)
{
    return make_double2(i, i);
}
template <> __device__ char4 of_lane(int i)
{
    return make_char4(i, i, i, i);
}

template <typename T> __global__ void global_store(T *out, unsigned mask, int places)
{
    if (mask >> threadIdx.x & 1)
        out[threadIdx.x % places] = of_lane<T>(threadIdx.x);
}
template <typename T> __global__ void shared_store(T *out, unsigned mask, int places)
{
    __shared__ T a[32];
    a[threadIdx.x] = of_lane<T>(99);
    __syncthreads();
    if (mask >> threadIdx.x & 1)
        a[threadIdx.x % places] = of_lane<T>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x < places)
        out[threadIdx.x] = a[threadIdx.x];
}
static const unsigned masks[] = {0xffffffff, 0xfffffc00, 0xaaaaaaaa};
static void show(double v)
{
    printf(" %g", v);
}
static void show(float2 v)
{
    printf(" %g,%g", v.x, v.y);
}
static void show(float4 v)
{
    printf(" %g,%g,%g,%g", v.x, v.y, v.z, v.w);
}
static void show(double2 v)
{
    printf(" %g,%g", v.x, v.y);
}
static void show(char4 v)
{
    printf(" %d,%d,%d,%d", v.x, v.y, v.z, v.w);
}
template <typename T> void stores(const char *name, void *d)
{
    T h[32];
    for (int places = 1; places <= 3; places += 2)
        for (unsigned mask : masks)
            for (int shared = 0; shared < 2; ++shared) {
                cudaMemset(d, 0, sizeof h);
                if (shared)
                    shared_store<T><<<1, 32>>>((T *)d, mask, places);
                else
                    global_store<T><<<1, 32>>>((T *)d, mask, places);
                cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
                printf("%s %s mask %08x places %d:", shared ? "shared" : "global", name, mask, places);
                for (int i = 0; i < places; ++i)
                    show(h[i]);
                printf("\n");
            }
}
__device__ unsigned long long ga[4];
__device__ float gf[4];
__device__ double gd[4];
__device__ unsigned gi[4];
enum { ADD, EXCH, CAS, MAX, INC, ADDF, EXCH64, ADD64, ADDD };
template <int Op, bool Shared, int Places> __global__ void atomics(double *old, double *last, unsigned mask)
{
    __shared__ unsigned long long sa[4];
    __shared__ float sf[4];
    __shared__ double sd[4];
    __shared__ unsigned si[4];
    unsigned long long *a = Shared ? sa : ga;
    float *f = Shared ? sf : gf;
    double *d = Shared ? sd : gd;
    unsigned *x = Shared ? si : gi;
    int t = threadIdx.x, p = t % Places;
    if (t < 4) {
        a[t] = 1000;
        f[t] = 1000;
        d[t] = 1000;
        x[t] = 1000;
    }
    __threadfence();
    __syncthreads();
    double was = -1;
    if (mask >> t & 1) {
        if (Op == ADD)
            was = atomicAdd(x + p, t + 1u);
        if (Op == EXCH)
            was = atomicExch(x + p, t + 1u);
        if (Op == CAS)
            was = atomicCAS(x + p, 1000u, t + 1u);
        if (Op == MAX)
            was = atomicMax(x + p, 1000u + t);
        if (Op == INC)
            was = atomicInc(x + p, 5000u);
        if (Op == ADDF)
            was = atomicAdd(f + p, t + 1.0f);
        if (Op == EXCH64)
            was = atomicExch(a + p, t + 1ull);
        if (Op == ADD64)
            was = atomicAdd(a + p, t + 1ull);
        if (Op == ADDD)
            was = atomicAdd(d + p, t + 1.0);
    }
    __threadfence();
    __syncthreads();
    old[t] = was;
    if (t < Places)
        last[t] = Op == ADDF ? f[t] : Op == ADDD ? d[t] : Op >= EXCH64 ? (double)a[t] : (double)x[t];
}
template <int Op, bool Shared, int Places> void atomic_case(const char *name, double *d)
{
    double h[36];
    for (unsigned mask : masks) {
        atomics<Op, Shared, Places><<<1, 32>>>(d, d + 32, mask);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        printf("%s %s mask %08x places %d:", Shared ? "shared" : "global", name, mask, Places);
        for (int i = 0; i < 32; ++i)
            printf(" %g", h[i]);
        printf(" |");
        for (int i = 0; i < Places; ++i)
            printf(" %g", h[32 + i]);
        printf("\n");
    }
}
template <int Op> void atomic_cases(const char *name, double *d)
{
    atomic_case<Op, false, 1>(name, d);
    atomic_case<Op, true, 1>(name, d);
    atomic_case<Op, false, 3>(name, d);
    atomic_case<Op, true, 3>(name, d);
}
int main()
{
    void *d;
    cudaMalloc(&d, 1 << 16);
    stores<char>("char", d);
    stores<short>("short", d);
    stores<int>("int", d);
    stores<double>("double", d);
    stores<float2>("float2", d);
    stores<float4>("float4", d);
    stores<double2>("double2", d);
    stores<char4>("char4", d);
    double *p = (double *)d;
    atomic_cases<ADD>("add", p);
    atomic_cases<EXCH>("exch", p);
    atomic_cases<CAS>("cas", p);
    atomic_cases<MAX>("max", p);
    atomic_cases<INC>("inc", p);
    atomic_cases<ADDF>("addf", p);
    atomic_cases<EXCH64>("exch64", p);
    atomic_cases<ADD64>("add64", p);
    atomic_cases<ADDD>("addd", p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
