// The block that counts last adds up what the others left, and clears the counter for the next
// launch. Whoever has counted last has seen that all others did; the last block of the grid has not.
#include <cstdio>
#define THREADS 64

__device__ unsigned int done = 0;

__global__ void total(const float *in, volatile float *partial, float *out, int n)
{
    __shared__ bool is_last;
    int t = threadIdx.x;
    if (t == 0) {
        float sum = 0;
        for (int i = blockIdx.x * THREADS; i < n && i < (blockIdx.x + 1) * THREADS; ++i)
            sum += in[i];
        partial[blockIdx.x] = sum;
        __threadfence();
        unsigned int before = atomicInc(&done, gridDim.x); // finds: race/grid
        is_last = before == gridDim.x - 1;
    }
    __syncthreads();
#ifdef RIGHT
    if (is_last && t == 0)
        done = 0;
#else
    if (blockIdx.x == gridDim.x - 1 && t == 0)
        done = 0; // finds: race/grid
#endif
    if (is_last && t == 0) {
        float sum = 0;
        for (int b = 0; b < gridDim.x; ++b)
            sum += partial[b];
        *out = sum;
    }
}

int main()
{
    const int n = 500, blocks = (n + THREADS - 1) / THREADS;
    float h[n], sum, *in, *partial, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 10;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&partial, blocks * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    total<<<blocks, THREADS>>>(in, partial, out, n);
    cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", sum);
}
