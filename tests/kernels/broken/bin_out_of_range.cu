// A digit 9 has no bin.
#include <vector>

#define BLOCK_SIZE 8

__global__ void histogram(const int *in, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[9 + i / 16], 1); // finds: out-of-bounds-write 16
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
