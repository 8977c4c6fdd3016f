// Breadth first: several vertices of a frontier reach the same neighbour; whose child is it?
#include <cstdio>

__global__ void visit(const int *row, const int *col, const int *level, int *parent, int depth,
                      int n)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= n || level[u] != depth)
        return;
    for (int e = row[u]; e < row[u + 1]; ++e)
#ifdef RIGHT
        atomicMin(&parent[col[e]], u);
#else
        parent[col[e]] = u; // finds: race/grid race?
#endif
}

int main()
{
    const int n = 64;
    int row[n + 1], col[2 * n], level[n], parent[n], *dr, *dc, *dl, *dp;
    for (int i = 0; i < n; ++i) {
        row[i] = 2 * i;
        col[2 * i] = i / 2 + 1;
        col[2 * i + 1] = (i + 20) % n;
        level[i] = i % 2;
        parent[i] = n;
    }
    row[n] = 2 * n;
    cudaMalloc(&dr, sizeof row);
    cudaMalloc(&dc, sizeof col);
    cudaMalloc(&dl, sizeof level);
    cudaMalloc(&dp, sizeof parent);
    cudaMemcpy(dr, row, sizeof row, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, col, sizeof col, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, level, sizeof level, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, parent, sizeof parent, cudaMemcpyHostToDevice);
    visit<<<4, 16>>>(dr, dc, dl, dp, 1, n);
    cudaMemcpy(parent, dp, sizeof parent, cudaMemcpyDeviceToHost);
    for (int p : parent)
        printf("%d ", p);
}
