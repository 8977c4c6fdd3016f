// The tree inside each block is right; its last line adds the blocks' sums without an atomic.
#include <cstdio>
#define THREADS 128

__global__ void dot(const float *x, const float *y, float *result, int n)
{
    __shared__ float cache[THREADS];
    int tid = threadIdx.x;
    float temp = 0;
    for (int i = tid + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        temp += x[i] * y[i];
    cache[tid] = temp;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (tid < i)
            cache[tid] += cache[tid + i];
        __syncthreads();
    }
    if (tid == 0) {
#ifdef RIGHT
        atomicAdd(result, cache[0]);
#else
        result[0] += cache[0]; // finds: race/grid
#endif
    }
}

int main()
{
    const int n = 1000;
    float x[n], y[n], got = 0, *dx, *dy, *dr;
    for (int i = 0; i < n; i++) {
        x[i] = i % 5;
        y[i] = i % 3;
    }
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMalloc(&dr, sizeof(float));
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
    cudaMemcpy(dr, &got, sizeof got, cudaMemcpyHostToDevice);
    dot<<<3, THREADS>>>(dx, dy, dr, n);
    cudaMemcpy(&got, dr, sizeof got, cudaMemcpyDeviceToHost);
    printf("%g\n", got);
}
