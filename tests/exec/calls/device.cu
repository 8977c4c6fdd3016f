// The device: what it is, what it can, and what is asked of one that is not there.
#include "show.h"
#include <cuda_profiler_api.h>

int main()
{
    int count = 0, device = 9, value = 0, can = 9;
    unsigned flags = 0;
    size_t limit = 0;
    char text[64] = "";
    cudaDeviceProp p;
    cudaFuncCache cache;
    SHOW(cudaInitDevice(0, 0, 0));
    SHOW(cudaGetDeviceCount(&count));
    SHOW(cudaGetDevice(&device));
    printf("%d of some: %d\n", device, count >= 1);
    SHOW(cudaSetDevice(0));
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(99));
    SHOW(cudaGetDeviceProperties(&p, 99));
    SHOW(cudaGetDeviceProperties(&p, 0));
    printf("%d.%d, warps of %d, %d threads, %d a multiprocessor, block %d %d %d, grid %d %d %d\n", p.major, p.minor,
           p.warpSize, p.maxThreadsPerBlock, p.maxThreadsPerMultiProcessor, p.maxThreadsDim[0], p.maxThreadsDim[1],
           p.maxThreadsDim[2], p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
    printf("shared %zu, %zu, %zu, %zu, registers %d, %d, constant %zu\n", p.sharedMemPerBlock,
           p.sharedMemPerBlockOptin, p.sharedMemPerMultiprocessor, p.reservedSharedMemPerBlock, p.regsPerBlock,
           p.regsPerMultiprocessor, p.totalConstMem);
    printf("blocks %d, unified %d, managed %d, concurrent %d, %d, cooperative %d, host %d, integrated %d, pools %d\n",
           p.maxBlocksPerMultiProcessor, p.unifiedAddressing, p.managedMemory, p.concurrentKernels,
           p.concurrentManagedAccess, p.cooperativeLaunch, p.canMapHostMemory, p.integrated, p.memoryPoolsSupported);
    printf("pitch %zu, texture %zu, %zu, surface %zu, engines %d, board %d, preemption %d, priorities %d, cache %d %d\n",
           p.memPitch, p.textureAlignment, p.texturePitchAlignment, p.surfaceAlignment, p.asyncEngineCount,
           p.isMultiGpuBoard, p.computePreemptionSupported, p.streamPrioritiesSupported, p.globalL1CacheSupported,
           p.localL1CacheSupported);
    printf("%s, %d multiprocessors, bus %d, cache %d\n", p.name, p.multiProcessorCount, p.memoryBusWidth,
           p.l2CacheSize);
    for (cudaDeviceAttr attribute :
         {cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
          cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock,
          cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxRegistersPerBlock,
          cudaDevAttrIntegrated, cudaDevAttrCanMapHostMemory, cudaDevAttrConcurrentKernels,
          cudaDevAttrMaxThreadsPerMultiProcessor, cudaDevAttrUnifiedAddressing, cudaDevAttrComputeCapabilityMajor,
          cudaDevAttrComputeCapabilityMinor, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
          cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrManagedMemory, cudaDevAttrConcurrentManagedAccess,
          cudaDevAttrCooperativeLaunch, cudaDevAttrMaxSharedMemoryPerBlockOptin,
          cudaDevAttrMaxBlocksPerMultiprocessor, cudaDevAttrReservedSharedMemoryPerBlock,
          cudaDevAttrMemoryPoolsSupported}) {
        value = -1;
        cudaError_t error = cudaDeviceGetAttribute(&value, attribute, 0);
        printf("attribute %d: %s %d\n", (int)attribute, cudaGetErrorName(error), value);
    }
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
    SHOW(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
    printf("can %d\n", can);
    SHOW(cudaDeviceCanAccessPeer(&can, 0, 99));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    printf("stack %zu\n", limit);
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    printf("printf %zu\n", limit);
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    printf("heap %zu\n", limit);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 25));
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    printf("heap %zu\n", limit);
    SHOW(cudaDeviceSetLimit((cudaLimit)77, 1));
    SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    SHOW(cudaDeviceGetCacheConfig(&cache));
    SHOW(cudaDeviceGetPCIBusId(text, sizeof text, 0));
    SHOW(cudaDeviceGetByPCIBusId(&device, text));
    printf("%zu letters, device %d\n", strlen(text), device);
    SHOW(cudaDriverGetVersion(&value));
    printf("driver %d\n", value >= CUDART_VERSION);
    SHOW(cudaRuntimeGetVersion(&value));
    printf("runtime %d\n", value == CUDART_VERSION);
    SHOW(cudaGetDeviceFlags(&flags));
    SHOW(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    memset(&p, 0, sizeof p);
    p.major = 3;
    SHOW(cudaChooseDevice(&device, &p));
    printf("chosen %d\n", device);
    SHOW(cudaProfilerStart());
    SHOW(cudaProfilerStop());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceReset());
    SHOW(cudaFree(nullptr));
}
