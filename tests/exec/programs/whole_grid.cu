// Blocks that wait for each other: at barriers of the whole grid, where one of them has nothing to do, and in a loop.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>
namespace cg = cooperative_groups;

__global__ void relax(float *a, float *b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; ++step) {
        for (int i = grid.thread_rank(); i < n; i += n)
            b[i] = i == 0 || i == n - 1 ? a[i] : 0.5f * (a[i - 1] + a[i + 1]);
        grid.sync();
        float *other = a;
        a = b;
        b = other;
    }
}

__global__ void chain(volatile int *turn, int *out)
{
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) {
        while (*turn != gridDim.x - 1 - blockIdx.x) // the last block comes first
            ;
        out[*turn] = blockIdx.x;
        __threadfence();
        *turn = *turn + 1;
    }
    cg::sync(grid);
    if (grid.thread_rank() == 0)
        out[gridDim.x] = *turn;
}

int main(int argc, char **argv)
{
    const int blocks = 9, threads = 32;
    int n = (blocks - 1) * threads, steps = 10, wrong = 0, numbers[blocks + 1];
    std::vector<float> given(n, 0.0f), next(n), got(n);
    given[0] = next[0] = 1;
    float *a, *b;
    int *turn, *out;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&turn, sizeof(int));
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(a, given.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(turn, 0, sizeof(int));
    for (int step = 0; step < steps; ++step) {
        for (int i = 1; i < n - 1; ++i)
            next[i] = 0.5f * (given[i - 1] + given[i + 1]);
        std::swap(given, next);
    }
    void *of_relax[] = {&a, &b, &n, &steps}, *of_chain[] = {&turn, &out};
    if (argc > 1)
        relax<<<blocks, threads>>>(a, b, n, steps);
    else
        cudaLaunchCooperativeKernel((void *)relax, blocks, threads, of_relax, 0, 0);
    cudaLaunchCooperativeKernel((void *)chain, blocks, threads, of_chain, 0, 0);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    memset(numbers, 0, sizeof numbers);
    cudaMemcpy(got.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        wrong += got[i] != given[i];
    printf("%d wrong\n", wrong);
    for (int number : numbers)
        printf("%d ", number);
    printf("\n");
    cudaFree(a);
    cudaFree(b);
    cudaFree(turn);
    cudaFree(out);
}
