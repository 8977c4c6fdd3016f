// The last thread of the grid adds up what all threads have left, those of its own block too.
#include <cstdio>

__global__ void norm(const float *in, float *square, unsigned *done, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    square[i] = in[i] * in[i]; // finds: race race/grid
#ifdef RIGHT
    __threadfence();
#endif
    unsigned before = atomicAdd(done, 1u);
    if (before == gridDim.x * blockDim.x - 1) {
        __threadfence();
        float sum = 0;
        for (int k = 0; k < gridDim.x * blockDim.x; ++k)
            sum += square[k]; // finds: race race/grid
        *out = sqrtf(sum);
    }
}

int main()
{
    const int n = 256;
    float h[n], *in, *square, *out;
    unsigned *done;
    for (int i = 0; i < n; ++i)
        h[i] = i % 5;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&square, sizeof h);
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(done, 0, sizeof(unsigned));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    norm<<<4, 64>>>(in, square, done, out);
    cudaMemcpy(h, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
}
