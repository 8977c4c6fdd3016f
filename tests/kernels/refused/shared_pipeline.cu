// Barriers of several blocks, and what only Hopper has.
// remedy: use cuda::thread_scope_block in shared memory, or grid.sync()
// mistakes: 1

#include <cuda/barrier>

__global__ void k(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_device> barrier;
    init(&barrier, 32); // error: several blocks
    out[2] = 1;
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
