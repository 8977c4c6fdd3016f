// A lock in shared memory that is given back by a plain store, before what it guards is fenced.
#include <cstdio>

__global__ void histogram(const int *in, int *out, int n)
{
    __shared__ int lock, bins[4];
    if (threadIdx.x == 0)
        lock = 0;
    if (threadIdx.x < 4)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        for (bool done = false; !done;)
            if (atomicCAS(&lock, 0, 1) == 0) { // finds: race?
                __threadfence_block();
                bins[in[i] & 3] += 1; // finds: race
#ifdef RIGHT
                __threadfence_block();
                atomicExch(&lock, 0);
#else
                lock = 0; // finds: race
#endif
                done = true;
            }
    __syncthreads();
    if (threadIdx.x < 4)
        out[threadIdx.x] = bins[threadIdx.x];
}

int main()
{
    const int n = 128;
    int h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * 7 % 11;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    histogram<<<1, 64>>>(in, out, n);
    cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
