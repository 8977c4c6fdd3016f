// Variables that host and kernels both see.
#include <cstdio>

__managed__ int counter = 3;
__device__ __managed__ float values[4];
static int beside = 7;

__global__ void count(int *same)
{
    values[threadIdx.x] = counter + threadIdx.x;
    __syncthreads();
    atomicAdd(same, 10);
}

int main()
{
    printf("%d %g\n", counter, values[0]);
    counter = 5;
    count<<<1, 4>>>(&counter);
    cudaDeviceSynchronize();
    printf("%d %g %g %d\n", counter, values[0], values[3], beside);
    int copy = 1;
    cudaMemcpyToSymbol(counter, &copy, sizeof copy);
    cudaMemcpy(&copy, &counter, sizeof copy, cudaMemcpyDefault);
    count<<<1, 4>>>(&counter);
    cudaDeviceSynchronize();
    printf("%d %d %g\n", copy, counter, values[3]);
}
