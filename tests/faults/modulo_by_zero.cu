// The place in a hash table, modulo a capacity that was rounded down to nothing.
#include <cstdio>

__global__ void place(const unsigned int *keys, unsigned int *at, unsigned int capacity)
{
    int i = threadIdx.x;
    at[i] = keys[i] * 2654435761u % capacity; // finds: divide-by-zero
}

int main()
{
    unsigned int h[32], *keys, *at;
    for (int i = 0; i < 32; ++i)
        h[i] = i * i;
    cudaMalloc(&keys, sizeof h);
    cudaMalloc(&at, sizeof h);
    cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef RIGHT
    unsigned int capacity = 32 * 2;
#else
    unsigned int capacity = 32 / 64;
#endif
    place<<<1, 32>>>(keys, at, capacity);
    cudaMemcpy(h, at, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned int v : h)
        printf("%u ", v);
}
