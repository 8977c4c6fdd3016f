// printf is caught for each thread; assertions that hold say nothing.
// expect: out[3] == 3
// prints: thread 1 has 0.50 of 100%
// prints: [   42|-7   |0xff|+1.5e+00|c|4294967295]
// prints: -5000000000 12.250 200
// prints: a line of two
// prints: odd |  left|cu|one
// prints: done

#include <cassert>
#include <cstdio>

__device__ void report(int thread, float part)
{
    printf("thread %d has %.2f of %d%%\n", thread, part, 100);
}

__global__ void printing(int *out)
{
    int t = threadIdx.x;
    unsigned char byte = 200;
    assert(t < 4 && "one block of four");
    if (t == 1) {
        report(t, 0.5f);
        printf("[%5d|%-5d|0x%x|%+.1e|%c|%u]\n", 42, -7, 255u, 1.5f, 'c', 0xffffffffu);
        printf("%lld %.*f %hhu\n", -5000000000ll, 3, 12.25, byte);
        printf("a line "
               "of two\n");
    }
    const char *word = t % 2 ? "odd" : "even";
    if (t == 1)
        printf("%-4s|%6s|%.2s|%s\n", word, "left", "cut", t == 1 ? "one" : "none");
    out[t] = t;
    if (t == 3)
        printf("done");
}

int main()
{
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    printing<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
