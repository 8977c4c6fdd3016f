// Masks that leave out who comes, or that differ; widths and segments.
#define FULL 0xffffffffu

__global__ void half_mask_wrong(const int *in, int *out) // wrong: half_mask_wrong
{
    int v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(0x0000ffff, v, d, 16); // finds: warp-sync
    if (threadIdx.x % 16 == 0)
        out[threadIdx.x / 16] = v;
}
__global__ void half_mask_right(const int *in, int *out) // right: half_mask_right
{
    int v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d, 16);
    if (threadIdx.x % 16 == 0)
        out[threadIdx.x / 16] = v;
}
__global__ void own_half_right(const int *in, int *out) // right: own_half_right
{
    unsigned int mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
    int v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_xor_sync(mask, v, d);
    out[threadIdx.x] = v;
}
// Each half names itself, but reads from the other one.
__global__ void other_half_wrong(const int *in, int *out) // wrong: other_half_wrong
{
    unsigned int mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(mask, v, d); // finds: warp-sync
    out[threadIdx.x] = v;
}

__global__ void masks_differ_wrong(const int *in, int *out) // wrong: masks_differ_wrong
{
    unsigned int mask = threadIdx.x < 16 ? 0xffffffff : 0xffff0000;
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 5); // finds: warp-sync
}
__global__ void masks_agree_right(const int *in, int *out) // right: masks_agree_right
{
    unsigned int mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 5);
}

// 24 bits where 32 were meant.
__global__ void short_mask_wrong(const int *in, int *out) // wrong: short_mask_wrong
{
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffff, v, d)); // finds: warp-sync
    if (threadIdx.x == 0)
        out[0] = v;
}
__global__ void short_mask_right(const int *in, int *out) // right: short_mask_right
{
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x == 0)
        out[0] = v;
}

// Sums of segments, whose heads are told by a ballot.
__global__ void segments_right(const int *in, int *out) // right: segments_right
{
    int lane = threadIdx.x, v = in[lane];
    unsigned int heads = __ballot_sync(FULL, v % 5 == 0 || lane == 0);
    int first = 31 - __clz(heads & (0xffffffffu >> (31 - lane)));
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(FULL, v, d);
        if (lane - d >= first)
            v += other;
    }
    out[lane] = v;
}
__global__ void segments_wrong(const int *in, int *out) // wrong: segments_wrong
{
    int lane = threadIdx.x, v = in[lane];
    unsigned int heads = __ballot_sync(FULL, v % 5 == 0 || lane == 0);
    int first = 31 - __clz(heads & (0xffffffffu >> (31 - lane)));
    for (int d = 1; d < 32; d *= 2)
        if (lane - d >= first)
            v += __shfl_up_sync(FULL, v, d); // finds: warp-sync
    out[lane] = v;
}

// Beyond the width a lane gets its own value: defined.
__global__ void beyond_width_right(const int *in, int *out) // right: beyond_width_right
{
    int v = in[threadIdx.x];
    out[threadIdx.x] = __shfl_down_sync(FULL, v, 3, 8) + __shfl_up_sync(FULL, v, 5, 8);
}
// A value from nowhere that nobody uses.
__global__ void unused_right(const int *in, int *out) // right: unused_right
{
    int v = in[threadIdx.x], other = __shfl_down_sync(FULL, v, 12);
    int kept = threadIdx.x < 12 ? other : v;
    bool is_more = threadIdx.x < 12 && other > v;
    out[threadIdx.x] = is_more ? kept : -kept;
}
__global__ void unused_wrong(const int *in, int *out) // wrong: unused_wrong
{
    int v = in[threadIdx.x], other = __shfl_down_sync(FULL, v, 12); // finds: warp-sync
    int kept = threadIdx.x <= 12 ? other : v;
    bool is_more = threadIdx.x < 12 && other > v;
    out[threadIdx.x] = is_more ? kept : -kept;
}
// As an index, and as a condition.
__global__ void index_wrong(const int *in, int *out) // wrong: index_wrong
{
    int from = __shfl_down_sync(FULL, (int)threadIdx.x, 8); // finds: warp-sync
    out[threadIdx.x] = in[from & 15];
}
__global__ void condition_wrong(const int *in, int *out) // wrong: condition_wrong
{
    int next = __shfl_down_sync(FULL, in[threadIdx.x], 1); // finds: warp-sync
    if (next > 4)
        out[threadIdx.x] = 1;
}
__global__ void condition_right(const int *in, int *out) // right: condition_right
{
    int next = __shfl_down_sync(FULL, in[threadIdx.x], 1);
    if (threadIdx.x < 15 && next > 4)
        out[threadIdx.x] = 1;
}
// Through shared memory.
__global__ void through_shared_wrong(const int *in, int *out) // wrong: through_shared_wrong
{
    __shared__ int all[16];
    all[threadIdx.x] = __shfl_down_sync(FULL, in[threadIdx.x], 8); // finds: warp-sync
    __syncthreads();
    out[threadIdx.x] = all[15 - threadIdx.x];
}
__global__ void through_shared_right(const int *in, int *out) // right: through_shared_right
{
    __shared__ int all[16];
    all[threadIdx.x] = __shfl_down_sync(FULL, in[threadIdx.x], 8);
    __syncthreads();
    out[threadIdx.x] = all[threadIdx.x / 2];
}

void sketch()
{
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    half_mask_wrong<<<1, 32>>>(in, out);
    half_mask_right<<<1, 32>>>(in, out);
    own_half_right<<<1, 32>>>(in, out);
    other_half_wrong<<<1, 32>>>(in, out);
    masks_differ_wrong<<<1, 32>>>(in, out);
    masks_agree_right<<<1, 32>>>(in, out);
    short_mask_wrong<<<1, 32>>>(in, out);
    short_mask_right<<<1, 32>>>(in, out);
    segments_right<<<1, 32>>>(in, out);
    segments_wrong<<<1, 32>>>(in, out);
    beyond_width_right<<<1, 32>>>(in, out);
    unused_right<<<1, 24>>>(in, out);
    unused_wrong<<<1, 24>>>(in, out);
    index_wrong<<<1, 16>>>(in, out);
    condition_wrong<<<1, 16>>>(in, out);
    condition_right<<<1, 16>>>(in, out);
    through_shared_wrong<<<1, 16>>>(in, out);
    through_shared_right<<<1, 16>>>(in, out);
}
