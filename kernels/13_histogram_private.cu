// A histogram, privatised: a copy for each block. How many numbers end in 0, in 1, ... in 9?
//
// The threads of a block count in shared memory, where atomics are quick and only one block's
// threads meet. When all have counted, the block adds its copy to the bins in global memory: one
// atomic for each bin instead of one for each number.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32
#define BIN_COUNT  10

__global__ void histogram_private(const unsigned int *numbers, unsigned int *bins, int n)
{
    __shared__ unsigned int block_bins[BIN_COUNT];

    for (int bin = threadIdx.x; bin < BIN_COUNT; bin += blockDim.x)
        block_bins[bin] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&block_bins[numbers[i] % BIN_COUNT], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < BIN_COUNT; bin += blockDim.x)
        if (block_bins[bin] > 0)
            atomicAdd(&bins[bin], block_bins[bin]);
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const unsigned int *numbers, const unsigned int *bins, int n)
{
    unsigned int expected[BIN_COUNT] = {0};
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        ++expected[numbers[i] % BIN_COUNT];
    for (int bin = 0; bin < BIN_COUNT; ++bin)
        wrong += bins[bin] != expected[bin];
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 64;
    if (argc == 2)
        n = atoi(argv[1]);

    unsigned int *numbers = (unsigned int *)malloc(n * sizeof(unsigned int));
    unsigned int bins[BIN_COUNT];
    for (int i = 0; i < n; ++i)
        numbers[i] = (unsigned int)(i * i);
    unsigned int *d_numbers, *d_bins;
    require(cudaMalloc(&d_numbers, n * sizeof(unsigned int)), "cudaMalloc numbers");
    require(cudaMalloc(&d_bins, BIN_COUNT * sizeof(unsigned int)), "cudaMalloc bins");
    require(cudaMemcpy(d_numbers, numbers, n * sizeof(unsigned int), cudaMemcpyHostToDevice),
            "copy numbers");
    require(cudaMemset(d_bins, 0, BIN_COUNT * sizeof(unsigned int)), "clear bins");

    histogram_private<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_numbers, d_bins, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(bins, d_bins, BIN_COUNT * sizeof(unsigned int), cudaMemcpyDeviceToHost),
            "copy bins");
    int wrong = count_wrong(numbers, bins, n);
    printf("histogram private of %d numbers: %d of %d bins wrong\n", n, wrong, BIN_COUNT);

    cudaFree(d_numbers);
    cudaFree(d_bins);
    free(numbers);
    return wrong != 0;
}
