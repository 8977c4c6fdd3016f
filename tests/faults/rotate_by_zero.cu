// Rotating bits: for k = 0 the other half is shifted by all 32.
#include <cstdio>

__device__ unsigned int rotate(unsigned int x, int k)
{
#ifdef RIGHT
    return (x << k) | (x >> ((32 - k) & 31));
#else
    return (x << k) | (x >> (32 - k)); // finds: shift-range
#endif
}

__global__ void mix(const unsigned int *in, unsigned int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = rotate(in[i], i % 8) ^ 0x9e37u;
}

int main()
{
    unsigned int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = 77 * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    mix<<<2, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned int v : h)
        printf("%x ", v);
}
