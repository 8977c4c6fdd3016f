// A barrier is told the number of warps, but every thread arrives at it.
#include <cstdio>
#include <cuda/barrier>

#ifdef RIGHT
#define ARRIVALS blockDim.x
#else
#define ARRIVALS (blockDim.x / 32)
#endif

__global__ void smooth(const float *in, float *out, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float s[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        init(&bar, ARRIVALS);
    s[threadIdx.x] = 0.0f;
    __syncthreads();
    s[threadIdx.x] = i < n ? in[i] : 0.0f; // finds: race?
    // says: may never end on a GPU
    // says: a barrier tells odd phases from even ones
    bar.arrive_and_wait(); // finds: arrivals-count arrivals-deadlock
    if (i < n)
        out[i] = s[threadIdx.x] + s[127 - threadIdx.x];
}

int main()
{
    const int n = 256;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = (float)(i % 9);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<2, 128>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[n - 1]);
}
