// Memory that a stream has and gives back.
#include "show.h"

__global__ void fill(int *p, int value)
{
    p[threadIdx.x] = value + threadIdx.x;
}

int main()
{
    cudaStream_t stream;
    cudaMemPool_t pool, own, current;
    int *p, *q, h[4];
    unsigned long long most = 1 << 20, got = 7;
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaMallocAsync(&p, 16, stream));
    fill<<<1, 4, 0, stream>>>(p, 5);
    SHOW(cudaMemcpyAsync(h, p, 16, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaFreeAsync(p, stream));
    SHOW(cudaStreamSynchronize(stream));
    print("filled", h, 4);
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 0));
    SHOW(cudaDeviceGetMemPool(&current, 0));
    printf("the default one %d\n", pool == current);
    SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
    SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
    printf("threshold %llu\n", got);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    SHOW(cudaMemPoolCreate(&own, &properties));
    SHOW(cudaMallocFromPoolAsync(&q, 64, own, stream));
    SHOW(cudaMemsetAsync(q, 1, 64, stream));
    SHOW(cudaMemcpyAsync(h, q, 4, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaStreamSynchronize(stream));
    print("set", h, 1);
    SHOW(cudaFreeAsync(q, stream));
    SHOW(cudaMemPoolTrimTo(own, 0));
    SHOW(cudaDeviceSetMemPool(0, own));
    SHOW(cudaDeviceSetMemPool(0, pool));
    SHOW(cudaMemPoolDestroy(own));
    SHOW(cudaMalloc(&p, 16));
    SHOW(cudaFreeAsync(p, stream));
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaFreeAsync(nullptr, stream));
    SHOW(cudaDeviceGetDefaultMemPool(&pool, 99));
    SHOW(cudaStreamDestroy(stream));
}
