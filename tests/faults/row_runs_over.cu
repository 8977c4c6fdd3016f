// Without a guard for the column the threads right of the matrix are in the next row.
#include <cuda_runtime.h>

__global__ void scale_matrix(float *m, const float *factor, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef RIGHT
    if (row < rows && col < cols)
#else
    if (row < rows && row * cols + col < rows * cols)
#endif
        m[row * cols + col] *= factor[row]; // finds: wrong-row-read wrong-row-write race/grid?
}

int main()
{
    const int rows = 12, cols = 20;
    float h[rows * cols], f[rows], *m, *factor;
    for (int i = 0; i < rows * cols; ++i) {
        h[i] = i;
        f[i / cols] = i / cols;
    }
    cudaMalloc(&m, sizeof h);
    cudaMalloc(&factor, sizeof f);
    cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(factor, f, sizeof f, cudaMemcpyHostToDevice);
    scale_matrix<<<dim3(2, 2), dim3(16, 8)>>>(m, factor, rows, cols);
    cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
    return h[5] != 0;
}
