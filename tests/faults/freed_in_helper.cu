// The buffers of a struct are given back by a function, one launch too early.
#include <cstdio>

struct Vectors {
    float *x, *y;
    int n;
};

void give_back(Vectors &v)
{
    cudaFree(v.x);
    cudaFree(v.y);
}

__global__ void axpy(Vectors v, float a)
{
    int i = threadIdx.x;
    if (i < v.n)
        v.y[i] += a * v.x[i]; // finds: use-after-free
}

int main()
{
    float h[30];
    Vectors v;
    v.n = 30;
    for (int i = 0; i < v.n; ++i)
        h[i] = 1 + i;
    cudaMalloc(&v.x, sizeof h);
    cudaMalloc(&v.y, sizeof h);
    cudaMemcpy(v.x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(v.y, h, sizeof h, cudaMemcpyHostToDevice);
    axpy<<<1, 32>>>(v, 2);
    cudaMemcpy(h, v.y, sizeof h, cudaMemcpyDeviceToHost);
#ifndef RIGHT
    give_back(v);
#endif
    axpy<<<1, 64>>>(v, 3);
#ifdef RIGHT
    give_back(v);
#endif
    printf("%g\n", h[29]);
}
