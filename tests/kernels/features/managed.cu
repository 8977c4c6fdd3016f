// Variables that the host and kernels share.
// expect: total[0] == 15
// expect: table[1] == 2.5
// expect: table[2] == 3.5

#include <cstdio>

__managed__ unsigned int total;
__managed__ float table[4];

__global__ void count(float by)
{
    atomicAdd(&total, 1);
    table[2] = table[1] + by;
}

int main()
{
    total = 14;
    table[1] = 2.5f;
    count<<<1, 1>>>(1.0f);
    cudaDeviceSynchronize();
    printf("%u\n", total);
}
