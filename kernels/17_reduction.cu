// A reduction: each block adds up BLOCK_SIZE elements in shared memory, in a tree.
//
// In every round the lower half of the threads adds the upper half's elements to its own. All must
// have finished a round before the next begins, also those that no longer add: the barrier stands
// outside the if. The active threads stay side by side, so that whole warps retire.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 8 // a power of two

__global__ void reduction(const float *in, float *sums, int n)
{
    __shared__ float part[BLOCK_SIZE];

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK_SIZE + t;
    part[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
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

    reduction<<<blocks, BLOCK_SIZE>>>(d_in, d_sums, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(sums, d_sums, blocks * sizeof(float), cudaMemcpyDeviceToHost), "copy sums");
    int wrong = count_wrong(in, sums, n, blocks);
    printf("reduction %d: %d of %d sums wrong\n", n, wrong, blocks);

    cudaFree(d_in);
    cudaFree(d_sums);
    free(in);
    free(sums);
    return wrong != 0;
}
