// Shared memory within a warp: what __syncwarp and the sync of a tile order, and what not.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void no_sync_wrong(const int *in, int *out) // wrong: no_sync_wrong
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void sync_right(const int *in, int *out) // right: sync_right
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
}

// The mask names half of the lanes, and they read from the other half.
__global__ void partial_sync_wrong(const int *in, int *out) // wrong: partial_sync_wrong
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw
    if (threadIdx.x < 16) {
        __syncwarp(0xffff);
        out[threadIdx.x] = s[threadIdx.x + 16];
    }
}
__global__ void partial_sync_right(const int *in, int *out) // right: partial_sync_right
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 16) {
        __syncwarp(0xffff);
        out[threadIdx.x] = s[15 - threadIdx.x];
    }
}

__global__ void not_named_wrong(const int *in, int *out) // wrong: not_named_wrong
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw
    __syncwarp(0xffff);               // finds: warp-sync
    out[threadIdx.x] = s[31 - threadIdx.x];
}

// In the branches of an if: each half waits for the other elsewhere.
__global__ void in_branches_wrong(const int *in, int *out) // wrong: in_branches_wrong
{
    __shared__ int s[32];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw
        __syncwarp();                     // finds: warp-sync
    } else {
        s[threadIdx.x] = 2 * in[threadIdx.x]; // finds: race-raw
        __syncwarp();
    }
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void behind_branches_right(const int *in, int *out) // right: behind_branches_right
{
    __shared__ int s[32];
    if (threadIdx.x < 16)
        s[threadIdx.x] = in[threadIdx.x];
    else
        s[threadIdx.x] = 2 * in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
}

// The last rounds of a sum in shared memory.
__global__ void last_warp_wrong(const int *in, int *out) // wrong: last_warp_wrong
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32]; // finds: race-raw
        s[t] += s[t + 16]; // finds: race-raw, race-war
        s[t] += s[t + 8];  // finds: race-raw, race-war
        s[t] += s[t + 4];  // finds: race-raw, race-war
        s[t] += s[t + 2];  // finds: race-raw, race-war
        s[t] += s[t + 1];  // finds: race-war
    }
    if (t == 0)
        out[0] = s[0];
}
__global__ void last_warp_right(const int *in, int *out) // right: last_warp_right
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        int v = s[t];
        for (int d = 32; d > 0; d /= 2) {
            v += s[t + d];
            __syncwarp();
            s[t] = v;
            __syncwarp();
        }
    }
    if (t == 0)
        out[0] = s[0];
}

// Tiles of 16: one may not read what another one writes.
__global__ void tiles_wrong(const int *in, int *out) // wrong: tiles_wrong
{
    __shared__ int s[32];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x]; // finds: race-raw
    tile.sync();
    out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void tiles_right(const int *in, int *out) // right: tiles_right
{
    __shared__ int s[32];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 15];
}
__global__ void tile_sums_wrong(const int *in, int *out) // wrong: tile_sums_wrong
{
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int t = threadIdx.x, rank = tile.thread_rank();
    s[t] = in[t]; // finds: race-raw
    tile.sync();
    for (int d = 8; d > 0; d /= 2) {
        if (rank < d)
            s[t] += s[t + d]; // finds: race-raw
        tile.sync();
    }
    if (t == 0)
        out[0] = s[0] + s[16] + s[32] + s[48];
}
__global__ void tile_sums_right(const int *in, int *out) // right: tile_sums_right
{
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int t = threadIdx.x, rank = tile.thread_rank();
    s[t] = in[t];
    tile.sync();
    for (int d = 8; d > 0; d /= 2) {
        if (rank < d)
            s[t] += s[t + d];
        tile.sync();
    }
    if (rank == 0)
        out[t / 16] = s[t];
}

// Shuffles of a tile stay in it; a group of those who are here names nobody else.
__global__ void tile_shuffle_right(const int *in, int *out) // right: tile_shuffle_right
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[threadIdx.x];
    for (int d = tile.size() / 2; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    out[threadIdx.x] = tile.shfl(v, 16) + tile.shfl_xor(v, 3) + tile.any(v > 3);
}
__global__ void tile_in_branch_right(const int *in, int *out) // right: tile_in_branch_right
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[threadIdx.x];
    if (tile.meta_group_rank() == 1)
        for (int d = 8; d > 0; d /= 2)
            v += tile.shfl_xor(v, d);
    out[threadIdx.x] = v;
}
__global__ void tile_in_branch_wrong(const int *in, int *out) // wrong: tile_in_branch_wrong
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[threadIdx.x];
    if (threadIdx.x < 24)
        for (int d = 8; d > 0; d /= 2)
            v += tile.shfl_xor(v, d); // finds: warp-sync
    out[threadIdx.x] = v;
}
__global__ void tile_of_absent_wrong(const int *in, int *out) // wrong: tile_of_absent_wrong
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += tile.shfl_down(v, d); // finds: warp-sync
    if (tile.thread_rank() == 0)
        out[0] = v;
}
__global__ void coalesced_right(const int *in, int *out) // right: coalesced_right
{
    int v = in[threadIdx.x];
    if (v % 3) {
        auto here = cg::coalesced_threads();
        for (int d = 1; d < here.size(); d *= 2)
            v += here.shfl_down(v, d);
        v = here.shfl(v, 0) + here.any(v > 3);
        here.sync();
    }
    out[threadIdx.x] = v;
}
__global__ void coalesced_kept_wrong(const int *in, int *out) // wrong: coalesced_kept_wrong
{
    int v = in[threadIdx.x];
    auto all = cg::coalesced_threads();
    if (v % 3)
        v = all.shfl(v, 0); // finds: warp-sync
    out[threadIdx.x] = v;
}

void sketch()
{
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    no_sync_wrong<<<1, 32>>>(in, out);
    sync_right<<<1, 32>>>(in, out);
    partial_sync_wrong<<<1, 32>>>(in, out);
    partial_sync_right<<<1, 32>>>(in, out);
    not_named_wrong<<<1, 32>>>(in, out);
    in_branches_wrong<<<1, 32>>>(in, out);
    behind_branches_right<<<1, 32>>>(in, out);
    last_warp_wrong<<<1, 64>>>(in, out);
    last_warp_right<<<1, 64>>>(in, out);
    tiles_wrong<<<1, 32>>>(in, out);
    tiles_right<<<1, 32>>>(in, out);
    tile_sums_wrong<<<1, 64>>>(in, out);
    tile_sums_right<<<1, 64>>>(in, out);
    tile_shuffle_right<<<1, 32>>>(in, out);
    tile_in_branch_right<<<1, 32>>>(in, out);
    tile_in_branch_wrong<<<1, 32>>>(in, out);
    tile_of_absent_wrong<<<1, 16>>>(in, out);
    coalesced_right<<<1, 32>>>(in, out);
    coalesced_kept_wrong<<<1, 32>>>(in, out);
}
