// Nothing here makes the buffers. The grid has at least 320 blocks of 32 threads, and the work, 4096 elements
// in fours, is done by the first 32 of them. Where the buffers end, the block that goes furthest tells.
// counts: global_load accesses 4096
// expect: y[4095] == 3 * x[4095]

__global__ void tripled(const float *x, float *y, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int at = i; at < i + 4 && at < count; ++at)
        y[at] = 3 * x[at];
}

extern "C" void solve(const float *x, float *y)
{
    int count = 4096, blocks = count / 4 / 32;
    blocks = max(blocks, 320);
    tripled<<<blocks, 32>>>(x, y, count);
}
