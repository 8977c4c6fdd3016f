// Barriers of arrivals by their primitives, and atomics whose type follows from the word.
#include "show.h"
#include <cuda/atomic>
#include <cuda_awbarrier_primitives.h>

__device__ int total;

__host__ __device__ int must_be(int value, int wanted)
{
#ifdef __CUDA_ARCH__
    if (value != wanted)
        __trap();
#endif
    return value == wanted;
}

__global__ void turned(int *out)
{
    __shared__ __mbarrier_t bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        __mbarrier_init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    while (!__mbarrier_test_wait(&bar, token))
        ;
    out[threadIdx.x] = s[63 - threadIdx.x];
    must_be(out[threadIdx.x], 63 - threadIdx.x);
    cuda::atomic_ref word{total};
    word.fetch_add(1, cuda::memory_order_relaxed);
}

int main()
{
    int *out, last[64], count;
    cudaMalloc(&out, sizeof last);
    turned<<<1, 64>>>(out);
    cudaMemcpy(last, out, sizeof last, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, total, sizeof count);
    printf("%d %d %d\n", last[0], last[63], count);
    cudaFree(out);
    return !must_be(count, 64);
}
