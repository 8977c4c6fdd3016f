#ifdef EXERCISE
// Exercise of the lesson audit: the same work, handed out so that accesses are coalesced.
#else
// The exercise of the lesson audit, solved: the elements of a block are handed out iteration by iteration.
#endif
//
//   out[i] = 2 * in[i] + 1
//
#ifdef EXERCISE
// Each thread has STEPS elements to do, and takes STEPS neighbours. Neighbouring threads then begin
// STEPS elements apart. Hand the elements out in another way, so that in every iteration of the loop
// neighbouring threads have neighbouring elements. Keep STEPS elements for each thread; n can be
// any size.
//
//   tilestep grade FILE.cu --lesson audit
#else
// In an iteration of the loop, the threads of a block have BLOCK_SIZE neighbouring elements.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32
#define STEPS      4

__global__ void scale(const float *in, float *out, int n)
{
#ifdef EXERCISE
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * STEPS;
    for (int step = 0; step < STEPS; ++step) {
        int i = first + step;
#else
    int first = blockIdx.x * blockDim.x * STEPS + threadIdx.x;
    for (int step = 0; step < STEPS; ++step) {
        int i = first + step * blockDim.x;
#endif
        if (i < n)
            out[i] = 2.0f * in[i] + 1.0f;
    }
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
    int n = 256;
    if (argc == 2)
        n = atoi(argv[1]);

    float *in = (float *)malloc(n * sizeof(float)), *out = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");

    int of_block = BLOCK_SIZE * STEPS;
    scale<<<(n + of_block - 1) / of_block, BLOCK_SIZE>>>(d_in, d_out, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, n);
    printf("scale %d: %d of %d elements wrong\n", n, wrong, n);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
