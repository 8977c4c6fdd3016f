// Threads take tasks until one of them finds that none is left and sets a volatile flag, which all
// poll; whoever sees it late looks once more. A flag that is also lowered again is a race.
#include <cstdio>
#define TASKS 200

__global__ void work(const int *in, int *out, int *head, volatile bool *done)
{
    while (!*done) { // finds: race
        int task = atomicAdd(head, 1);
        if (task < TASKS)
            out[task] = 2 * in[task];
        else
            *done = true; // finds: race // noted: equal-values
#ifndef RIGHT
        if (task == TASKS + 3)
            *done = false; // finds: race
#endif
    }
}

int main()
{
    int h[TASKS], *in, *out, *head;
    bool *done;
    for (int i = 0; i < TASKS; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&head, sizeof(int));
    cudaMalloc(&done, sizeof(bool));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(head, 0, sizeof(int));
    cudaMemset(done, 0, sizeof(bool));
    work<<<1, 64>>>(in, out, head, done);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[TASKS - 1]);
}
