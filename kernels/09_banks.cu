// Shared memory has 32 banks, each a word wide: word i stands in bank i % 32.
//
// One warp loads from shared memory with a stride. Different words of one bank are served one after
// another, so stride 2 takes 2 wavefronts and stride 32 takes 32. Stride 33 takes one again: odd
// strides reach every bank. With stride 0 all threads load the same word: one wavefront as well.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define WORDS 1056 // 33 rows of 32

__global__ void banks(float *out, int stride)
{
    __shared__ float s[WORDS];

    for (int i = threadIdx.x; i < WORDS; i += 32)
        s[i] = (float)i;
    __syncthreads();

    out[threadIdx.x] = s[(threadIdx.x * stride) % WORDS];
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *result, int stride)
{
    int wrong = 0;
    for (int i = 0; i < 32; ++i)
        wrong += result[i] != (float)(i * stride % WORDS);
    return wrong;
}

int main(int argc, char **argv)
{
    int stride = 1;
    if (argc == 2)
        stride = atoi(argv[1]);

    float *result = (float *)malloc(32 * sizeof(float));
    float *d_out;
    require(cudaMalloc(&d_out, 32 * sizeof(float)), "cudaMalloc out");

    banks<<<1, 32>>>(d_out, stride);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(result, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(result, stride);
    printf("banks stride=%d: %d of 32 elements wrong\n", stride, wrong);

    cudaFree(d_out);
    free(result);
    return wrong != 0;
}
