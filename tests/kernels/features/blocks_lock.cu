// A lock by atomicCAS, with a fence behind its taking and before its release.
// expect: count[0] == 16

__device__ int lock;

__global__ void add(int *count)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        *count = *count + 1;
        __threadfence();
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
