// i is unsigned, so i - 1 is never below zero.
#include <vector>

#define BLOCK_SIZE 8

__global__ void differences(const float *in, float *out, int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float before = 0.0f;
        if (i - 1 >= 0)
            before = in[i - 1]; // finds: out-of-bounds-read 1
        out[i] = in[i] - before;
    }
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    differences<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
