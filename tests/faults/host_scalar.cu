// The counter that the threads share is a variable of the host, whose address the kernel is given.
#include <cstdio>

__global__ void count_even(const int *in, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 == 0)
        atomicAdd(count, 1); // finds: device-reads-host-pointer
}

int main()
{
    const int n = 100;
    int h[n], *in, count = 0;
    for (int i = 0; i < n; ++i)
        h[i] = 3 * i;
    cudaMalloc(&in, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef RIGHT
    int *total;
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(total, &count, sizeof(int), cudaMemcpyHostToDevice);
    count_even<<<(n + 63) / 64, 64>>>(in, n, total);
    cudaMemcpy(&count, total, sizeof(int), cudaMemcpyDeviceToHost);
#else
    count_even<<<(n + 63) / 64, 64>>>(in, n, &count);
    cudaDeviceSynchronize();
#endif
    printf("%d\n", count);
}
