// A sparse matrix as coordinates, in a struct of pointers that the host fills: one atomic an element.
// counts: all atomics 256
// counts: global_load accesses 1024
// counts: global_load requests 32
#include <cstdlib>

struct COOMatrix {
    unsigned int numRows, numCols, numNonzeros;
    unsigned int *rowIdx;
    unsigned int *colIdx;
    float *value;
};
__global__ void spmv_coo_kernel(COOMatrix cooMatrix, float *x, float *y)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cooMatrix.numNonzeros) {
        unsigned int row = cooMatrix.rowIdx[i];
        unsigned int col = cooMatrix.colIdx[i];
        float value = cooMatrix.value[i];
        atomicAdd(&y[row], x[col] * value);
    }
}

void sketch()
{
    const unsigned int rows = 64, perRow = 4, nnz = rows * perRow;
    float *d_x, *d_y;
    cudaMalloc(&d_x, rows * sizeof(float));
    cudaMalloc(&d_y, rows * sizeof(float));
    COOMatrix coo;
    coo.numRows = rows;
    coo.numCols = rows;
    coo.numNonzeros = nnz;
    cudaMalloc(&coo.rowIdx, nnz * sizeof(unsigned int));
    cudaMalloc(&coo.colIdx, nnz * sizeof(unsigned int));
    cudaMalloc(&coo.value, nnz * sizeof(float));
    cudaMemset(coo.rowIdx, 0, nnz * sizeof(unsigned int));
    cudaMemset(coo.colIdx, 0, nnz * sizeof(unsigned int));
    spmv_coo_kernel<<<(nnz + 63) / 64, 64>>>(coo, d_x, d_y);
    cudaDeviceSynchronize();
}
