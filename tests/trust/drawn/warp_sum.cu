__global__ void warpsum(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = v;
    unsigned m = __ballot_sync(0xffffffff, v > 50);
    if (threadIdx.x == 33) out[4] = (int)m;
}
void sketch() {
    int n = 100; int *in, *out;
    cudaMalloc(&in, n * sizeof(int)); cudaMalloc(&out, 5 * sizeof(int));
    warpsum<<<2, 64>>>(in, out, n);
}
