// Multiples are added up in steps of thousands: less than one of them never gets to the end.
#include <cstdio>
#include <cstdlib>

__global__ void round_up(int *out, int step)
{
    int multiple = 0;
    while (multiple < 50 + (int)threadIdx.x) // finds: step-limit // noted: assumed-number
        multiple += step / 1000;
    out[threadIdx.x] = multiple;
}

int main(int argc, char **argv)
{
    const int n = 32;
    int h[n], *out;
#ifdef RIGHT
    int step = atoi(argc > 1 ? argv[1] : "5000");
#else
    int step = 500;
#endif
    cudaMalloc(&out, sizeof h);
    round_up<<<1, n>>>(out, step);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
