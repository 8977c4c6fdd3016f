// 600 stores a thread between two barriers, and one word of them that two threads write.
#include <cstdio>
#define EACH 600

__global__ void table(int *out)
{
    int *mine = out + (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    for (int k = 0; k < EACH; ++k)
        mine[k] = k * threadIdx.x; // finds: race
#ifndef RIGHT
    if (threadIdx.x == 40)
        mine[-1] = 1; // finds: race
#endif
}

int main()
{
    const int n = 2 * 64 * EACH;
    int *h = new int[n], *out;
    cudaMalloc(&out, n * sizeof(int));
    table<<<2, 64>>>(out);
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < n; ++i)
        sum += h[i];
    printf("%ld\n", sum);
    delete[] h;
}
