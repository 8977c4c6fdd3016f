// A matrix transposed through a tile of shared memory that is swizzled instead of padded.
//
// Row ty of the tile keeps its column tx at place tx ^ ty. Within a row that is another order of
// the same places, so nothing is lost and nothing is added; down a column the places differ from
// row to row, so that a warp finds each element in a bank of its own. TILE_WIDTH is a power of two.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 4

__global__ void transpose_swizzled(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    if (row < rows && col < cols)
        tile[ty][tx ^ ty] = in[row * cols + col];
    __syncthreads();

    int out_row = blockIdx.x * TILE_WIDTH + ty;
    int out_col = blockIdx.y * TILE_WIDTH + tx;
    if (out_row < cols && out_col < rows)
        out[out_row * rows + out_col] = tile[tx][ty ^ tx];
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
    int rows = 4, cols = 8;
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
    transpose_swizzled<<<grid, block>>>(d_in, d_out, rows, cols);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost), "copy out");
    int wrong = count_wrong(in, out, rows, cols);
    printf("transpose swizzled %dx%d: %d of %d elements wrong\n", rows, cols, wrong, rows * cols);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
