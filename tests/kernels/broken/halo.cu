// The left halo is never loaded.
#include <vector>

#define BLOCK_SIZE 8

__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK_SIZE + 2];

    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int at = threadIdx.x + 1;
    s[at] = i < n ? in[i] : 0.0f;
    if (threadIdx.x == BLOCK_SIZE - 1)
        s[BLOCK_SIZE + 1] = i + 1 < n ? in[i + 1] : 0.0f;
    __syncthreads();

    if (i < n)
        out[i] = s[at - 1] + s[at] + s[at + 1]; // finds: uninitialized-read 2
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    stencil<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
