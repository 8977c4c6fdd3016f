// A lane that waits with a mask in which it does not stand.
#include <cstdio>

__global__ void halves(int *a)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = a[lane];
#ifdef RIGHT
    unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
#else
    unsigned mask = 0x0000ffffu;
#endif
    if (lane < 16)
        __syncwarp(mask);
    else
        __syncwarp(mask); // finds: warp-sync
    a[lane] = s[lane ^ 8];  // finds: race?
}

int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    halves<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
