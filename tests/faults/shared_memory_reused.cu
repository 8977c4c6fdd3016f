// The same shared array is used for the sum of the values and then for that of their squares.
#include <cstdio>
#define B 64

__device__ int block_sum(int v, int *s)
{
    s[threadIdx.x] = v; // finds: race
    __syncthreads();
    for (int d = B / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    int sum = s[0]; // finds: race
#ifdef RIGHT
    __syncthreads();
#endif
    return sum;
}

__global__ void moments(const int *x, int *out)
{
    __shared__ int s[B];
    int v = x[blockIdx.x * B + threadIdx.x];
    int first = block_sum(v, s), second = block_sum(v * v, s);
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = first;
        out[2 * blockIdx.x + 1] = second;
    }
}

int main()
{
    int h[3 * B], *x, *out;
    for (int i = 0; i < 3 * B; ++i)
        h[i] = i % 7 - 3;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, 6 * sizeof(int));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    moments<<<3, B>>>(x, out);
    cudaMemcpy(h, out, 6 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; ++i)
        printf("%d ", h[i]);
}
