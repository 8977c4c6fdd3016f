// A sparse matrix has one more row pointer than rows, or the last row has no end.
#include <cstdio>
#define ROWS 20

__global__ void spmv(const int *row, const int *col, const float *value, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= ROWS)
        return;
    float sum = 0;
    int end = row[r + 1]; // finds: out-of-bounds-read
    for (int j = row[r]; j < end; ++j)
        sum += value[j] * x[col[j]];
    y[r] = sum;
}

int main()
{
    int row[ROWS + 1], col[2 * ROWS], *dr, *dc;
    float value[2 * ROWS], x[ROWS], *dv, *dx, *dy;
    for (int i = 0; i < 2 * ROWS; ++i) {
        row[i / 2] = i / 2 * 2;
        col[i] = i * 3 % ROWS;
        value[i] = i % 4;
        x[i / 2] = i;
    }
    row[ROWS] = 2 * ROWS;
#ifdef RIGHT
    const int pointers = ROWS + 1;
#else
    const int pointers = ROWS;
#endif
    cudaMalloc(&dr, pointers * sizeof(int));
    cudaMalloc(&dc, sizeof col);
    cudaMalloc(&dv, sizeof value);
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof x);
    cudaMemcpy(dr, row, pointers * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col, sizeof col, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, value, sizeof value, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    spmv<<<1, 32>>>(dr, dc, dv, dx, dy);
    cudaMemcpy(x, dy, sizeof x, cudaMemcpyDeviceToHost);
    for (float v : x)
        printf("%g ", v);
}
