// A struct is copied to the kernel as it is: its pointer still leads to the array of the host.
#include <cstdio>
#include <cstdlib>

struct Matrix {
    int rows, cols;
    float *cells;
};

__global__ void row_sums(Matrix m, float *sums)
{
    int row = threadIdx.x;
    float sum = 0;
    for (int col = 0; row < m.rows && col < m.cols; ++col)
        sum += m.cells[row * m.cols + col]; // finds: device-reads-host-pointer
    if (row < m.rows)
        sums[row] = sum;
}

int main()
{
    Matrix m;
    m.rows = 20;
    m.cols = 6;
    size_t bytes = m.rows * m.cols * sizeof(float);
    float *cells = (float *)malloc(bytes), *sums, h[20];
    for (int i = 0; i < m.rows * m.cols; ++i)
        cells[i] = i % 7;
    cudaMalloc(&sums, m.rows * sizeof(float));
#ifdef RIGHT
    cudaMalloc(&m.cells, bytes);
    cudaMemcpy(m.cells, cells, bytes, cudaMemcpyHostToDevice);
#else
    m.cells = cells;
#endif
    row_sums<<<1, 32>>>(m, sums);
    cudaMemcpy(h, sums, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
