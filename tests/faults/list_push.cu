// Pushing onto a list: the head is exchanged by an atomic, or read and written.
#include <cstdio>

__global__ void push(int *head, int *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#ifdef RIGHT
    next[i] = atomicExch(head, i);
#else
    next[i] = *head; // finds: race/grid race
    *head = i;       // finds: race/grid race
#endif
}

int main()
{
    const int n = 60;
    int h[n], head = -1, *dh, *dn;
    cudaMalloc(&dh, sizeof(int));
    cudaMalloc(&dn, sizeof h);
    cudaMemcpy(dh, &head, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(dn, 0, sizeof h);
    push<<<2, 32>>>(dh, dn, n);
    cudaMemcpy(&head, dh, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, dn, sizeof h, cudaMemcpyDeviceToHost);
    int length = 0;
    for (int i = head; i >= 0 && length < n; i = h[i])
        ++length;
    printf("%d\n", length);
}
