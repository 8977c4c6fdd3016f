// How many blocks are done so far: another block counts at the same time, so the counter is read
// through a volatile pointer. Which number is read is up to the moment, and that is meant.
#include <cstdio>

__global__ void work(const float *in, float *out, int *done, int *seen)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
    if (threadIdx.x == 0) {
#ifdef RIGHT
        seen[blockIdx.x] = *(volatile int *)done;
#else
        seen[blockIdx.x] = *(int *)done; // finds: race/grid
#endif
        atomicAdd(done, 1); // finds: race/grid
    }
}

int main()
{
    float h[128], *in, *out;
    int seen[4], *done, *progress;
    for (int i = 0; i < 128; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&done, sizeof(int));
    cudaMalloc(&progress, sizeof seen);
    cudaMemset(done, 0, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    work<<<4, 32>>>(in, out, done, progress);
    cudaMemcpy(seen, progress, sizeof seen, cudaMemcpyDeviceToHost);
    printf("%d\n", seen[0]);
}
