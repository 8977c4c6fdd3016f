// The length of a list up to its -1: the list here has none, or comes from a file that nobody knows.
#include <cstdio>

__global__ void length_of(const int *list, int *length)
{
    int n = 0;
    while (list[n] >= 0) // finds: out-of-bounds-read // noted: assumed-contents
        ++n;
    *length = n;
}

int main()
{
    const int n = 8;
    int length, *result, *list, h[n] = {3, 1, 4, 1, 5, 9, 2, 6};
#ifdef RIGHT
    FILE *file = fopen("list.bin", "rb");
    if (file)
        fread(h, sizeof h, 1, file);
#endif
    cudaMalloc(&list, sizeof h);
    cudaMalloc(&result, sizeof length);
    cudaMemcpy(list, h, sizeof h, cudaMemcpyHostToDevice);
    length_of<<<1, 1>>>(list, result);
    cudaMemcpy(&length, result, sizeof length, cudaMemcpyDeviceToHost);
    printf("%d\n", length);
}
