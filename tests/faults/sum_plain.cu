// One total for all blocks: a plain += loses what another thread adds at the same time.
// says: update it by an atomic operation, such as atomicAdd
#include <cstdio>

__global__ void sum(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
#ifdef RIGHT
        atomicAdd(total, in[i]);
#else
        *total += in[i]; // finds: race/grid race
#endif
    }
}

int main()
{
    const int n = 200;
    int host[n], total = 0, *in, *out;
    for (int i = 0; i < n; ++i)
        host[i] = i % 7;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    sum<<<(n + 63) / 64, 64>>>(in, out, n);
    cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", total);
}
