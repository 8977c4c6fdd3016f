// A producer goes twice round a ring of two stages without asking whether they were emptied.
#include <cstdio>
#include <cuda/barrier>

__global__ void ring(const float *in, float *out, int rounds)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];
    __shared__ float stage[2][32];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 32);
        init(&empty[threadIdx.x], 32);
    }
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < rounds; ++i) {
#ifdef RIGHT
            empty[i % 2].wait_parity(i / 2 % 2 == 0);
#endif
            stage[i % 2][lane] = in[32 * i + lane]; // finds: race
            (void)full[i % 2].arrive();
        }
    } else {
        float sum = 0.0f;
        for (int i = 0; i < rounds; ++i) {
            full[i % 2].wait_parity(i / 2 % 2); // finds: arrivals-deadlock? arrivals-count?
            sum += stage[i % 2][lane];
            (void)empty[i % 2].arrive();
        }
        out[lane] = sum;
    }
}

int main()
{
    const int rounds = 8;
    float h[32 * rounds], *in, *out;
    for (int i = 0; i < 32 * rounds; ++i)
        h[i] = (float)(i % 7);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    ring<<<1, 64>>>(in, out, rounds);
    cudaMemcpy(h, out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[31]);
}
