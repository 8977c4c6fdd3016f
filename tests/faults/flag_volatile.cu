// A volatile flag is read anew each time, but it orders nothing around it.
#include <cstdio>

__global__ void relay(volatile int *flag, float *message, float *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        message[t] = 2 * t; // finds: race/grid
        __syncthreads();
        if (t == 0) {
#ifdef RIGHT
            __threadfence();
            atomicExch((int *)flag, 1);
#else
            *flag = 1; // finds: race/grid
#endif
        }
    } else {
        if (t == 0) {
#ifdef RIGHT
            while (atomicOr((int *)flag, 0) == 0) {
            }
            __threadfence();
#else
            while (*flag == 0) { // finds: race/grid
            }
#endif
        }
        __syncthreads();
        out[t] = message[t] + 1; // finds: race/grid
    }
}

int main()
{
    int *flag;
    float *message, *out, h[64];
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&message, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemset(flag, 0, sizeof(int));
    relay<<<2, 64>>>(flag, message, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        printf("%g ", h[i]);
}
