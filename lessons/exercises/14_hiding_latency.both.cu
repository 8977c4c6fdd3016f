#ifdef EXERCISE
// Exercise of the lesson hiding_latency: more bytes for each request.
#else
// The exercise of the lesson hiding_latency, solved: four floats for each load.
#endif
//
//   out[i] = 2 * in[i] + 1
//
#ifdef EXERCISE
// Each thread loads one float here. Let it load four neighbours at once, as a float4, and launch a
// quarter of the threads. n can be any number, so the last thread may have less than four; an address
// of a float4 has to be a multiple of 16 bytes, which in and out are.
//
//   tilestep grade FILE.cu --lesson hiding_latency
#else
// A request of a warp now fetches 512 bytes. The thread at the end takes what is left one by one.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 64

__global__ void scale(const float *in, float *out, int n)
{
#ifdef EXERCISE
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2.0f * in[i] + 1.0f;
#else
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 3 < n) {
        float4 v = *(const float4 *)(in + first);
        v.x = 2.0f * v.x + 1.0f;
        v.y = 2.0f * v.y + 1.0f;
        v.z = 2.0f * v.z + 1.0f;
        v.w = 2.0f * v.w + 1.0f;
        *(float4 *)(out + first) = v;
    } else {
        for (int i = first; i < n; ++i)
            out[i] = 2.0f * in[i] + 1.0f;
    }
#endif
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *out, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += out[i] != 2.0f * in[i] + 1.0f;
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 4096;
    if (argc == 2)
        n = atoi(argv[1]);

    float *in = (float *)malloc(n * sizeof(float));
    float *out = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");

#ifdef EXERCISE
    scale<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);
#else
    int elements_per_block = 4 * BLOCK_SIZE;
    scale<<<(n + elements_per_block - 1) / elements_per_block, BLOCK_SIZE>>>(d_in, d_out, n);
#endif
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, n);
    printf("scale n=%d: %d of %d elements wrong\n", n, wrong, n);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
