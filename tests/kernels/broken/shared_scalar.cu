// One thread prepares a value for all, and nobody waits for it.
#include <vector>

#define BLOCK_SIZE 8

__global__ void offset(const float *in, float *out, int n)
{
    __shared__ float first;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        first = in[i]; // finds: race-raw 14
    out[i] = in[i] - first;
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    offset<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
