// A pointer to the array of a function that has ended.
#include <cstdio>

#ifdef RIGHT
__device__ int *powers(int x, int *p)
{
#else
__device__ int *powers(int x, int *)
{
    int p[4];
#endif
    p[0] = 1;
    for (int i = 1; i < 4; ++i)
        p[i] = p[i - 1] * x;
    return p;
}

__global__ void polynomial(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, room[4];
    int *p = powers(x[i], room);
    y[i] = p[0] + 2 * p[1] + 3 * p[2] + p[3]; // finds: dangling-pointer
}

int main()
{
    int h[64], *x, *y;
    for (int i = 0; i < 64; ++i)
        h[i] = i % 6;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    polynomial<<<2, 32>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
