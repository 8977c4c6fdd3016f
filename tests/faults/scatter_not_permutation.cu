// i * 5 mod 64 goes through all places; i * 6 mod 64 meets half of them twice.
#include <cstdio>
#ifdef RIGHT
#define STEP 5
#else
#define STEP 6
#endif

__global__ void scatter(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * STEP % n] = in[i]; // finds: race/grid
}

int main()
{
    const int n = 64;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    scatter<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
