// A convolution in one dimension, with its filter in constant memory.
//
// Every element of out is a weighted sum of the elements of in around it; outside of in there is
// nothing to add. The weights F are the same for all threads and do not change while the kernel
// runs, so they stand in constant memory. All threads of a warp ask for the same weight at a time:
// one word is fetched, and all of them get it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32
#define RADIUS     2

__constant__ float F[2 * RADIUS + 1];

__global__ void convolution(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int f = 0; f < 2 * RADIUS + 1; ++f) {
            int at = i + f - RADIUS;
            if (at >= 0 && at < n)
                sum += F[f] * in[at];
        }
        out[i] = sum;
    }
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *filter, const float *out, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        float sum = 0.0f;
        for (int f = 0; f < 2 * RADIUS + 1; ++f) {
            int at = i + f - RADIUS;
            if (at >= 0 && at < n)
                sum += filter[f] * in[at];
        }
        wrong += out[i] != sum;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 64;
    if (argc == 2)
        n = atoi(argv[1]);

    float filter[2 * RADIUS + 1]; // 1, 2, 3, 2, 1 for a radius of 2
    for (int f = 0; f < 2 * RADIUS + 1; ++f)
        filter[f] = (float)(f <= RADIUS ? f + 1 : 2 * RADIUS + 1 - f);
    float *in = (float *)malloc(n * sizeof(float)), *out = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");
    require(cudaMemcpyToSymbol(F, filter, sizeof(filter)), "copy F");

    convolution<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, filter, out, n);
    printf("convolution %d: %d of %d elements wrong\n", n, wrong, n);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
