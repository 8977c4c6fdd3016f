// Block 0 publishes a result and raises a flag; without a fence the flag may be seen first.
// says: put __threadfence between the write and the atomic operation that tells of it
#include <cstdio>

__global__ void produce(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 42; // finds: race/grid
#ifdef RIGHT
        __threadfence();
#endif
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0)
            ;
#ifdef RIGHT
        __threadfence();
#endif
        out[0] = data[0]; // finds: race/grid
    }
}

int main()
{
    int *data, *flag, *out, got;
    cudaMalloc(&data, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(data, 0, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    produce<<<2, 32>>>(data, flag, out);
    cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", got);
}
