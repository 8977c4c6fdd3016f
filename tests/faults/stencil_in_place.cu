// The barrier orders the threads of one block; the neighbour across the edge is another block's.
// says: write to another array, and swap the two between launches
#include <stdio.h>
#define N 256
#define BLOCK 64

__global__ void smooth(const float *in, float *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float left = i > 0 ? in[i - 1] : 0;      // finds: race/grid
    float right = i < N - 1 ? in[i + 1] : 0; // finds: race/grid
    float sum = left + in[i] + right;
    __syncthreads();
    out[i] = sum; // finds: race/grid
}

int main(void)
{
    float h[N], *a, *b;
    for (int i = 0; i < N; i++)
        h[i] = (i * 5) % 11;
    cudaMalloc((void **)&a, sizeof(h));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
#ifdef RIGHT
    cudaMalloc((void **)&b, sizeof(h));
#else
    b = a;
#endif
    smooth<<<N / BLOCK, BLOCK>>>(a, b);
    cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%g ", h[i]);
    return 0;
}
