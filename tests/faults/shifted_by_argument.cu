// How far the copy is shifted: a constant that leads behind the end, or a number of the command line.
#include <cstdio>
#include <cstdlib>

__global__ void shift(const float *in, float *out, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + by]; // finds: out-of-bounds-read // noted: assumed-number
}

int main(int argc, char **argv)
{
    const int n = 100;
    float h[n], *in, *out;
#ifdef RIGHT
    int by = atoi(argc > 1 ? argv[1] : "0");
#else
    int by = 1;
#endif
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<(n + 31) / 32, 32>>>(in, out, n, by);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
}
