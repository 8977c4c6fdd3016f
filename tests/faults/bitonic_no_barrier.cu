// Bitonic sort in one block: each round reads what other threads swapped in the round before.
#include <cstdio>
#include <utility>
#define N 128

__global__ void bitonic(int *data)
{
    __shared__ int s[N];
    unsigned int i = threadIdx.x;
    s[i] = data[i]; // finds: race?
    __syncthreads();
    for (unsigned int k = 2; k <= N; k <<= 1) {
        for (unsigned int j = k >> 1; j > 0; j >>= 1) {
            unsigned int other = i ^ j;
            if (other > i && ((i & k) == 0) == (s[i] > s[other])) { // finds: race
                int t = s[i]; // finds: race?
                s[i] = s[other]; // finds: race
                s[other] = t; // finds: race
            }
#ifdef RIGHT
            __syncthreads();
#endif
        }
    }
#ifndef RIGHT
    __syncthreads();
#endif
    data[i] = s[i];
}

int main()
{
    int h[N], *d;
    for (int i = 0; i < N; ++i)
        h[i] = (i * 71 + 13) % N;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    bitonic<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
