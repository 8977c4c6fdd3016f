// A local array of main as a kernel argument, to be written to.
#include <stdio.h>

__global__ void fill(int *a, int n)
{
    int i = threadIdx.x;
    if (i < n)
        a[i] = 3 * i; // finds: device-reads-host-pointer
}

int main(void)
{
    int a[32] = {0};
    int *d_a;
    cudaMalloc((void **)&d_a, sizeof(a));
#ifdef RIGHT
    fill<<<1, 32>>>(d_a, 32);
#else
    fill<<<1, 32>>>(a, 32);
#endif
    cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        printf("%d ", a[i]);
    return 0;
}
