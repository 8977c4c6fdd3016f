// Every thread takes two locks, one behind the other: what its first lock brings is passed on with
// the second, so that what a block did is known to the next by very many ways.
// expect: bins[0] == 80
// expect: bins[63] == 80

__device__ int locks[64];

__global__ void count(int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 2; ++round) {
        int bin = (i * 5 + round * (i / 64 + 1)) % 64;
        for (int lane = 0; lane < 32; ++lane)
            if (i % 32 == lane) {
                while (atomicCAS(&locks[bin], 0, 1) != 0)
                    ;
                __threadfence();
                bins[bin] = bins[bin] + 1;
                __threadfence();
                atomicExch(&locks[bin], 0);
            }
    }
}

int main()
{
    int *bins;
    cudaMalloc(&bins, 64 * sizeof(int));
    cudaMemset(bins, 0, 64 * sizeof(int));
    count<<<40, 64>>>(bins);
    cudaDeviceSynchronize();
}
