// The barriers of libcu++.

#include <cuda/barrier>

__global__ void k(float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier; // error: cuda::barrier
    out[0] = 1;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
