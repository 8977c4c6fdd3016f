// A line of shared memory filled with gaps where the stride is not 1, and then read whole.
#include <cstdio>
#include <cstdlib>

__global__ void spread(const int *in, int *out, int stride)
{
    __shared__ int line[64];
    int t = threadIdx.x;
    if (t * stride < 64)
        line[t * stride] = in[t];
    __syncthreads();
    out[t] = line[t]; // finds: uninitialized-read // noted: assumed-number
}

int main(int argc, char **argv)
{
    const int n = 64;
    int h[n], *in, *out;
#ifdef RIGHT
    int stride = atoi(argc > 1 ? argv[1] : "1");
#else
    int stride = 2;
#endif
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    spread<<<1, n>>>(in, out, stride);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
}
