// How the distance between neighbouring threads' addresses decides what a load costs.
//
// Thread i reads a[i * stride + offset]. Memory is fetched in sectors of 32 bytes, 8 floats.
// With stride 1 the 32 threads of a warp need 4 sectors, with stride 2 already 8, and from stride 8
// on every thread needs a sector of its own. An offset of 1 makes the 4 sectors 5.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32

__global__ void strides(const float *a, float *out, int n, int stride, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i * stride + offset];
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *a, const float *result, int n, int stride, int offset)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += result[i] != a[i * stride + offset];
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 64, stride = 1, offset = 0;
    if (argc == 4) {
        n = atoi(argv[1]);
        stride = atoi(argv[2]);
        offset = atoi(argv[3]);
    }

    int a_count = n * stride + offset + 1; // enough for stride 0 too
    float *a = (float *)malloc(a_count * sizeof(float));
    float *result = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < a_count; ++i)
        a[i] = (float)i;
    float *d_a, *d_out;
    require(cudaMalloc(&d_a, a_count * sizeof(float)), "cudaMalloc a");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_a, a, a_count * sizeof(float), cudaMemcpyHostToDevice), "copy a");

    strides<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_a, d_out, n, stride, offset);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(result, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(a, result, n, stride, offset);
    printf("strides n=%d stride=%d offset=%d: %d of %d elements wrong\n", n, stride, offset, wrong,
           n);

    cudaFree(d_a);
    cudaFree(d_out);
    free(a);
    free(result);
    return wrong != 0;
}
