// Tiles with a halo: the halo threads only help to load, but here they store too.
// says: the parts of two blocks overlap
#include <cstdio>
#define OUT 30
#define THREADS 32

__global__ void differences(const float *in, float *out, int n)
{
    __shared__ float tile[THREADS];
    int i = blockIdx.x * OUT + threadIdx.x - 1;
    tile[threadIdx.x] = i >= 0 && i < n ? in[i] : 0.0f;
    __syncthreads();
    float before = threadIdx.x > 0 ? tile[threadIdx.x - 1] : 0.0f;
#ifdef RIGHT
    if (threadIdx.x >= 1 && threadIdx.x <= OUT && i < n)
#else
    if (i >= 0 && i < n)
#endif
        out[i] = tile[threadIdx.x] - before; // finds: race/grid
}

int main()
{
    const int n = 120;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * i % 17;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    differences<<<n / OUT, THREADS>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
