// The first rung of the ladder of reductions: every second, every fourth ... thread adds. In a block of
// 8 warps, those that add diverge in the steps 1, 2, 4, 8 and 16 (8 each), 32 (4), 64 (2), 128 (1) and
// where thread 0 writes (1).
// counts: all divergent_branches 192
// counts: all barriers 36
// counts: shared_load requests 380
// counts: shared_load bank_conflicts 0
__global__ void reduce0(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

void sketch()
{
    int *d_in, *d_out;
    int threads = 256, blocks = 4;
    cudaMalloc((void **)&d_in, blocks * threads * sizeof(int));
    cudaMalloc((void **)&d_out, blocks * sizeof(int));
    int smem = threads * sizeof(int);
    reduce0<<<blocks, threads, smem>>>(d_in, d_out);
    cudaDeviceSynchronize();
}
