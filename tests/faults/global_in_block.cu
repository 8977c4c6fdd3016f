// A row in global memory is shared by the threads of its block: it needs a barrier, too.
#include <cstdio>

__global__ void shift(int *a, int width)
{
    int *row = a + blockIdx.x * width;
    int from = (threadIdx.x + 1) % width;
    int v = row[from]; // finds: race
#ifdef RIGHT
    __syncthreads();
#endif
    row[threadIdx.x] = v; // finds: race
}

int main()
{
    const int rows = 3, width = 40;
    int h[rows * width], *d;
    for (int i = 0; i < rows * width; ++i)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<rows, width>>>(d, width);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
