// cuRAND in the kernel.

#include <curand_kernel.h>

__global__ void k(float *out)
{
    curandState state; // error: cuRAND
    curand_init(1, threadIdx.x, 0, &state);
    out[threadIdx.x] = curand_uniform(&state);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
