// A switch without a default at the end of a function that has to give something back.
#include <stdio.h>

__device__ float apply(int op, float a, float b)
{
    switch (op) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
#ifdef RIGHT
    default: return b;
#endif
    }
} // finds: missing-return

__global__ void calculator(const int *ops, const float *x, float *y)
{
    int i = threadIdx.x;
    y[i] = apply(ops[i], x[i], 2.0f);
}

int main(void)
{
    int ops[32], *d_ops;
    float x[32], *d_x, *d_y;
    for (int i = 0; i < 32; i++) {
        ops[i] = i % 4;
        x[i] = i;
    }
    cudaMalloc((void **)&d_ops, sizeof(ops));
    cudaMalloc((void **)&d_x, sizeof(x));
    cudaMalloc((void **)&d_y, sizeof(x));
    cudaMemcpy(d_ops, ops, sizeof(ops), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    calculator<<<1, 32>>>(d_ops, d_x, d_y);
    cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        printf("%g ", x[i]);
    return 0;
}
