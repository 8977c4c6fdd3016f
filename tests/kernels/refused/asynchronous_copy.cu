// Asynchronous copies.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void k(float *out)
{
    __shared__ float s[32];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, s, out, sizeof(s)); // error: asynchronous copy
    cg::wait(block);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
