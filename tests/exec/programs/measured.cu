// A launch is measured: made over and over, with its own result before it from the second time on.
#include <cstdio>

__global__ void twice(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] * 2;
}

// It asks what it left.
__global__ void more(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && to[i] < 100)
        to[i] = from[i] * 2;
}

int main()
{
    const int n = 20000;
    int *from, *to, h = 0, five = 5;
    cudaMalloc(&from, n * sizeof(int));
    cudaMalloc(&to, n * sizeof(int) + 64);
    cudaMemset(from, 1, n * sizeof(int));
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 3; ++i)
            twice<<<(n + 255) / 256, 256>>>(to, from, n);
        cudaMemcpy(&h, to + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d\n", h);
        if (round == 0)
            cudaMemcpy(from + n - 1, &five, sizeof(int), cudaMemcpyHostToDevice);
        if (round == 1)
            cudaMemset(to, 0, n * sizeof(int));
        if (round == 2)
            cudaMemcpy(to + n + 1, &five, sizeof(int), cudaMemcpyHostToDevice);
    }
    cudaMemcpy(&h, to + n + 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaMemset(to, 0, n * sizeof(int));
    for (int i = 0; i < 3; ++i)
        more<<<(n + 255) / 256, 256>>>(to, from, n);
    cudaMemcpy(&h, to + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(from);
    cudaFree(to);
}
