// The atomics of libcu++; what is done with a refused variable is no mistake of its own.
// remedy: use atomicAdd() and its kin
// mistakes: 2

#include <cuda/atomic>

__global__ void k(int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]); // error: cuda::atomic_ref
    sum.fetch_add(1);
    auto other = cuda::atomic_ref<int, cuda::thread_scope_device>(out[1]); // error: cuda::atomic
    other.fetch_add(1);
    int old = other.load();
    out[2] = old;
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
