// A row of softmax a warp, by shuffles; beside it in the file a template that takes a template.
// run: --kernel softmax_warp
// counts: global_load requests 18
// counts: global_store requests 6
// counts: all divergent_branches 0
#include <cfloat>
#include <cmath>
#include <cstdio>

#define CHECK_CUDA(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e_)); std::exit(1); } } while (0)
#define FULL_MASK 0xffffffffu

template <template <typename> class ReductionOp, typename T, int thread_group_width = 32>
__inline__ __device__ T WarpAllReduce(T val)
{
    for (int mask = thread_group_width / 2; mask > 0; mask /= 2) {
        val = ReductionOp<T>()(val, __shfl_xor_sync(0xffffffff, val, mask));
    }
    return val;
}

__device__ __forceinline__ float warp_reduce_max(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL_MASK, v, o));
    return v;
}
__device__ __forceinline__ float warp_reduce_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL_MASK, v, o);
    return v;
}

__global__ void softmax_warp(const float *__restrict__ x, float *__restrict__ y, int rows, int cols)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;
    if (warp >= rows) return;
    float m = -FLT_MAX;
    for (int i = lane; i < cols; i += 32) m = fmaxf(m, x[warp * cols + i]);
    m = warp_reduce_max(m);
    float s = 0.0f;
    for (int i = lane; i < cols; i += 32) s += __expf(x[warp * cols + i] - m);
    s = warp_reduce_sum(s);
    const float inv = 1.0f / s;
    for (int i = lane; i < cols; i += 32) y[warp * cols + i] = __expf(x[warp * cols + i] - m) * inv;
}

void sketch()
{
    constexpr int rows = 3, cols = 64;
    float *x, *y;
    CHECK_CUDA(cudaMalloc(&x, rows * cols * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&y, rows * cols * sizeof(float)));
    softmax_warp<<<1, 128>>>(x, y, rows, cols);
    CHECK_CUDA(cudaGetLastError());
}
