// Waiting for a count that can never be reached: one block more than there are.
#include <cstdio>

__global__ void meet(int *arrived, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
#ifdef RIGHT
        int wanted = blockIdx.x + 1;
#else
        int wanted = gridDim.x + 1;
#endif
        while (atomicAdd(arrived, 0) < wanted) // finds: step-limit
            ;
        out[blockIdx.x] = wanted;
    }
}

int main()
{
    int h[4], *arrived, *out;
    cudaMalloc(&arrived, sizeof(int));
    cudaMalloc(&out, sizeof h);
    cudaMemset(arrived, 0, sizeof(int));
    meet<<<4, 32>>>(arrived, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
