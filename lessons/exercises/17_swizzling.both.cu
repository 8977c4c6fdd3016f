#ifdef EXERCISE
// Exercise of the lesson swizzling: columns without conflicts, and without padding.
#else
// The exercise of the lesson swizzling, solved: each row in an order of its own.
#endif
//
//   out (cols x rows) = in (rows x cols), transposed
//
#ifdef EXERCISE
// A warp writes a row of the tile and reads a column, whose words all lie in one bank. Put the
// elements of each row elsewhere, so that a column is spread over the banks. The tile stays as
// large as it is.
//
//   tilestep grade FILE.cu --lesson swizzling
#else
// Column c of row r lies at c ^ r: within a row another order of the same places, down a column
// another bank in each row.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 32

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    if (row < rows && col < cols)
#ifdef EXERCISE
        tile[ty][tx] = in[row * cols + col]; /* fill in */
#else
        tile[ty][tx ^ ty] = in[row * cols + col];
#endif
    __syncthreads();

    int out_row = blockIdx.x * TILE_WIDTH + ty;
    int out_col = blockIdx.y * TILE_WIDTH + tx;
    if (out_row < cols && out_col < rows)
#ifdef EXERCISE
        out[out_row * rows + out_col] = tile[tx][ty]; /* fill in */
#else
        out[out_row * rows + out_col] = tile[tx][ty ^ tx];
#endif
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
    int rows = 64, cols = 96;
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
