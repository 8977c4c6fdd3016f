// cuda::barrier: arrivals and waits apart, tokens, threads that leave, phases by parity.
// expect: out[5] == 2 * in[58] + in[5]
// expect: out[70] == 1
#include <cooperative_groups.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void split(const float *in, float *out)
{
    __shared__ barrier bar[2];
    __shared__ float s[64];
    auto block = cooperative_groups::this_thread_block();
    int t = block.thread_rank();
    if (t < 2)
        init(bar + t, block.size());
    block.sync();
    s[t] = in[t];
    barrier::arrival_token token = bar[0].arrive();
    float mine = s[t];
    bar[0].wait(std::move(token));
    float sum = mine + s[63 - t];
    bar[1].arrive_and_wait();
    s[t] = s[t] + 1;
    bar[0].arrive_and_wait();
    sum += s[63 - t] - 1;
    if (t >= 32)
        bar[1].arrive_and_drop();
    else
        for (int phase = 1; phase < 4; ++phase) {
            (void)bar[1].arrive();
            bar[1].wait_parity(phase % 2);
        }
    out[t] = sum;
    if (t < 16)
        out[64 + t] = 1;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 80 * sizeof(float));
    split<<<1, 64>>>(d_in, d_out);
}
