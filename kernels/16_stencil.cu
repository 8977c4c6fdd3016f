// A stencil in one dimension: every element of out is the sum of the elements of in that lie at
// most RADIUS away from it. Outside of in there is nothing to add.
//
// Neighbouring threads need nearly the same elements, so a block copies its stretch of in to shared
// memory once, with a halo of RADIUS elements on either side that its first threads load.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 8
#define RADIUS     2 // at most BLOCK_SIZE

__global__ void stencil(const float *in, float *out, int n)
{
    __shared__ float stretch[BLOCK_SIZE + 2 * RADIUS];

    int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int at = threadIdx.x + RADIUS; // of element i in stretch

    stretch[at] = i < n ? in[i] : 0.0f;
    if (threadIdx.x < RADIUS) {
        int left = i - RADIUS, right = i + BLOCK_SIZE;
        stretch[at - RADIUS] = left >= 0 ? in[left] : 0.0f;
        stretch[at + BLOCK_SIZE] = right < n ? in[right] : 0.0f;
    }
    __syncthreads();

    if (i < n) {
        float sum = 0.0f;
        for (int d = -RADIUS; d <= RADIUS; ++d)
            sum += stretch[at + d];
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

static int count_wrong(const float *in, const float *out, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        float sum = 0.0f;
        for (int d = -RADIUS; d <= RADIUS; ++d)
            if (i + d >= 0 && i + d < n)
                sum += in[i + d];
        wrong += out[i] != sum;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int n = 30;
    if (argc == 2)
        n = atoi(argv[1]);

    float *in = (float *)malloc(n * sizeof(float)), *out = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, n * sizeof(float), cudaMemcpyHostToDevice), "copy in");

    stencil<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, n);
    printf("stencil %d: %d of %d elements wrong\n", n, wrong, n);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
