// cuda::memcpy_async that a barrier of the block in shared memory waits for: in bulk where the type
// or aligned_size_t promises 16 bytes, by the block or by each thread; else by threads.
// expect: out[5] == in[58] + in[122] + in[256] + in[261] + in[442]
// counts: all bulk_bytes 2304
// counts: global_load accesses 208
// counts: global_load bytes 2560
// counts: global_load requests 2
// counts: async_copy bytes 256
#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void copies(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ alignas(16) float promised[64], untold[64], single[256], back[64];
    __shared__ float4 wide[48];
    auto block = cooperative_groups::this_thread_block();
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, promised, in, cuda::aligned_size_t<16>(256), bar);
    cuda::memcpy_async(block, untold, in + 64, 256, bar);
    cuda::memcpy_async(block, wide, (const float4 *)(in + 256), sizeof(wide), bar);
    cuda::memcpy_async((float4 *)single + t, (const float4 *)(in + 256) + t, 16, bar);
    cuda::memcpy_async(block, (void *)back, (const void *)(in + 384),
                       cuda::aligned_size_t<16>(256), bar);
    bar.arrive_and_wait();
    out[t] = promised[63 - t] + untold[63 - t] + ((float *)wide)[0] + single[t] + back[63 - t];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 512 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    copies<<<1, 64>>>(d_in, d_out);
}
