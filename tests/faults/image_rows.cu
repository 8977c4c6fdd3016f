// Rows of bytes: blocks share words, never bytes, until one row is done by two of them.
#include <cstdio>
#define WIDTH 30
#define ROWS 4

__global__ void shade(unsigned char *image, int height)
{
    int first = blockIdx.x * ROWS;
#ifdef RIGHT
    for (int y = first; y < first + ROWS && y < height; ++y)
#else
    for (int y = first; y <= first + ROWS && y < height; ++y)
#endif
        image[y * WIDTH + threadIdx.x] = 10 * blockIdx.x + y; // finds: race/grid
}

int main()
{
    const int height = 18;
    unsigned char h[WIDTH * height], *d;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    shade<<<(height + ROWS - 1) / ROWS, WIDTH>>>(d, height);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; ++y)
        printf("%d ", h[y * WIDTH]);
}
