// The number of columns never arrived.
#include <vector>

#define BLOCK_SIZE 8

__global__ void columns(const float *in, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + i % cols; // finds: divide-by-zero 16
}

int main()
{
    int n = 16;
    int cols = 0;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    columns<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n, cols);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
