// Every thread writes all of a table, so all words race, and there are more stores between two
// barriers than are compared.
#include <cstdio>
#define WIDTH 3000

__global__ void fill(int *table)
{
#ifdef RIGHT
    int *row = table + (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
#else
    int *row = table + blockIdx.x * blockDim.x * WIDTH;
#endif
    for (int k = 0; k < WIDTH; ++k)
        row[k] = k * threadIdx.x; // finds: race not-compared
}

int main()
{
    const int n = 2 * 64 * WIDTH;
    int *h = new int[n], *table;
    cudaMalloc(&table, n * sizeof(int));
    cudaMemset(table, 0, n * sizeof(int));
    fill<<<2, 64>>>(table);
    cudaMemcpy(h, table, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < n; ++i)
        sum += h[i];
    printf("%ld\n", sum);
    cudaFree(table);
    delete[] h;
}
