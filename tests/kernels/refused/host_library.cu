// A stream of the host.
#include <iostream>

__global__ void k(float *out, int n)
{
    std::cout << n; // error: streams of the host
    out[threadIdx.x] = n;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out, 32);
    cudaDeviceSynchronize();
}
