// Sums, maxima and scans by shuffles, in blocks and branches that leave lanes out.
#define FULL 0xffffffffu

__global__ void sum_16_wrong(const float *in, float *out) // wrong: sum_16_wrong
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
    if (threadIdx.x == 0)
        out[0] = v;
}
__global__ void sum_16_right(const float *in, float *out) // right: sum_16_right
{
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

__global__ void butterfly_8_wrong(const float *in, float *out) // wrong: butterfly_8_wrong
{
    float v = in[threadIdx.x], sum = v;
    for (int mask = 16; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(FULL, sum, mask); // finds: warp-sync
    out[threadIdx.x] = v / sum;
}
__global__ void butterfly_8_right(const float *in, float *out) // right: butterfly_8_right
{
    float v = in[threadIdx.x], sum = v;
    for (int mask = 4; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(FULL, sum, mask);
    out[threadIdx.x] = v / sum;
}

__inline__ __device__ float warp_sum(float v)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
    return v;
}
__inline__ __device__ float half_sum(float v)
{
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

__global__ void block_48_wrong(const float *in, float *out) // wrong: block_48_wrong
{
    __shared__ float sums[2];
    float v = warp_sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sums[0] + sums[1];
}
__global__ void block_64_right(const float *in, float *out) // right: block_64_right
{
    __shared__ float sums[2];
    float v = threadIdx.x < 48 ? in[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sums[0] + sums[1];
}

__global__ void block_100_wrong(const float *in, float *out) // wrong: block_100_wrong
{
    __shared__ float sums[4];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = warp_sum(in[threadIdx.x]);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sums[0] + sums[1] + sums[2] + sums[3];
}
__global__ void block_100_right(const float *in, float *out) // right: block_100_right
{
    __shared__ float sums[4];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_down_sync(FULL, v, d);
        if (threadIdx.x + d < blockDim.x && lane + d < 32)
            v += other;
    }
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sums[0] + sums[1] + sums[2] + sums[3];
}

// The second step of a block's sum: only as many threads as there are warps come to it.
__global__ void second_step_wrong(const float *in, float *out) // wrong: second_step_wrong
{
    __shared__ float sums[32];
    float v = warp_sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < blockDim.x / 32) {
        v = sums[threadIdx.x];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
    }
    if (threadIdx.x == 0)
        out[0] = v;
}
__global__ void second_step_right(const float *in, float *out) // right: second_step_right
{
    __shared__ float sums[32];
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

// Threads behind the end of the input return before the sum.
__global__ void early_return_wrong(const float *in, float *out, int n) // wrong: early_return_wrong
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
__global__ void early_return_right(const float *in, float *out, int n) // right: early_return_right
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}
// Whole warps return: nobody reads from them.
__global__ void warps_return_right(const float *in, float *out, int n) // right: warps_return_right
{
    if (threadIdx.x >= 32)
        return;
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    if (threadIdx.x == 0)
        out[0] = v;
}

// Lanes go round a different number of times.
__global__ void trips_wrong(const float *in, float *out, int n) // wrong: trips_wrong
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        float v = in[i];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
        sum += v;
    }
    if (threadIdx.x == 0)
        out[0] = sum;
}
__global__ void trips_right(const float *in, float *out, int n) // right: trips_right
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(FULL, sum, d);
    if (threadIdx.x == 0)
        out[0] = sum;
}

// A scan over 20 threads, whose last lanes have no neighbour above; a down-sweep that reads them.
__global__ void suffix_20_wrong(const int *in, int *out) // wrong: suffix_20_wrong
{
    int lane = threadIdx.x, v = in[lane];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_down_sync(FULL, v, d); // finds: warp-sync
        if (lane + d < 32)
            v += other;
    }
    out[lane] = v;
}
__global__ void suffix_20_right(const int *in, int *out) // right: suffix_20_right
{
    int lane = threadIdx.x, v = in[lane];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_down_sync(FULL, v, d);
        if (lane + d < 20)
            v += other;
    }
    out[lane] = v;
}
__global__ void prefix_20_right(const int *in, int *out) // right: prefix_20_right
{
    int lane = threadIdx.x, v = in[lane];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(FULL, v, d);
        v = lane >= d ? v + other : v;
    }
    out[lane] = v;
}

// Several sums at once, in an array of each thread.
__global__ void rows_wrong(const float *in, float *out) // wrong: rows_wrong
{
    float part[4];
    for (int r = 0; r < 4; ++r)
        part[r] = in[r * 24 + threadIdx.x];
    for (int r = 0; r < 4; ++r)
        for (int d = 16; d > 0; d /= 2)
            part[r] += __shfl_xor_sync(FULL, part[r], d); // finds: warp-sync
    if (threadIdx.x == 0)
        for (int r = 0; r < 4; ++r)
            out[r] = part[r];
}
__global__ void rows_right(const float *in, float *out) // right: rows_right
{
    float part[4];
    for (int r = 0; r < 4; ++r)
        part[r] = in[r * 24 + threadIdx.x];
    for (int r = 0; r < 4; ++r)
        for (int d = 4; d > 0; d /= 2)
            part[r] += __shfl_xor_sync(FULL, part[r], d, 8);
    if (threadIdx.x % 8 == 0)
        for (int r = 0; r < 4; ++r)
            out[r * 3 + threadIdx.x / 8] = part[r];
}

void sketch()
{
    float *in, *out;
    int *ints, *result;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMalloc(&ints, 32 * sizeof(int));
    cudaMalloc(&result, 32 * sizeof(int));
    sum_16_wrong<<<1, 16>>>(in, out);
    sum_16_right<<<1, 16>>>(in, out);
    butterfly_8_wrong<<<1, 8>>>(in, out);
    butterfly_8_right<<<1, 8>>>(in, out);
    block_48_wrong<<<1, 48>>>(in, out);
    block_64_right<<<1, 64>>>(in, out);
    block_100_wrong<<<1, 100>>>(in, out);
    block_100_right<<<1, 100>>>(in, out);
    second_step_wrong<<<1, 128>>>(in, out);
    second_step_right<<<1, 128>>>(in, out);
    early_return_wrong<<<2, 32>>>(in, out, 40);
    early_return_right<<<2, 32>>>(in, out, 40);
    warps_return_right<<<1, 96>>>(in, out, 40);
    trips_wrong<<<1, 32>>>(in, out, 40);
    trips_right<<<1, 32>>>(in, out, 40);
    suffix_20_wrong<<<1, 20>>>(ints, result);
    suffix_20_right<<<1, 20>>>(ints, result);
    prefix_20_right<<<1, 20>>>(ints, result);
    rows_wrong<<<1, 24>>>(in, out);
    rows_right<<<1, 24>>>(in, out);
}
