// The last block adds up what the others left: each must fence between its sum and the counter.
#include <cstdio>
#define THREADS 64

__global__ void total(const int *in, int *partial, unsigned int *done, int *out, int n)
{
    __shared__ int s[THREADS];
    __shared__ bool is_last;
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0]; // finds: race/grid
#ifdef RIGHT
        __threadfence();
#endif
        is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; ++b)
            sum += partial[b]; // finds: race/grid
        *out = sum;
    }
}

int main()
{
    const int n = 500, blocks = (n + THREADS - 1) / THREADS;
    int h[n], sum, *in, *partial, *out;
    unsigned int *done;
    for (int i = 0; i < n; ++i)
        h[i] = i % 10;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&partial, blocks * sizeof(int));
    cudaMalloc(&done, sizeof(unsigned int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(done, 0, sizeof(unsigned int));
    total<<<blocks, THREADS>>>(in, partial, done, out, n);
    cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
