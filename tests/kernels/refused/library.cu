// thrust in a kernel.

#include <thrust/functional.h>

__global__ void k(float *out)
{
    out[threadIdx.x] = thrust::plus<float>()(1, 2); // error: thrust
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
