// Asynchronous copies are as wide as the type's alignment; what is not 4 bytes wide, or does not go from global
// to shared memory, is copied at once. A barrier in shared memory waits for 16 bytes and more in bulk.
// expect: out[3] == in[1] + in[62] + 2 * in[60] + in[3]
// counts: async_copy accesses 1
// counts: async_copy bytes 4
// counts: all bulk_bytes 256
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void widths(const float *in, float *out, float *back)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float4 vectors[16];
    __shared__ char bytes[256];
    __shared__ short halves[128];
    __shared__ float own[64];
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    own[t] = in[t];
    block.sync();
    cuda::memcpy_async(block, vectors, (const float4 *)in, sizeof(float4) * 16, bar); // 16 threads copy 16 bytes each
    cuda::memcpy_async(block, back, own, sizeof own, bar);                            // out of shared memory
    bar.arrive_and_wait();
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    for (int i = 0; i < 4; ++i)
        cuda::memcpy_async(bytes + 4 * t + i, (const char *)in + 4 * t + i, 1, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    pipe.consumer_release();
    block.sync();
    cg::memcpy_async(block, halves, 2, (const short *)in + 6, 8); // the smaller of two counts, of elements
    cg::wait(block);
    float first = *(const float *)(bytes + 4 * (t == 3 ? 1 : t));
    float last = *(const float *)(bytes + 4 * 62);
    out[t] = first + last + vectors[15].x + back[60] + *(const float *)halves;
}

void sketch()
{
    float *d_in, *d_out, *d_back;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMalloc(&d_back, 64 * sizeof(float));
    widths<<<1, 64>>>(d_in, d_out, d_back);
}
