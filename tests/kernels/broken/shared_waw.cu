// All threads write the same word, and the last one wins. Which is that?
#include <vector>

#define BLOCK_SIZE 8

__global__ void last(const float *in, float *out, int n)
{
    __shared__ float chosen;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0.0f)
        chosen = in[i]; // finds: race-waw 56
    __syncthreads();
    out[i] = chosen;
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    last<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
