// cuda::memcpy_async in bulk, and beside it what looks alike and is copied by the threads.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#define TILE 512
typedef cuda::barrier<cuda::thread_scope_block> Barrier;

__device__ void begin(Barrier *bar)
{
    if (threadIdx.x == 0)
        init(bar, blockDim.x);
    __syncthreads();
}

__device__ void finish(Barrier *bar, const float *s, float *out)
{
    bar->arrive_and_wait();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
        out[blockIdx.x * TILE + i] = s[TILE - 1 - i];
}

__global__ void by_block(const float *in, float *out)
{
    __shared__ alignas(16) float s[TILE];
    __shared__ Barrier bar;
    begin(&bar);
    cuda::memcpy_async(cooperative_groups::this_thread_block(), s, in + blockIdx.x * TILE,
                       cuda::aligned_size_t<16>(sizeof s), bar);
    finish(&bar, s, out);
}

__global__ void by_type(const float4 *in, float *out)
{
    __shared__ float4 s[TILE / 4];
    __shared__ Barrier bar;
    begin(&bar);
    cuda::memcpy_async(cooperative_groups::this_thread_block(), s, in + blockIdx.x * TILE / 4,
                       sizeof s, bar);
    finish(&bar, (const float *)s, out);
}

__global__ void by_warps(const float *in, float *out)
{
    __shared__ alignas(16) float s[TILE];
    __shared__ Barrier bar;
    auto warp =
        cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int own = TILE / (blockDim.x / 32), at = threadIdx.x / 32 * own;
    begin(&bar);
    cuda::memcpy_async(warp, s + at, in + blockIdx.x * TILE + at,
                       cuda::aligned_size_t<16>(own * sizeof(float)), bar);
    finish(&bar, s, out);
}

__global__ void by_threads(const float4 *in, float *out)
{
    __shared__ float4 s[TILE / 4];
    __shared__ Barrier bar;
    begin(&bar);
    for (int i = threadIdx.x; i < TILE / 4; i += blockDim.x)
        cuda::memcpy_async(s + i, in + blockIdx.x * TILE / 4 + i, sizeof(float4), bar);
    finish(&bar, (const float *)s, out);
}

__global__ void not_promised(const float *in, float *out)
{
    __shared__ alignas(16) float s[TILE];
    __shared__ Barrier bar;
    begin(&bar);
    cuda::memcpy_async(cooperative_groups::this_thread_block(), s, in + blockIdx.x * TILE, sizeof s,
                       bar);
    finish(&bar, s, out);
}

__global__ void by_pipeline(const float4 *in, float *out)
{
    __shared__ float4 s[TILE / 4];
    __shared__ Barrier bar;
    begin(&bar);
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(cooperative_groups::this_thread_block(), s, in + blockIdx.x * TILE / 4,
                       sizeof s, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    finish(&bar, (const float *)s, out);
    pipe.consumer_release();
}
