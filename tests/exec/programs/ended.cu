// Threads that end before a barrier of the whole grid. On an H200 cases 1, 2, 5 and 7 never end.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

__global__ void whole(int *out, int which)
{
    int block = blockIdx.x, t = threadIdx.x;
    bool ends[] = {false, block == 3, block == 3 && t == 0, block == 3 && t == 5, block == 3 && t >= 32,
                   block == 0, t >= 1, block == 3 && t < 32};
    if (ends[which])
        return;
    cooperative_groups::this_grid().sync();
    out[block * 64 + t] = 1;
}

int main(int argc, char **argv)
{
    int *out, which = atoi(argv[1]), got[256] = {}, came = 0;
    cudaMalloc(&out, sizeof got);
    cudaMemset(out, 0, sizeof got);
    void *arguments[] = {&out, &which};
    cudaLaunchCooperativeKernel((void *)whole, 4, 64, arguments, 0, 0);
    cudaError_t error = cudaDeviceSynchronize();
    if (!error)
        cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int x : got)
        came += x;
    printf("%s, %d\n", cudaGetErrorName(error), came);
    cudaFree(out);
}
