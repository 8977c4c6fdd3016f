// Every thread fills the table from its own row to the end, all with the same values, so most rows
// are written by many: more stores than are compared. One word is also written by a single thread.
#include <cstdio>
#define ROWS 513
#define COLUMNS 12

__global__ void fill(int *table)
{
    int *own = table + blockIdx.x * ROWS * COLUMNS;
    for (int row = threadIdx.x; row < ROWS; ++row)
        for (int i = 0; i < COLUMNS; ++i)
            own[row * COLUMNS + i] = 2 * row; // finds: race
    if (threadIdx.x == 7)
#ifdef RIGHT
        own[ROWS * COLUMNS - 1] = 2 * (ROWS - 1);
#else
        own[ROWS * COLUMNS - 1] = -1; // finds: race
#endif
}

int main()
{
    const int n = 2 * ROWS * COLUMNS;
    int *h = new int[n], *table;
    cudaMalloc(&table, n * sizeof(int));
    fill<<<2, 256>>>(table);
    cudaMemcpy(h, table, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < n; ++i)
        sum += h[i];
    printf("%ld\n", sum);
    cudaFree(table);
    delete[] h;
}
