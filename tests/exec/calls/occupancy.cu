// How many blocks fit, and what is known of a kernel.
#include "show.h"

__global__ void __launch_bounds__(256) bounded(int *out)
{
    __shared__ int own[1024];
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x ^ 3];
}

__global__ void dynamic(int *out)
{
    extern __shared__ int own[];
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x ^ 3];
}

template <int N> __global__ void plain(int *out)
{
    out[threadIdx.x] = N;
}

int main()
{
    int blocks = 0, grid = 0, block = 0;
    size_t bytes = 0;
    for (int threads : {32, 64, 96, 128, 256, 1000, 1024}) {
        SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain<3>, threads, 0));
        printf("plain, %d threads: %d blocks\n", threads, blocks);
    }
    for (int shared : {0, 10000, 40000, 49152}) {
        SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, shared));
        printf("%d bytes: %d blocks\n", shared, blocks);
    }
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, bounded, 256, 0, cudaOccupancyDefault));
    printf("bounded: %d blocks\n", blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain<3>, 2048, 0));
    printf("too many threads: %d blocks\n", blocks);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain<3>, 0, 0));
    SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain<4>));
    printf("grid %d, block %d\n", grid, block);
    SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain<4>, 0, 200));
    printf("at most 200: grid %d, block %d\n", grid, block);
    SHOW(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, dynamic, [](int n) { return n * 64; }));
    printf("64 bytes a thread: grid %d, block %d\n", grid, block);
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 2, 256));
    printf("two blocks: %zu bytes\n", bytes);
    cudaFuncAttributes a = {};
    SHOW(cudaFuncGetAttributes(&a, bounded));
    printf("shared %zu, constant %zu, local %zu, dynamic %d, registers %d\n", a.sharedSizeBytes, a.constSizeBytes,
           a.localSizeBytes, a.maxDynamicSharedSizeBytes, a.numRegs > 0 && a.numRegs < 64);
    SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
    SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout,
                              cudaSharedmemCarveoutMaxShared));
    SHOW(cudaFuncGetAttributes(&a, dynamic));
    printf("dynamic %d, threads %d\n", a.maxDynamicSharedSizeBytes, a.maxThreadsPerBlock);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, 200000));
    printf("200000 bytes: %d blocks\n", blocks);
    SHOW(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -5));
    SHOW(cudaFuncSetAttribute(dynamic, (cudaFuncAttribute)55, 1));
    SHOW(cudaFuncSetCacheConfig(dynamic, cudaFuncCachePreferShared));
}
