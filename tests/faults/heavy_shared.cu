// A table of 4096 shared words, filled by 8 threads that each write 512 and read as many.
#include <cstdio>
#define WORDS 4096

__global__ void sieve(int *out)
{
    __shared__ int s[WORDS];
    int t = threadIdx.x;
    for (int i = t; i < WORDS; i += 8)
        s[i] = i * i; // finds: race not-compared?
#ifdef RIGHT
    __syncthreads();
#endif
    int sum = 0;
    for (int i = 0; i < WORDS / 8; ++i)
        sum += s[t * (WORDS / 8) + i] % 7; // finds: race not-compared? uninitialized-read?
    out[blockIdx.x * 8 + t] = sum;
}

int main()
{
    int h[16], *out;
    cudaMalloc(&out, sizeof h);
    sieve<<<2, 8>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
