// A variable of the device gets as many bytes as an array of doubles has; its elements are floats.
// says: goes up to byte 32 of weights, which has 16
#include <cstdio>

__constant__ float weights[4];

__global__ void weigh(float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = weights[i % 4];
}

int main()
{
    const int n = 64;
    float w[8] = {1, 2, 3, 4}, h[n];
#ifdef RIGHT
    cudaMemcpyToSymbol(weights, w, 4 * sizeof(float));
#else
    cudaMemcpyToSymbol(weights, w, 4 * sizeof(double)); // finds: copy-out-of-bounds
#endif
    float *o;
    cudaMalloc(&o, n * sizeof(float));
    weigh<<<2, 32>>>(o, n);
    cudaMemcpy(h, o, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[3]);
}
