// Compaction: the lanes behind the end do not vote, though the mask waits for them.
#include <cstdio>

__global__ void compact(const int *in, int *out, int *count, int *totals, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
#ifdef RIGHT
    bool keep = i < n && in[i] > 4;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (keep)
        out[(i & ~31) + __popc(votes & ((1u << lane) - 1))] = in[i];
    if (lane == 0)
        count[i / 32] = __popc(votes);
#else
    if (i < n) {
        unsigned votes = __ballot_sync(0xffffffff, in[i] > 4); // finds: warp-sync
        if (in[i] > 4)
            out[(i & ~31) + __popc(votes & ((1u << lane) - 1))] = in[i];
        if (lane == 0)
            count[i / 32] = __popc(votes);
    }
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        totals[blockIdx.x] = count[2 * blockIdx.x] + count[2 * blockIdx.x + 1];
}

int main()
{
    const int n = 80;
    int h[n], *in, *out, *count, *totals;
    for (int i = 0; i < n; ++i)
        h[i] = i * 7 % 10;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, 4 * sizeof(int));
    cudaMalloc(&totals, 2 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    cudaMemset(count, 0, 4 * sizeof(int));
    compact<<<2, 64>>>(in, out, count, totals, n);
    cudaMemcpy(h, totals, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
