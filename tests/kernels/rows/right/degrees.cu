// Sums of rows that an array puts in another order: what is only an index is no factor of a product.
#include <cstdlib>

__global__ void degrees(const int *adj, const int *order, int *deg, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = order[i], degree = 0;
    for (int j = 0; j < n; ++j)
        degree += adj[v * n + j];
    deg[v] = degree;
}

__global__ void degrees_in_order(const int *adj, const int *order, int *deg, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int *row = adj + order[i] * n;
    int degree = 0;
    for (int j = 0; j < n; ++j)
        degree += row[j];
    deg[i] = degree;
}

__global__ void times(const int *adj, const int *x, int *y, int n) // check: matmul
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = 0;
    for (int j = 0; j < n; ++j)
        sum += adj[i * n + j] * x[j];
    y[i] = sum;
}

int main()
{
    int w = 8, h = 6, n = w;
    int *host = (int *)malloc(n * n * sizeof(int)), *turned = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) {
        turned[i] = n - 1 - i;
        for (int j = 0; j < n; ++j)
            host[i * n + j] = (i + j) % 2;
    }
    int *adj, *order, *deg;
    cudaMalloc(&adj, n * n * sizeof(int));
    cudaMalloc(&order, n * sizeof(int));
    cudaMalloc(&deg, n * sizeof(int));
    cudaMemcpy(adj, host, n * n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(order, turned, n * sizeof(int), cudaMemcpyHostToDevice);
    degrees<<<(n + 7) / 8, 8>>>(adj, order, deg, n);
    degrees_in_order<<<(n + 7) / 8, 8>>>(adj, order, deg, n);
    times<<<(n + 7) / 8, 8>>>(adj, order, deg, n);
}
