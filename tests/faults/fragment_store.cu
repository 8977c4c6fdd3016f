// A product of 16 x 16 whose elements each lane writes where it takes them to belong. The order of
// a wmma fragment is not documented. RIGHT: mma.sync, whose registers have a documented order.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

enum { SIDE = 16 };

#ifdef RIGHT
// Two products of 16 x 8, side by side.
struct fragment {
    float x[8];
};

__device__ unsigned two(const half *at, int apart)
{
    return (unsigned)__half_as_ushort(at[apart]) << 16 | __half_as_ushort(at[0]);
}

__device__ void multiply(fragment &sum, const half *a, const half *b, int lane)
{
    int row = lane / 4, column = lane % 4 * 2;
    for (int n = 0; n < 2; ++n) {
        float *x = &sum.x[4 * n];
        const half *under = b + column * SIDE + 8 * n + row;
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(x[0]), "+f"(x[1]), "+f"(x[2]), "+f"(x[3])
                     : "r"(two(a + row * SIDE + column, 1)),
                       "r"(two(a + (row + 8) * SIDE + column, 1)),
                       "r"(two(a + row * SIDE + column + 8, 1)),
                       "r"(two(a + (row + 8) * SIDE + column + 8, 1)), "r"(two(under, SIDE)),
                       "r"(two(under + 8 * SIDE, SIDE)));
    }
}
#endif

__global__ void product(const half *a, const half *b, float *out)
{
    int lane = threadIdx.x % 32;
#ifdef RIGHT
    fragment sum = {};
    multiply(sum, a, b, lane);
#else
    wmma::fragment<wmma::matrix_a, SIDE, SIDE, SIDE, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, SIDE, SIDE, SIDE, half, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, SIDE, SIDE, SIDE, float> sum;
    wmma::load_matrix_sync(left, a, SIDE);
    wmma::load_matrix_sync(right, b, SIDE);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, left, right, sum);
#endif
    for (int i = 0; i < 8; ++i) {
        int row = lane / 4 + 8 * (i / 2 % 2);
        int column = lane % 4 * 2 + i % 2 + 8 * (i / 4);
        out[row * SIDE + column] = sum.x[i]; // finds: fragment-order // says: fragment sum is of
    }
}

int main()
{
    half a[SIDE * SIDE], b[SIDE * SIDE];
    float out[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        a[i] = __float2half((float)(i % 5));
        b[i] = __float2half((float)(i % 7));
    }
    half *d_a, *d_b;
    float *d_out;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    product<<<1, 32>>>(d_a, d_b, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", out[0], out[1], out[255]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_out);
}
