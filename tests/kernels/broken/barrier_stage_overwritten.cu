// The producer fills a stage again without waiting until it has been read.
#include <cuda/barrier>

__global__ void overwritten(const float *in, float *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full[2];
    __shared__ float s[32];
    if (threadIdx.x < 2)
        init(&full[threadIdx.x], 32);
    __syncthreads();
    if (threadIdx.x >= 32) {
        full[0].wait_parity(0);
        float sum = s[63 - threadIdx.x]; // finds: race-war 32
        full[1].wait_parity(0);
        out[threadIdx.x - 32] = sum + s[63 - threadIdx.x];
    } else {
        s[threadIdx.x] = in[threadIdx.x];
        (void)full[0].arrive();
        s[threadIdx.x] = in[32 + threadIdx.x];
        (void)full[1].arrive();
    }
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 32 * sizeof(float));
    overwritten<<<1, 64>>>(d_in, d_out);
}
