// Every lane stores the sum of its warp. A butterfly gives the sum to all of them; a ladder of
// shuffles down gives it to lane 0 alone.
#include <cstdio>

__global__ void norm(float *out, const float *in, int n)
{
    __shared__ float sums[8];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i] * in[i];
    for (int by = 16; by > 0; by /= 2)
#ifdef RIGHT
        sum += __shfl_xor_sync(0xffffffff, sum, by);
#else
        sum += __shfl_down_sync(0xffffffff, sum, by);
#endif
    sums[threadIdx.x / 32] = sum; // finds: race // noted: equal-values
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int w = 0; w < blockDim.x / 32; ++w)
            all += sums[w];
        atomicAdd(out, all);
    }
}

int main()
{
    const int n = 1000;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 8;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof(float));
    cudaMemset(out, 0, sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    norm<<<4, 64>>>(out, in, n);
    cudaMemcpy(h, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
}
