// A level of breadth first search: all that reach a vertex give it the same level.
#include <cstdio>

__global__ void step(const int *from, const int *to, int *level, int edges, int depth)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges && level[from[e]] == depth)
#ifdef RIGHT
        level[to[e]] = depth + 1; // noted: equal-values
#else
        level[to[e]] = depth + 1 + e / 32; // finds: race/grid race?
#endif
}

int main()
{
    const int n = 40, edges = 120;
    int from[edges], to[edges], level[n], *df, *dt, *dl;
    for (int e = 0; e < edges; ++e) {
        from[e] = e % 8;
        to[e] = 8 + e * 5 % 32;
    }
    for (int i = 0; i < n; ++i)
        level[i] = i < 8 ? 0 : -1;
    cudaMalloc(&df, sizeof from);
    cudaMalloc(&dt, sizeof to);
    cudaMalloc(&dl, sizeof level);
    cudaMemcpy(df, from, sizeof from, cudaMemcpyHostToDevice);
    cudaMemcpy(dt, to, sizeof to, cudaMemcpyHostToDevice);
    cudaMemcpy(dl, level, sizeof level, cudaMemcpyHostToDevice);
    step<<<4, 32>>>(df, dt, dl, edges, 0);
    cudaMemcpy(level, dl, sizeof level, cudaMemcpyDeviceToHost);
    for (int l : level)
        printf("%d ", l);
}
