// A sum by shuffles: in the warp, then the first warp over the warps, with a grid stride before. Where
// lane 0 keeps a sum, all 64 warps diverge; where there are 16 sums for 32 lanes and where thread 0
// writes, the first of each
// block; and the very first warp where three lanes have an element.
// expect: out[0] == in[0] + in[1] + in[2]
// expect: out[3] == 0
// counts: all divergent_branches 73
// counts: shared_store accesses 64
// counts: shared_load accesses 64
__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int shared[32]; // one partial sum a warp
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void deviceReduceKernel(int *in, int *out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
        sum += in[i];
    }
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void sketch()
{
    int N = 3, *d_in, *d_out;
    cudaMalloc((void **)&d_in, N * sizeof(int));
    cudaMalloc((void **)&d_out, 4 * sizeof(int));
    deviceReduceKernel<<<4, 512>>>(d_in, d_out, N);
    cudaDeviceSynchronize();
}
