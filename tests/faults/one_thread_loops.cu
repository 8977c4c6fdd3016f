// Probing in a hash table that is full: the one thread whose key is not in it never comes to an
// empty place, while the others are done.
#include <cstdio>

__global__ void look_up(const int *table, int size, const int *keys, int *places)
{
    int i = threadIdx.x, place = keys[i] % size;
#ifdef RIGHT
    for (int tried = 0; table[place] != keys[i] && tried < size; ++tried)
#else
    while (table[place] != keys[i]) // finds: step-limit
#endif
        place = (place + 1) % size; // says: thread 5 of block 0 never leaves this loop
    places[i] = place;
}

int main()
{
    int h[64], *table, *keys, *places;
    for (int i = 0; i < 64; ++i)
        h[i] = i;
    cudaMalloc(&table, sizeof h);
    cudaMalloc(&keys, 32 * sizeof(int));
    cudaMalloc(&places, 32 * sizeof(int));
    cudaMemcpy(table, h, sizeof h, cudaMemcpyHostToDevice);
    h[5] = 64;
    cudaMemcpy(keys, h, 32 * sizeof(int), cudaMemcpyHostToDevice);
    look_up<<<1, 32>>>(table, 64, keys, places);
    cudaMemcpy(h, places, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
