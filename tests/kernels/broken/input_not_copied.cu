// The second factor stays on the host.
#include <cstdlib>

__global__ void multiply(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] * b[i]; // finds: uninitialized-read 30
}

int main()
{
    int n = 30;
    float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
    float *d_a, *d_b, *d_out;
    cudaMalloc(&d_a, n * sizeof(float));
    cudaMalloc(&d_b, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_a, a, n * sizeof(float), cudaMemcpyHostToDevice);
    multiply<<<1, 32>>>(d_a, d_b, d_out, n);
    cudaMemcpy(a, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
