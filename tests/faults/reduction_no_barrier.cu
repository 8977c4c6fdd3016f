// The classic tree in shared memory, without the barrier that ends each level.
#include <cstdio>
#define SIZE 128

__global__ void reduce(const int *in, int *out)
{
    __shared__ int sdata[SIZE];
    unsigned int tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s]; // finds: race
#ifdef RIGHT
        __syncthreads();
#endif
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

int main()
{
    int h[4 * SIZE], *in, *out;
    for (int i = 0; i < 4 * SIZE; ++i)
        h[i] = i % 9;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reduce<<<4, SIZE>>>(in, out);
    cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
