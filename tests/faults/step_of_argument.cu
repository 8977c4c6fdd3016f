// Steps in thousands: less than one of them divides by zero; how many the command line says is open.
#include <cstdio>
#include <cstdlib>

__global__ void quantize(int *out, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i / (step / 1000); // finds: divide-by-zero // noted: assumed-number
}

int main(int argc, char **argv)
{
    const int n = 100;
    int h[n], *out;
#ifdef RIGHT
    int step = atoi(argc > 1 ? argv[1] : "5000");
#else
    int step = 500;
#endif
    cudaMalloc(&out, sizeof h);
    quantize<<<(n + 31) / 32, 32>>>(out, n, step);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[n - 1]);
}
