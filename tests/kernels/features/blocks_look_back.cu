// A scan over blocks in one launch: each takes a number, waits for the block before, and publishes
// its own prefix.
// expect: out[0] == 0
// expect: out[32] == 1
// expect: out[2016] == 63

__device__ volatile int is_ready[64];
__device__ int prefix[64];
__device__ int next;

__global__ void scan(int *out)
{
    __shared__ int number, before;
    if (threadIdx.x == 0) {
        number = atomicAdd(&next, 1);
        before = 0;
        if (number > 0) {
            while (!is_ready[number - 1])
                ;
            __threadfence();
            before = prefix[number - 1];
        }
        prefix[number] = before + 1;
        __threadfence();
        is_ready[number] = 1;
    }
    __syncthreads();
    out[number * blockDim.x + threadIdx.x] = before;
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * 32 * sizeof(int));
    scan<<<64, 32>>>(out);
    cudaDeviceSynchronize();
}
