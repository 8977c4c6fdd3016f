// Errors of launches: which, when they are told, and which of them stay.
#include "show.h"
#include <cstdlib>

__global__ void fill(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void shared_by_block(int *out)
{
    extern __shared__ int own[];
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x ^ 1];
}

__global__ void stops(int what, long *out)
{
    if (what == 0)
        assert(out == nullptr);
    if (what == 2)
        out[(size_t)1 << 40] = 1;
    if (what == 3)
        *(long *)((char *)out + 4) = 1;
    if (what == 4)
        *(volatile int *)nullptr = 1;
}

static void launches()
{
    int *d, h[64];
    SHOW(cudaMalloc(&d, 4096));
    fill<<<1, 1025>>>(d, 64);
    SHOW(cudaPeekAtLastError());
    fill<<<0, 32>>>(d, 64);
    SHOW(cudaGetLastError());
    fill<<<1, 0>>>(d, 64);
    SHOW(cudaGetLastError());
    fill<<<dim3(1, 65536), 32>>>(d, 64);
    SHOW(cudaGetLastError());
    fill<<<1, dim3(1, 1, 65)>>>(d, 64);
    SHOW(cudaGetLastError());
    fill<<<1, dim3(64, 32)>>>(d, 64);
    SHOW(cudaGetLastError());
    shared_by_block<<<1, 64, 49153>>>(d);
    SHOW(cudaGetLastError());
    SHOW(cudaFuncSetAttribute(shared_by_block, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    shared_by_block<<<1, 64, 100000>>>(d);
    SHOW(cudaGetLastError());
    SHOW(cudaFuncSetAttribute(shared_by_block, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000));
    SHOW(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    print("shared", h, 4);
    fill<<<2, 32>>>(d, 64); // nothing wrong with the device so far
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    print("filled", h + 60, 4);
    cudaFree((void *)h); // an error that the next question finds
    fill<<<2, 32>>>(d, 64);
    SHOW(cudaGetLastError());
    SHOW(cudaFree(d));
}

static void stays(int what)
{
    long *d;
    int count;
    SHOW(cudaMalloc(&d, 64));
    stops<<<1, 1>>>(what, d);
    SHOW(cudaPeekAtLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
    SHOW(cudaMalloc(&d, 64));
    SHOW(cudaMemset(d, 0, 8));
    SHOW(cudaFree(d));
    SHOW(cudaStreamSynchronize(0));
    SHOW(cudaGetDeviceCount(&count));
    stops<<<1, 1>>>(9, d);
    SHOW(cudaGetLastError());
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        stays(atoi(argv[1]));
        return 0;
    }
    launches();
    for (int error : {0, 1, 2, 3, 9, 12, 13, 21, 35, 98, 100, 101, 209, 400, 600, 700, 701, 702, 710, 716, 719, 720,
                      801, 900, 999, 12345})
        printf("%d %s: %s\n", error, cudaGetErrorName((cudaError_t)error), cudaGetErrorString((cudaError_t)error));
}
