// Functions that tilestep exec does not have: the headers are there, the calls fail.
#include <cstdio>
#include <cuda.h>
#include <cuda_fp8.h>
#include <curand.h>
#include <curand_kernel.h>

__global__ void fill(int *out)
{
    *out = 5;
}

int main(int count, char **)
{
    if (count > 1) {
        curandGenerator_t generator;
        curandState state;
        cudaTextureObject_t texture;
        cudaResourceDesc resource = {};
        cudaTextureDesc description = {};
        int devices;
        (void)state;
        printf("%d\n", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS);
        printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
        printf("%d\n", cuDeviceGetCount(&devices) == CUDA_ERROR_NOT_SUPPORTED);
    }
    int *d, h = 0;
    cudaMalloc(&d, sizeof(int));
    fill<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d\n", h);
}
