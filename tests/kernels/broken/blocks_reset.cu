// The first block clears the counter on which all of them count.

__global__ void clear_and_count(int *count)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *count = 0; // finds: race-waw 3
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(count, 1);
}

int main()
{
    int *count;
    cudaMalloc(&count, sizeof(int));
    clear_and_count<<<4, 32>>>(count);
    cudaDeviceSynchronize();
}
