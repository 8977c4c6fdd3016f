// Lanes of one warp that wait for another branch of it, at a barrier of arrivals, by asking, and by a
// volatile flag; and all lanes for one lock. Each lane gets on, as since Volta.
// expect: out[0] == 16
// expect: out[31] == 15
// expect: out[32] == 42
// expect: out[33] == 7
// expect: out[34] == 496
// expect: out[35] == 496
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void halves(barrier *bar, volatile int *s, float *out)
{
    int lane = threadIdx.x;
    s[lane] = lane;
    if (lane < 16) {
        bar->arrive_and_wait();
        out[lane] = s[lane + 16];
    } else {
        auto token = bar->arrive();
        bar->wait(std::move(token));
        out[lane] = s[lane - 16];
    }
}

__device__ void asked(barrier *bar, volatile int *word, float *out)
{
    if (threadIdx.x == 3) {
        while (!bar->try_wait_parity(0))
            ;
        out[33] = *word;
    } else if (threadIdx.x == 9) {
        *word = 7;
        (void)bar->arrive();
    }
}

__device__ void flagged(volatile int *flag, volatile int *word, float *out)
{
    if (threadIdx.x == 5) {
        while (*flag == 0)
            ;
        __threadfence_block();
        out[32] = *word;
    }
    if (threadIdx.x == 7) { // behind what lane 5 waits in
        *word = 42;
        __threadfence_block();
        *flag = 1;
    }
}

__global__ void apart(float *out)
{
    __shared__ barrier bar[2];
    __shared__ volatile int s[32], flag, words[2];
    __shared__ int lock;
    __shared__ volatile int sum;
    if (threadIdx.x == 0) {
        init(&bar[0], 32);
        init(&bar[1], 1);
        flag = lock = sum = 0;
    }
    __syncthreads();
    halves(&bar[0], s, out);
    asked(&bar[1], &words[0], out);
    flagged(&flag, &words[1], out);
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence_block();
    sum = sum + threadIdx.x;
    __threadfence_block();
    atomicExch(&lock, 0);
    __syncthreads();
    int all = threadIdx.x;
    for (int step = 16; step > 0; step /= 2)
        all += __shfl_xor_sync(0xffffffffu, all, step);
    if (threadIdx.x == 0) {
        out[34] = sum;
        out[35] = all;
    }
}

void sketch()
{
    float *out;
    cudaMalloc(&out, 36 * sizeof(float));
    apart<<<1, 32>>>(out);
}
