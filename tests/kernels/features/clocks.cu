// The clock counts steps: it goes forward, all lanes of a warp read the same, and a loop that only
// waits for it comes to its end soon, however long it is to wait.
// expect: out[0] == 1
// expect: out[1] == 1
// expect: out[2] == 1
// expect: out[3] == 1

#include <time.h>

__device__ void wait(unsigned long long cycles)
{
    const unsigned long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

__global__ void clocks(int *out)
{
    long long begin = clock64();
    clock_t first = clock();
    __syncthreads();
    clock_t second = clock();
    bool is_same = __shfl_sync(0xffffffffu, (int)second, 0) == (int)second;
    wait(2000000000ull);
    long long end = clock64();
    if (threadIdx.x == 0) {
        out[0] = second > first;
        out[1] = is_same;
        out[2] = end - begin > 2000000000ll;
        out[3] = end - begin < 20000000000ll;
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    clocks<<<1, 64>>>(out);
    cudaDeviceSynchronize();
}
