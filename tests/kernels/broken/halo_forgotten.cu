// A stretch of shared memory without room for the halo.
#include <vector>

#define BLOCK_SIZE 8

__global__ void pairs(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK_SIZE];

    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();

    out[i] = s[threadIdx.x] + s[threadIdx.x + 1]; // finds: out-of-bounds-read 2
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    pairs<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
