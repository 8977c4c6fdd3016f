// A pointer of the host is given to the kernel, and one that was freed too early.
#include <cstdlib>

__global__ void scale(const float *in, const float *factors, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] // finds: device-reads-host-pointer 30
                 * factors[0]; // finds: use-after-free 30
}

int main()
{
    int n = 30;
    float *in = new float[n], *out = (float *)malloc(n * sizeof(float)), *d_in, *d_out, *d_factors;
    float factors[2] = {2, 3};
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMalloc(&d_factors, sizeof factors);
    cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_factors, factors, sizeof factors, cudaMemcpyHostToDevice);
    cudaFree(d_factors);
    scale<<<1, 32>>>(in, d_factors, d_out, n);
    cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
