// Many locks, each given back without a fence before: the fence behind a thread's second lock carries
// on what was done under its first, but to those who take the second one only.

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
                bins[bin] = bins[bin] + 1; // finds: race-raw 384, race-war 8064, race-waw 4224
                atomicExch(&locks[bin], 0);
            }
    }
}

int main()
{
    int *bins;
    cudaMalloc(&bins, 64 * sizeof(int));
    cudaMemset(bins, 0, 64 * sizeof(int));
    count<<<6, 64>>>(bins);
    cudaDeviceSynchronize();
}
