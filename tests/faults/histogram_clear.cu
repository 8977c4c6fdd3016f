// Private bins in shared memory, counted into while other threads still clear them.
#include <cuda_runtime.h>

__global__ void histogram_kernel(const int *input, int *histogram, int N, int num_bins)
{
    extern __shared__ int local[];
    for (int b = threadIdx.x; b < num_bins; b += blockDim.x)
        local[b] = 0; // finds: race
#ifdef RIGHT
    __syncthreads();
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        atomicAdd(&local[input[i] % num_bins], 1); // finds: race
    __syncthreads();
    for (int b = threadIdx.x; b < num_bins; b += blockDim.x)
        atomicAdd(&histogram[b], local[b]);
}

extern "C" void solve(const int *input, int *histogram, int N, int num_bins)
{
    cudaMemset(histogram, 0, num_bins * sizeof(int));
    histogram_kernel<<<(N + 127) / 128, 128, num_bins * sizeof(int)>>>(input, histogram, N, num_bins);
    cudaDeviceSynchronize();
}

#ifdef STANDALONE
#include <cstdio>

int main()
{
    const int n = 1000, bins = 48;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * i % 100;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, bins * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    solve(in, out, n, bins);
    cudaMemcpy(h, out, bins * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < bins; ++i)
        printf("%d ", h[i]);
}
#endif
