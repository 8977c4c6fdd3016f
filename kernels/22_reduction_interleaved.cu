// A reduction with the active threads spread out: compare it with 17_reduction.cu.
//
// In the first round every second thread adds its neighbour's element to its own, in the next one
// every fourth thread, and so on. Sums and additions are those of 17_reduction.cu. But in nearly
// every round some thread of every warp is active, so no warp retires early, and nearly every if
// sends the lanes of a warp two ways.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 8 // a power of two

__global__ void reduction_interleaved(const float *in, float *sums, int n)
{
    __shared__ float part[BLOCK_SIZE];

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK_SIZE + t;
    part[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        if (t % (2 * stride) == 0)
            part[t] += part[t + stride];
        __syncthreads();
    }

    if (t == 0)
        sums[blockIdx.x] = part[0];
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *sums, int n, int blocks)
{
    int wrong = 0;
    for (int b = 0; b < blocks; ++b) {
        float sum = 0.0f;
        for (int i = b * BLOCK_SIZE; i < n && i < (b + 1) * BLOCK_SIZE; ++i)
            sum += in[i];
        wrong += sums[b] != sum;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 30;
    if (argc == 2)
        n = atoi(argv[1]);
    int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;

    float *in = (float *)malloc(n * sizeof(float));
    float *sums = (float *)malloc(blocks * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_sums;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_sums, blocks * sizeof(float)), "cudaMalloc sums");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");

    reduction_interleaved<<<blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(sums, d_sums, blocks * sizeof(float), cudaMemcpyDeviceToHost), "copy sums");
    int wrong = count_wrong(in, sums, n, blocks);
    printf("reduction interleaved %d: %d of %d sums wrong\n", n, wrong, blocks);

    cudaFree(d_in);
    cudaFree(d_sums);
    free(in);
    free(sums);
    return wrong != 0;
}
