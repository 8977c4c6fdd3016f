// The atomics of libcu++: on words of a buffer, in shared memory, in a struct.
// expect: out[0] == 64
// expect: out[1] == 31
// expect: out[2] == 96
// expect: out[3] == 7

#include <cuda/atomic>

struct Tally {
    cuda::atomic<int, cuda::thread_scope_device> most;
};

__global__ void atomics(int *words, Tally *tally, int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    if (threadIdx.x == 0)
        sum.store(0);
    __syncthreads();
    sum.fetch_add(2, cuda::memory_order_relaxed);
    tally->most.fetch_max(threadIdx.x);
    cuda::atomic_ref<int, cuda::thread_scope_device> word(words[0]);
    int seen = word.load(cuda::memory_order_relaxed);
    while (!word.compare_exchange_weak(seen, seen + 3))
        ;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = sum.load();
        out[1] = tally->most.load(cuda::std::memory_order_acquire);
        out[2] = word;
        cuda::atomic_ref same{words[0]}; // its arguments follow from the value
        same.exchange(6);
        cuda::atomic_ref(words[0]).fetch_add(1);
        out[3] = words[0];
    }
}

int main()
{
    int *words, *out;
    Tally *tally;
    cudaMalloc(&words, sizeof(int));
    cudaMalloc(&tally, sizeof(Tally));
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemset(words, 0, sizeof(int));
    cudaMemset(tally, 0, sizeof(Tally));
    atomics<<<1, 32>>>(words, tally, out);
    cudaDeviceSynchronize();
}
