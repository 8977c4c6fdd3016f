// An index that is worked out in a file that this one includes.
// expect: out[0] == 7
// expect: out[9] == 7
#include "stores_by_header.cuh"

__global__ void k(int *out)
{
    put(out, 7, 4);
}

int main()
{
    int *out;
    cudaMalloc(&out, 16 * sizeof(int));
    k<<<1, 16>>>(out);
    cudaDeviceSynchronize();
}
