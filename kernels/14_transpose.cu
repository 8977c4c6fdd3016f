// A matrix transposed: row r, column c of in becomes row c, column r of out. Both row major.
//
// A warp reads along a row of in and writes down a column of out. One of the two cannot be
// coalesced; 15_transpose_tiled.cu transposes the matrix in shared memory instead.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 2

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    if (row < rows && col < cols)
        out[col * rows + row] = in[row * cols + col];
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static int count_wrong(const float *in, const float *out, int rows, int cols)
{
    int wrong = 0;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col)
            wrong += out[col * rows + row] != in[row * cols + col];
    return wrong;
}

int main(int argc, char **argv)
{
    int rows = 4, cols = 6;
    if (argc == 3) {
        rows = atoi(argv[1]);
        cols = atoi(argv[2]);
    }

    size_t bytes = rows * cols * sizeof(float);
    float *in = (float *)malloc(bytes), *out = (float *)malloc(bytes);
    for (int i = 0; i < rows * cols; ++i)
        in[i] = (float)i;
    float *d_in, *d_out;
    require(cudaMalloc(&d_in, rows * cols * sizeof(float)), "cudaMalloc in");
    require(cudaMalloc(&d_out, cols * rows * sizeof(float)), "cudaMalloc out");
    require(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice), "copy in");

    dim3 block(TILE_WIDTH, TILE_WIDTH);
    dim3 grid((cols + TILE_WIDTH - 1) / TILE_WIDTH, (rows + TILE_WIDTH - 1) / TILE_WIDTH);
    transpose<<<grid, block>>>(d_in, d_out, rows, cols);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, rows, cols);
    printf("transpose %dx%d: %d of %d elements wrong\n", rows, cols, wrong, rows * cols);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
