// As many launches of a block of 1,024 threads as the argument says: `tilestep bench` takes their time.
#include <cstdio>
#include <cstdlib>

__global__ void add(float *sums, int value)
{
    sums[threadIdx.x] += value * 0.5f;
}

int main(int argc, char **argv)
{
    float *sums, first;
    cudaMalloc(&sums, 1024 * sizeof(float));
    cudaMemset(sums, 0, 1024 * sizeof(float));
    for (int i = 0; i < atoi(argv[argc - 1]); ++i)
        add<<<1, 1024>>>(sums, i);
    cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost);
    printf("%g\n", first);
    cudaFree(sums);
}
