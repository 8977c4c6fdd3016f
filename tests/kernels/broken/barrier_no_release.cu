// The consumer of a ring never says that it has read a stage: the producer waits for ever.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void no_release(const float *in, float *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ float s[2][32];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, (size_t)32);
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) {
        if (threadIdx.x < 32) {
            pipe.producer_acquire(); // finds: arrivals-count
            cuda::memcpy_async(&s[k % 2][threadIdx.x], in + 32 * k + threadIdx.x, 4, pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += s[k % 2][63 - threadIdx.x]; // finds: uninitialized-read 64
        }
    }
    if (threadIdx.x >= 32)
        out[threadIdx.x - 32] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 128 * sizeof(float));
    cudaMalloc(&d_out, 32 * sizeof(float));
    no_release<<<1, 64>>>(d_in, d_out);
}
