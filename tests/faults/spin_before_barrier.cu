// One warp waits for a flag that another warp sets, but that one sets it behind the barrier at which
// it waits for the first.
#include <cstdio>

__global__ void relay(const int *in, int *out)
{
    __shared__ volatile int ready;
    __shared__ int message;
    int t = threadIdx.x;
    if (t == 0)
        ready = 0;
    __syncthreads();
#ifdef RIGHT
    if (t == 32) {
        message = in[0] + 1;
        ready = 1;
    }
#else
    if (t < 32)
        while (ready == 0) { // finds: barrier-divergence
        }
#endif
    __syncthreads();
#ifndef RIGHT
    if (t == 32) {
        message = in[0] + 1;
        ready = 1;
    }
    __syncthreads();
#endif
    out[t] = message + ready;
}

int main()
{
    int h[64] = {4}, *in, *out;
    cudaMalloc(&in, sizeof(int));
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof(int), cudaMemcpyHostToDevice);
    relay<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
// says: write what the loop waits for before the barrier
