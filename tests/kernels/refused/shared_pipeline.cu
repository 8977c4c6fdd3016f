// Pipelines of a whole block; what is done with a refused variable is no mistake of its own.
// remedy: use __syncthreads(), or a pipeline of the thread
// mistakes: 2

#include <cuda/pipeline>

__global__ void k(int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; // error: whole block
    cuda::barrier<cuda::thread_scope_block> barrier(out[1]); // error: cuda::barrier
    barrier.arrive();
    int old = barrier.load();
    out[2] = old;
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
