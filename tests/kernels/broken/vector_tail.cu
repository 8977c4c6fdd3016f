// The last float4 reaches past the end.
#include <vector>

#define BLOCK_SIZE 8

__global__ void copy(const float4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n)
        out[i] = in[i]; // finds: out-of-bounds-read 1, out-of-bounds-write 1
}

int main()
{
    int n = 10;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    copy<<<1, BLOCK_SIZE>>>((const float4 *)d_in, (float4 *)d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
