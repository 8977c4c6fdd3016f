// Asynchronous copies of cooperative groups.
// expect: out[3] == in[60] + in[67]
// counts: async_copy accesses 128
// counts: global_load sectors 16
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void groups(const float *in, float *out)
{
    __shared__ float first[64], second[64];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, first, in, sizeof(first));
    cg::memcpy_async(block, second, in + 64, sizeof(second));
    cg::wait_prior<1>(block);
    float sum = first[63 - threadIdx.x];
    cg::wait(block);
    out[threadIdx.x] = sum + second[threadIdx.x];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 128 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    groups<<<1, 64>>>(d_in, d_out);
}
