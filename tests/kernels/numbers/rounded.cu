// Functions that say how they round, each in a kernel of its own, of_ and its name.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define ONE(name, T) TURN(name, T, T)
#define TURN(name, From, To)                                                                       \
    __global__ void of_##name(const From *a, To *out, int n)                                       \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            out[i] = name(a[i]);                                                                   \
    }
#define TWO(name, T)                                                                               \
    __global__ void of_##name(const T *a, const T *b, T *out, int n)                               \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            out[i] = name(a[i], b[i]);                                                             \
    }
#define THREE(name, T)                                                                             \
    __global__ void of_##name(const T *a, const T *b, const T *c, T *out, int n)                   \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            out[i] = name(a[i], b[i], c[i]);                                                       \
    }
#include "rounded.def"
