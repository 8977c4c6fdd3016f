#pragma once

__device__ __forceinline__ void put(int *to, int value, int stride)
{
    int row = threadIdx.x / 4, column = threadIdx.x % 4;
    to[row * stride + column] = value;
}
