// Rows of 6 floats: every second one begins in the middle of a float4.
#include <vector>

#define BLOCK_SIZE 8

__global__ void first_four(const float *in, float *out, int n)
{
    int row = threadIdx.x;
    float4 four = *(const float4 *)(in + row * 6); // finds: misaligned 4
    out[row] = four.x + four.y + four.z + four.w;
}

int main()
{
    int n = 48;
    std::vector<float> in(n, 1), out(BLOCK_SIZE);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, BLOCK_SIZE * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    first_four<<<1, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, BLOCK_SIZE * sizeof(float), cudaMemcpyDeviceToHost);
}
