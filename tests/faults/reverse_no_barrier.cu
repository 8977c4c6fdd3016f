// Reversing each block's part through shared memory.
#include <stdio.h>

__global__ void reverse(float *d)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    float *mine = d + blockIdx.x * 64;
    s[t] = mine[t]; // finds: race
#ifdef RIGHT
    __syncthreads();
#endif
    mine[t] = s[63 - t]; // finds: race
}

int main(void)
{
    float a[256], *d;
    for (int i = 0; i < 256; i++)
        a[i] = i;
    cudaMalloc((void **)&d, sizeof(a));
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    reverse<<<4, 64>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        printf("%g ", a[i]);
    return 0;
}
