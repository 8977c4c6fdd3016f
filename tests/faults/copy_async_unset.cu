// Tiles come by cp.async, 16 bytes a thread; of the last one the host has filled the first half
// alone. RIGHT: a copy past what is filled has 0 bytes to read, and zeros take their place.
#include <cstdio>
#include <cuda_runtime.h>

enum { TILE = 256 };

__global__ void reversed(const float *in, float *out, int n)
{
    __shared__ __align__(16) float tile[TILE];
    int first = blockIdx.x * TILE + threadIdx.x * 4;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x * 4]);
#ifdef RIGHT
    int bytes = first < n ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in + first),
                 "r"(bytes));
#else
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + first)); // finds: uninitialized-read
#endif
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
        out[blockIdx.x * TILE + i] = tile[TILE - 1 - i];
}

int main()
{
    const int n = 3 * TILE + TILE / 2, all = 4 * TILE;
    static float h[all];
    for (int i = 0; i < n; i++)
        h[i] = (float)i;
    float *in, *out;
    cudaMalloc(&in, all * sizeof(float));
    cudaMalloc(&out, all * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    reversed<<<all / TILE, TILE / 4>>>(in, out, n);
    cudaMemcpy(h, out, all * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[all - 1]);
    cudaFree(in);
    cudaFree(out);
}
