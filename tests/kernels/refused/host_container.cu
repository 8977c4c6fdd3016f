// A container of the host as a parameter.
#include <vector>

__global__ void k(float *out, std::vector<float> v) // error: std::vector is not supported in a kernel
{
    out[threadIdx.x] = v[threadIdx.x];
}

int main()
{
    float *out;
    std::vector<float> v(32);
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out, v);
    cudaDeviceSynchronize();
}
