// Fragments and products of nvcuda::wmma: every shape, type and layout, from global and from shared
// memory. Prints, for each launch, a checksum of what the lanes hold and one of what is stored.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__device__ unsigned bits(half v)
{
    return __half_as_ushort(v);
}
__device__ unsigned bits(__nv_bfloat16 v)
{
    return __bfloat16_as_ushort(v);
}
__device__ unsigned bits(float v)
{
    return __float_as_uint(v);
}
__device__ unsigned bits(int v)
{
    return (unsigned)v;
}
__device__ unsigned bits(signed char v)
{
    return (unsigned char)v;
}
__device__ unsigned bits(unsigned char v)
{
    return v;
}

template <int M, int N, int K, typename T, typename E, typename C, typename LA, typename LB>
__global__ void product(const E *a, const E *b, C *c, unsigned *held, int lda, int ldb, int ldc,
                        bool is_row, bool by_shared)
{
    __shared__ __align__(128) E sa[2048];
    __shared__ __align__(128) E sb[2048];
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    for (int i = threadIdx.x; i < 2048; i += 32) {
        sa[i] = a[i];
        sb[i] = b[i];
    }
    __syncthreads();
    wmma::layout_t layout = is_row ? wmma::mem_row_major : wmma::mem_col_major;
    wmma::load_matrix_sync(fc, c, ldc, layout);
    if (by_shared) {
        wmma::load_matrix_sync(fa, sa, lda);
        wmma::load_matrix_sync(fb, sb, ldb);
    } else {
        wmma::load_matrix_sync(fa, a, lda);
        wmma::load_matrix_sync(fb, b, ldb);
    }
    unsigned sum = 0;
    for (int i = 0; i < fa.num_elements; ++i)
        sum = sum * 31 + bits(fa.x[i]);
    for (int i = 0; i < fb.num_elements; ++i)
        sum = sum * 31 + bits(fb.x[i]);
    for (int i = 0; i < fc.num_elements; ++i)
        sum = sum * 31 + bits(fc.x[i]);
    held[threadIdx.x] = sum;
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, ldc, layout);
}

static unsigned next_of(unsigned *state)
{
    return *state = *state * 1664525u + 1013904223u;
}
static void fill(half *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = __float2half(((int)(next_of(s) >> 8) % 4096 - 2048) / 512.0f);
}
static void fill(__nv_bfloat16 *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = __float2bfloat16(((int)(next_of(s) >> 8) % 4096 - 2048) / 512.0f);
}
static void fill(float *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = ((int)(next_of(s) >> 4) % 40960 - 20480) / 5120.0f;
}
static void fill(int *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = (int)(next_of(s) >> 8) % 1000;
}
static void fill(signed char *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = (signed char)(next_of(s) >> 16);
}
static void fill(unsigned char *p, int n, unsigned *s)
{
    for (int i = 0; i < n; ++i)
        p[i] = (unsigned char)(next_of(s) >> 16);
}

template <int M, int N, int K, typename T, typename E, typename C, typename LA, typename LB>
static void run(const char *name, bool a_rows, bool b_rows)
{
    E *a, *b;
    C *c;
    unsigned *held, state = 1;
    cudaMallocManaged(&a, 2048 * sizeof(E));
    cudaMallocManaged(&b, 2048 * sizeof(E));
    cudaMallocManaged(&c, 2048 * sizeof(C));
    cudaMallocManaged(&held, 32 * sizeof(unsigned));
    for (int k = 0; k < 4; ++k) {
        fill(a, 2048, &state);
        fill(b, 2048, &state);
        fill(c, 2048, &state);
        int pad = 16 / sizeof(E);
        int lda = (a_rows ? K : M) + pad, ldb = (b_rows ? N : K) + pad;
        product<M, N, K, T, E, C, LA, LB><<<1, 32>>>(a, b, c, held, lda, ldb, 40, k & 1, k & 2);
        cudaError_t e = cudaDeviceSynchronize();
        unsigned sum = 0, own = 0;
        for (int i = 0; i < 2048 * (int)sizeof(C) / 4; ++i)
            sum = sum * 31 + ((unsigned *)c)[i];
        for (int i = 0; i < 32; ++i)
            own = own * 31 + held[i];
        printf("%s %d: %s %08x %08x\n", name, k, cudaGetErrorName(e), own, sum);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(held);
}

#define LAYOUTS(M, N, K, T, E, C)                                                                  \
    run<M, N, K, T, E, C, wmma::row_major, wmma::row_major>(                                       \
        #M "x" #N "x" #K " " #T " " #C " row row", true, true);                                    \
    run<M, N, K, T, E, C, wmma::row_major, wmma::col_major>(                                       \
        #M "x" #N "x" #K " " #T " " #C " row col", true, false);                                   \
    run<M, N, K, T, E, C, wmma::col_major, wmma::row_major>(                                       \
        #M "x" #N "x" #K " " #T " " #C " col row", false, true);                                   \
    run<M, N, K, T, E, C, wmma::col_major, wmma::col_major>(                                       \
        #M "x" #N "x" #K " " #T " " #C " col col", false, false);
#define SHAPES(T, E, C)                                                                            \
    LAYOUTS(16, 16, 16, T, E, C) LAYOUTS(32, 8, 16, T, E, C) LAYOUTS(8, 32, 16, T, E, C)

int main()
{
    SHAPES(half, half, float)
    SHAPES(half, half, half)
    SHAPES(__nv_bfloat16, __nv_bfloat16, float)
    SHAPES(signed char, signed char, int)
    SHAPES(unsigned char, unsigned char, int)
    LAYOUTS(16, 16, 8, wmma::precision::tf32, float, float)
}
