// A work queue: the place must be taken by one atomic, not read and then moved on.
#include <cstdio>

__global__ void push(const int *in, int *queue, int *tail, int limit)
{
    if (threadIdx.x == 0 && in[blockIdx.x] > limit) {
#ifdef RIGHT
        int at = atomicAdd(tail, 1);
#else
        int at = *tail; // finds: race/grid
        *tail = at + 1; // finds: race/grid
#endif
        queue[at] = in[blockIdx.x]; // finds: race/grid?
    }
}

int main()
{
    int h[40], *in, *queue, *tail, count;
    for (int i = 0; i < 40; ++i)
        h[i] = i * 7 % 40;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&queue, sizeof h);
    cudaMalloc(&tail, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(queue, 0, sizeof h);
    cudaMemset(tail, 0, sizeof(int));
    push<<<40, 32>>>(in, queue, tail, 20);
    cudaMemcpy(&count, tail, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, queue, sizeof h, cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += h[i];
    printf("%d taken, sum %d\n", count, sum);
}
