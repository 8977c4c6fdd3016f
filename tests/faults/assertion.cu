// What the programmer was sure of, said as an assertion.
#include <assert.h>
#include <cstdio>

__global__ void percent(const int *part, const int *whole, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(part[i] <= whole[i]); // finds: assert
    out[i] = 100 * part[i] / whole[i];
}

int main()
{
    int p[64], w[64], *part, *whole, *out;
    for (int i = 0; i < 64; ++i) {
        w[i] = 20 + i % 3;
#ifdef RIGHT
        p[i] = i % 20;
#else
        p[i] = i % 25;
#endif
    }
    cudaMalloc(&part, sizeof p);
    cudaMalloc(&whole, sizeof w);
    cudaMalloc(&out, sizeof p);
    cudaMemcpy(part, p, sizeof p, cudaMemcpyHostToDevice);
    cudaMemcpy(whole, w, sizeof w, cudaMemcpyHostToDevice);
    percent<<<2, 32>>>(part, whole, out);
    cudaMemcpy(p, out, sizeof p, cudaMemcpyDeviceToHost);
    for (int v : p)
        printf("%d ", v);
}
