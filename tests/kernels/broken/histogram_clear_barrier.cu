// No barrier between clearing the bins and counting in them.
#include <vector>

#define BLOCK_SIZE 8

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int own[10];

    for (int bin = threadIdx.x; bin < 10; bin += BLOCK_SIZE)
        own[bin] = 0; // finds: race-waw

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[in[i] % 10], 1);
    __syncthreads();

    for (int bin = threadIdx.x; bin < 10; bin += BLOCK_SIZE)
        atomicAdd(&bins[bin], own[bin]);
}

int main()
{
    int n = 32;
    std::vector<int> in(n, 1), out(10);
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, 10 * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, 10 * sizeof(int));

    histogram<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, 10 * sizeof(int), cudaMemcpyDeviceToHost);
}
