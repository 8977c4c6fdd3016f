// cuda::memcpy_async that arrives at a barrier, by a group and by threads; pipelines of a block.
// expect: out[3] == in[60] + 2 * in[3] + 3 * in[67] + 4 * in[131] + 5 * in[195]
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void copies(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ float s[64], stages[2][64];
    auto block = cooperative_groups::this_thread_block();
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, s, in, sizeof(float) * 64, bar);
    bar.arrive_and_wait();
    float sum = s[63 - t];
    auto pipe = cuda::make_pipeline(block, &state);
    for (int begun = 0, k = 0; k < 4; ++k) {
        for (; begun < 4 && begun < k + 2; ++begun) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, stages[begun % 2], in + 64 * begun, 256, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += stages[k % 2][t] * (k + 2);
        pipe.consumer_release();
    }
    out[t] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    copies<<<1, 64>>>(d_in, d_out);
}
