// The array of the host is passed where its copy on the device was meant.
#include <cstdio>
#include <vector>

__global__ void halve(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * 0.5f; // finds: device-reads-host-pointer
}

int main()
{
    const int n = 64;
    std::vector<float> h(n);
    float *x, *y;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
#ifdef RIGHT
    halve<<<2, 32>>>(x, y, n);
#else
    halve<<<2, 32>>>(h.data(), y, n);
#endif
    cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
