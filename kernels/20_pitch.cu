// The sum of every column of a matrix whose rows begin pitch elements apart.
//
// Memory is fetched in sectors of 32 bytes, 8 floats. A row of 32 elements that begins with one
// needs 4 of them; one that begins in the middle of a sector needs 5. So it matters where the rows
// begin: with 33 elements from one to the next, most rows begin in the middle. A pitch of 40 leaves
// some elements unused after every row, and every row begins with a sector again.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32

__global__ void column_sums(const float *in, float *sums, int rows, int cols, int pitch)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            sum += in[row * pitch + col];
        sums[col] = sum;
    }
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *sums, int rows, int cols, int pitch)
{
    int wrong = 0;
    for (int col = 0; col < cols; ++col) {
        float sum = 0.0f;
        for (int row = 0; row < rows; ++row)
            sum += in[row * pitch + col];
        wrong += sums[col] != sum;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int rows = 8, cols = 32, pitch = 33; // pitch is at least cols
    if (argc == 4) {
        rows = atoi(argv[1]);
        cols = atoi(argv[2]);
        pitch = atoi(argv[3]);
    }

    float *in = (float *)malloc(rows * pitch * sizeof(float));
    float *sums = (float *)malloc(cols * sizeof(float));
    for (int i = 0; i < rows * pitch; ++i)
        in[i] = (float)(i * 7 % 9 + 1);
    float *d_in, *d_sums;
    require(cudaMalloc(&d_in, rows * pitch * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_sums, cols * sizeof(float)), "cudaMalloc sums");
    require(cudaMemcpy(d_in, in, rows * pitch * sizeof(float), cudaMemcpyHostToDevice), "copy in");

    column_sums<<<(cols + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_sums, rows, cols,
                                                                      pitch);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(sums, d_sums, cols * sizeof(float), cudaMemcpyDeviceToHost), "copy sums");
    int wrong = count_wrong(in, sums, rows, cols, pitch);
    printf("pitch %dx%d, rows %d apart: %d of %d sums wrong\n", rows, cols, pitch, wrong, cols);

    cudaFree(d_in);
    cudaFree(d_sums);
    free(in);
    free(sums);
    return wrong != 0;
}
