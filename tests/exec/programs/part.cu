#include "part.h"

#include <cuda_runtime.h>

static __device__ int shift = 1;

static __global__ void fill(int *data)
{
    data[threadIdx.x] = 2 * data[threadIdx.x] + shift;
}

int twice(int *data)
{
    fill<<<1, 32>>>(data);
    return cudaDeviceSynchronize();
}
