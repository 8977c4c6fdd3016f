// printf is caught for each thread; assertions that hold say nothing.
// expect: out[3] == 3

#include <cassert>
#include <cstdio>

__global__ void printing(int *out)
{
    int t = threadIdx.x;
    assert(t < 4 && "one block of four");
    if (t == 1)
        printf("thread %d has %.2f of %d%%\n", t, 0.5f, 100);
    out[t] = t;
}

int main()
{
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    printing<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
