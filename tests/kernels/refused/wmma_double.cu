// Fragments of double: told where the file multiplies them, not where mma_sync is written down.

#include <mma.h>

using namespace nvcuda;

__global__ void k(double *out)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
    wmma::fill_fragment(sum, 0.0);
    wmma::mma_sync(sum, a, b, sum); // error: products of double on tensor cores
    wmma::store_matrix_sync(out, sum, 8, wmma::mem_row_major);
}

int main()
{
    double *out;
    cudaMalloc(&out, 64 * sizeof(double));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
