// A lock without fences: who gets it need not see what the last one wrote.

__device__ int lock;

__global__ void add(int *count)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        *count = *count + 1; // finds: race-war 240, race-waw 120
        atomicExch(&lock, 0);
    }
}

int main()
{
    int *count;
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    add<<<16, 32>>>(count);
    cudaDeviceSynchronize();
}
