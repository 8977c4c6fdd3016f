// A lock as an object that the host makes and destroys, as in "CUDA by Example".
// expect: sum[0] == 4

struct Lock {
    int *mutex;
    Lock(void)
    {
        cudaMalloc((void **)&mutex, sizeof(int));
        cudaMemset(mutex, 0, sizeof(int));
    }
    ~Lock(void)
    {
        cudaFree(mutex);
    }
    __device__ void lock(void)
    {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock(void)
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__global__ void add(Lock lock, int *sum)
{
    if (threadIdx.x == 0) {
        lock.lock();
        *sum += 1;
        lock.unlock();
    }
}

int main()
{
    int *sum;
    Lock lock;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<4, 32>>>(lock, sum);
    cudaDeviceSynchronize();
}
