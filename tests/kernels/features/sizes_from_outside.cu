// Sizes that only the user knows: read from argv, set on the command line.
// run: --set rows=6 --set inner=5 --set cols=7
// check: matmul

#include <cstdlib>

#define TILE 4

__global__ void product(const float *A, const float *B, float *C, int rows, int inner, int cols)
{
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;
    float sum = 0.0f;
    for (int i = 0; i < inner; ++i)
        sum += A[row * inner + i] * B[i * cols + col];
    C[row * cols + col] = sum;
}

void sketch(int argc, char **argv)
{
    int rows = atoi(argv[1]), inner = atoi(argv[2]), cols = atoi(argv[3]);
    float *A, *B, *C;
    cudaMalloc(&A, rows * inner * sizeof(float));
    cudaMalloc(&B, inner * cols * sizeof(float));
    cudaMalloc(&C, rows * cols * sizeof(float));
    dim3 grid((cols - 1) / TILE + 1, (rows - 1) / TILE + 1, 1), block(TILE, TILE, 1);
    product<<<grid, block>>>(A, B, C, rows, inner, cols);
    cudaDeviceSynchronize();
}
