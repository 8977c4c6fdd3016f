// A barrier in a loop that some threads leave a round earlier.
#include <vector>

#define BLOCK_SIZE 8

__global__ void sums(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK_SIZE];

    for (int i = threadIdx.x; i < n; i += BLOCK_SIZE) {
        s[threadIdx.x] = in[i];
        __syncthreads(); // finds: barrier-divergence 4
        out[i] = s[0];
        __syncthreads(); // finds: barrier-divergence 4
    }
}

int main()
{
    int n = 12;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    sums<<<1, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
