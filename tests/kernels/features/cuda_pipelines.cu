// Pipelines of a thread: cuda::pipeline and cuda::memcpy_async.
// expect: out[3] == in[60] + in[124] + in[188] + in[252] + in[12]
// counts: async_copy accesses 272
#include <cuda/pipeline>

__global__ void pipelines(const float *in, float *out)
{
    __shared__ float s[2][64];
    __shared__ float4 v[16];
    int t = threadIdx.x;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    float sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(&s[0][t], &in[t], sizeof(float), pipe);
    pipe.producer_commit();
    for (int i = 0; i < 4; ++i) {
        if (i < 3) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[(i + 1) % 2][t], &in[64 * (i + 1) + t], sizeof(float), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += s[i % 2][63 - t];
        pipe.consumer_release();
        __syncthreads();
    }
    if (t < 16)
        cuda::memcpy_async(&v[t], (const float4 *)in + t, cuda::aligned_size_t<16>(sizeof(float4)), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    out[t] = sum + v[t % 16].x;
}
void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    pipelines<<<1, 64>>>(d_in, d_out);
}
