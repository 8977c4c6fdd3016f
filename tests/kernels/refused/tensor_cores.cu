// Tensor-core fragments.

#include <mma.h>
using namespace nvcuda;

__global__ void k(float *out)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c; // error: tensor-core
    wmma::fill_fragment(c, 0.0f);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
