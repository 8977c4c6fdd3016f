// Every block writes the same header: harmless as long as it is the same.
#include <cstdio>

__global__ void fill(int *table, int width)
{
    int *cells = table + 4;
    if (threadIdx.x == 0)
#ifdef RIGHT
        table[0] = width; // noted: equal-values
#else
        table[0] = width + blockIdx.x; // finds: race/grid
#endif
    cells[blockIdx.x * width + threadIdx.x] = blockIdx.x * threadIdx.x;
}

int main()
{
    const int rows = 5, width = 32;
    int h[4 + rows * width], *table;
    cudaMalloc(&table, sizeof h);
    cudaMemset(table, 0, sizeof h);
    fill<<<rows, width>>>(table, width);
    cudaMemcpy(h, table, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
