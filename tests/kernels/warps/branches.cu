// Operations of a warp in branches: who is named, and who comes.
#define FULL 0xffffffffu

// Lane 0 has the value, and only half of the lanes ask for it.
__global__ void broadcast_wrong(const int *in, int *out) // wrong: broadcast_wrong
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v = __shfl_sync(FULL, v, 0); // finds: warp-sync
    out[threadIdx.x] = v;
}
__global__ void broadcast_right(const int *in, int *out) // right: broadcast_right
{
    int v = in[threadIdx.x], first = __shfl_sync(FULL, v, 0);
    if (threadIdx.x < 16)
        v = first;
    out[threadIdx.x] = v;
}
__global__ void broadcast_named_right(const int *in, int *out) // right: broadcast_named_right
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v = __shfl_sync(0xffffu, v, 0);
    out[threadIdx.x] = v;
}

// The lane that has the value is in the other branch; naming who is here is no cure.
__global__ void active_wrong(const int *in, int *out) // wrong: active_wrong
{
    int v = in[threadIdx.x];
    if (threadIdx.x & 1)
        v = __shfl_sync(__activemask(), v, 0); // finds: warp-sync
    out[threadIdx.x] = v;
}
__global__ void active_right(const int *in, int *out) // right: active_right
{
    int v = in[threadIdx.x];
    if (threadIdx.x & 1)
        v = __shfl_sync(__activemask(), v, 1);
    out[threadIdx.x] = v;
}

// Compaction: how many before me passed the test.
__global__ void compact_wrong(const int *in, int *out, int *count) // wrong: compact_wrong
{
    int v = in[threadIdx.x];
    if (v > 8) {
        unsigned int passed = __ballot_sync(FULL, 1); // finds: warp-sync
        out[__popc(passed & ((1u << threadIdx.x) - 1))] = v;
    }
    if (threadIdx.x == 31)
        *count = v;
    out[32 + threadIdx.x] = v;
}
__global__ void compact_right(const int *in, int *out, int *count) // right: compact_right
{
    int v = in[threadIdx.x];
    unsigned int passed = __ballot_sync(FULL, v > 8);
    if (v > 8)
        out[__popc(passed & ((1u << threadIdx.x) - 1))] = v;
    if (threadIdx.x == 0)
        *count = __popc(passed);
}

// The mask is worked out before the branch, and only those that it names read from each other.
__global__ void masked_sum_wrong(const int *in, int *out, int n) // wrong: masked_sum_wrong
{
    unsigned int mask = __ballot_sync(FULL, threadIdx.x < n);
    if (threadIdx.x < n) {
        int v = in[threadIdx.x];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(mask, v, d); // finds: warp-sync
        if (threadIdx.x == 0)
            out[0] = v;
    }
}
__global__ void masked_sum_right(const int *in, int *out, int n) // right: masked_sum_right
{
    unsigned int mask = __ballot_sync(FULL, threadIdx.x < n);
    if (threadIdx.x < n) {
        int v = in[threadIdx.x];
        for (int d = 16; d > 0; d /= 2) {
            int other = __shfl_down_sync(mask, v, d);
            if (threadIdx.x + d < n)
                v += other;
        }
        if (threadIdx.x == 0)
            out[0] = v;
    }
}
// The others do nothing more: they come to the end and are no longer waited for.
__global__ void guarded_right(const int *in, int *out, int n) // right: guarded_right
{
    if (threadIdx.x < n) {
        int v = in[threadIdx.x];
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(FULL, v, d);
        if (__any_sync(FULL, in[threadIdx.x] > 3) && threadIdx.x == 0)
            out[0] = v;
    }
}
__global__ void guarded_then_wrong(const int *in, int *out, int n) // wrong: guarded_then_wrong
{
    __shared__ int sum;
    if (threadIdx.x < n) {
        int v = in[threadIdx.x];
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(FULL, v, d); // finds: warp-sync
        if (threadIdx.x == 0)
            sum = v;
    }
    __syncthreads();
    out[threadIdx.x] = sum;
}

// Both branches exchange, and each is alone here.
__global__ void both_branches_wrong(const int *in, int *out) // wrong: both_branches_wrong
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v = v + __shfl_xor_sync(FULL, v, 16); // finds: warp-sync
    else
        v = v * __shfl_xor_sync(FULL, v, 16);
    out[threadIdx.x] = v;
}
__global__ void both_branches_right(const int *in, int *out) // right: both_branches_right
{
    int v = in[threadIdx.x], other = __shfl_xor_sync(FULL, v, 16);
    if (threadIdx.x < 16)
        v = v + other;
    else
        v = v * other;
    out[threadIdx.x] = v;
}

// A test that stops some lanes of a loop before the vote that the others ask for.
__global__ void search_wrong(const int *in, int *out) // wrong: search_wrong
{
    int found = -1;
    for (int i = 0; i < 4; ++i) {
        if (in[i * 32 + threadIdx.x] % 7 == 3) {
            found = i;
            break;
        }
        if (__any_sync(FULL, found >= 0)) // finds: warp-sync
            break;
    }
    out[threadIdx.x] = found;
}
__global__ void search_right(const int *in, int *out) // right: search_right
{
    int found = -1;
    for (int i = 0; i < 4; ++i) {
        if (in[i * 32 + threadIdx.x] % 7 == 3)
            found = i;
        if (__any_sync(FULL, found >= 0))
            break;
    }
    out[threadIdx.x] = found;
}

void sketch()
{
    int *in, *out, *count;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    broadcast_wrong<<<1, 32>>>(in, out);
    broadcast_right<<<1, 32>>>(in, out);
    broadcast_named_right<<<1, 32>>>(in, out);
    active_wrong<<<1, 32>>>(in, out);
    active_right<<<1, 32>>>(in, out);
    compact_wrong<<<1, 32>>>(in, out, count);
    compact_right<<<1, 32>>>(in, out, count);
    masked_sum_wrong<<<1, 32>>>(in, out, 20);
    masked_sum_right<<<1, 32>>>(in, out, 20);
    guarded_right<<<1, 32>>>(in, out, 16);
    guarded_then_wrong<<<1, 32>>>(in, out, 16);
    both_branches_wrong<<<1, 32>>>(in, out);
    both_branches_right<<<1, 32>>>(in, out);
    search_wrong<<<1, 32>>>(in, out);
    search_right<<<1, 32>>>(in, out);
}
