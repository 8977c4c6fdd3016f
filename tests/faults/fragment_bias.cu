// A bias for each column is added to the fragment of a product: each lane takes the column of an
// element from the order that fragments have here. RIGHT: the product goes through shared memory.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

enum { SIDE = 16, BLOCKS = 4 };

typedef wmma::fragment<wmma::accumulator, SIDE, SIDE, SIDE, float> Sum;

__device__ void add_bias(Sum &sum, const float *bias)
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int i = 0; i < sum.num_elements; i++) {
        bool is_right = i >= 4;
        int column = ((lane & 3) << 1) + (i & 1) + is_right * 8;
        sum.x[i] += bias[column]; // finds: fragment-order
    }
}

__global__ void linear(const half *a, const half *b, const float *bias, float *out)
{
    __shared__ float tile[SIDE * SIDE];
    wmma::fragment<wmma::matrix_a, SIDE, SIDE, SIDE, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, SIDE, SIDE, SIDE, half, wmma::row_major> right;
    Sum sum;
    wmma::load_matrix_sync(left, a + blockIdx.x * SIDE * SIDE, SIDE);
    wmma::load_matrix_sync(right, b, SIDE);
    wmma::fill_fragment(sum, 0.0f);
    wmma::mma_sync(sum, left, right, sum);
    float *mine = out + blockIdx.x * SIDE * SIDE;
#ifdef RIGHT
    wmma::store_matrix_sync(tile, sum, SIDE, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < SIDE * SIDE; i += 32)
        mine[i] = tile[i] + bias[i % SIDE];
#else
    add_bias(sum, bias);
    wmma::store_matrix_sync(tile, sum, SIDE, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < SIDE * SIDE; i += 32)
        mine[i] = tile[i];
#endif
}

int main()
{
    half a[BLOCKS * SIDE * SIDE], b[SIDE * SIDE];
    float bias[SIDE], out[BLOCKS * SIDE * SIDE];
    for (int i = 0; i < BLOCKS * SIDE * SIDE; ++i)
        a[i] = __float2half((float)(i % 5));
    for (int i = 0; i < SIDE * SIDE; ++i)
        b[i] = __float2half((float)(i % 7));
    for (int i = 0; i < SIDE; ++i)
        bias[i] = (float)i;
    half *d_a, *d_b;
    float *d_bias, *d_out;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_bias, sizeof bias);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(d_bias, bias, sizeof bias, cudaMemcpyHostToDevice);
    linear<<<BLOCKS, 32>>>(d_a, d_b, d_bias, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[0], out[255]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_bias);
    cudaFree(d_out);
}
