// Functions that tilestep exec does not have: the headers are there, the calls fail.
#include <cstdio>
#include <cuda.h>
#include <cuda_fp8.h>
#include <curand.h>
#include <curand_kernel.h>
#include <string>

__global__ void fill(int *out)
{
    *out = 5;
}

__global__ void assembly(int *out)
{
    asm volatile("exit;");
}

template <typename F> __global__ void apply(int *out, F function)
{
    *out = function(*out);
}

struct Add {
    int much;
    __device__ int operator()(int number) const { return number + much; }
};

static void launch(const std::string &name)
{
    int *d, h = 0;
    cudaMalloc(&d, sizeof(int));
    cudaMemset(d, 0, sizeof(int));
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim.x = name == "cluster" ? 2 : 1;
    attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 2;
    configuration.blockDim = 1;
    configuration.attrs = attributes;
    configuration.numAttrs = 2;
    auto inner = [=] __host__ __device__(int number) { return number + 1; };
    if (name == "lambda") // that has captured another one
        apply<<<1, 1>>>(d, [=] __device__(int number) { return inner(number); });
    else if (name == "assembly")
        assembly<<<1, 1>>>(d);
    else if (name == "functor")
        apply<<<1, 1>>>(d, Add{5});
    else
        cudaLaunchKernelEx(&configuration, fill, d);
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d\n", h);
}

int main(int count, char **words)
{
    if (count > 2) {
        launch(words[2]);
        return 0;
    }
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
