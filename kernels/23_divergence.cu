// Two kinds of work, given out to groups of neighbouring threads alternately.
//
// All lanes of a warp run the same instruction. Where an if sends some of them one way and some the
// other, the warp diverges: both ways, one after the other, and on each the other lanes wait.
// With group 1 neighbours part, and so does every warp. With group 32 the same number of threads
// does each kind of work, but whole warps go the same way, and none of them waits.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 64

__global__ void divergence(const float *in, float *out, int n, int group)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i];
        if (i / group % 2 == 0)
            x = 2.0f * x + 1.0f;
        else
            x = 0.5f * x - 1.0f;
        out[i] = x;
    }
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *out, int n, int group)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += out[i] != (i / group % 2 == 0 ? 2.0f * in[i] + 1.0f : 0.5f * in[i] - 1.0f);
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 64, group = 1;
    if (argc == 3) {
        n = atoi(argv[1]);
        group = atoi(argv[2]);
    }

    float *in = (float *)malloc(n * sizeof(float)), *out = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");

    divergence<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n, group);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, n, group);
    printf("divergence n=%d group=%d: %d of %d elements wrong\n", n, group, wrong, n);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
