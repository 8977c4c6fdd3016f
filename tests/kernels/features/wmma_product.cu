// A product of 16 x 16 by fragments of wmma, both from shared memory.
// expect: out[0] == 32
// expect: out[17] == 64
// expect: out[255] == 64
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void product(float *out)
{
    __shared__ __align__(32) half rows[256];
    __shared__ __align__(32) half ones[256];
    for (int i = threadIdx.x; i < 256; i += 32) {
        rows[i] = __float2half(1.0f + i / 16 % 2);
        ones[i] = __float2half(1.0f);
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, rows, 16);
    wmma::load_matrix_sync(right, ones, 16);
    wmma::mma_sync(sum, left, right, sum);
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] *= 2.0f;
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

int main()
{
    float *out;
    cudaMalloc(&out, 256 * sizeof(float));
    product<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
