// What a kernel adds to was allocated, and never cleared.
#include <cstdlib>

#define CHECK(call) do { cudaError_t error = (call); if (error != cudaSuccess) exit(1); } while (0)

__global__ void add_up(const float *in, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] += in[i]; // finds: uninitialized-read 60
}

int main()
{
    int n = 60;
    float *in = (float *)malloc(n * sizeof(float)), *d_in, *d_sums;
    for (int i = 0; i < n; i++)
        in[i] = i;
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_sums, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice));
    for (int pass = 0; pass < 3; pass++)
        add_up<<<2, 32>>>(d_in, d_sums, n);
    CHECK(cudaMemcpy(in, d_sums, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_sums));
}
