// A value is handed over by a flag, which the reader looks at but does not wait for.
#include <cstdio>

__global__ void hand_over(const float *in, float *out)
{
    __shared__ int ready;
    __shared__ float value;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = in[blockIdx.x] * 0.5f; // finds: race
        __threadfence_block();
        atomicExch(&ready, 1);
    }
    if (threadIdx.x == 32) {
#ifdef RIGHT
        while (atomicAdd(&ready, 0) == 0)
            ;
#else
        atomicAdd(&ready, 0);
#endif
        __threadfence_block();
        out[blockIdx.x] = value; // finds: race uninitialized-read?
    }
}

int main()
{
    float h[3] = {2, 4, 6}, *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    hand_over<<<3, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", h[0], h[1], h[2]);
}
