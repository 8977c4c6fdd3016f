// A float4 begins at every fourth float, and in + 1 is not one.
#include <vector>

#define BLOCK_SIZE 8

__global__ void shift(const float *in, float *out, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        float4 four = reinterpret_cast<const float4 *>(&in[i + 1])[0]; // finds: misaligned 4
        reinterpret_cast<float4 *>(&out[i])[0] = four;
    }
}

int main()
{
    int n = 16;
    std::vector<float> in((n + 1), 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, (n + 1) * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), (n + 1) * sizeof(float), cudaMemcpyHostToDevice);

    shift<<<1, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
