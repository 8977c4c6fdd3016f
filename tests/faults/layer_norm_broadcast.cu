// Layer norm: thread 0 works out mean and scale, the others must wait for them.
#include <cstdio>
#include <math.h>
#define D 64

__global__ void layer_norm(const float *x, float *y)
{
    __shared__ float row[D], mean, scale;
    int t = threadIdx.x;
    row[t] = x[blockIdx.x * D + t];
    __syncthreads();
    if (t == 0) {
        float sum = 0, squares = 0;
        for (int i = 0; i < D; ++i) {
            sum += row[i];
            squares += row[i] * row[i];
        }
        mean = sum / D; // finds: race
        scale = 1.0f / sqrtf(squares / D - mean * mean + 1.0f); // finds: race
    }
#ifdef RIGHT
    __syncthreads();
#endif
    y[blockIdx.x * D + t] = (row[t] - mean) * scale; // finds: race uninitialized-read?
}

int main()
{
    float h[4 * D], *x, *y;
    for (int i = 0; i < 4 * D; ++i)
        h[i] = i * 3 % 8;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    layer_norm<<<4, D>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
