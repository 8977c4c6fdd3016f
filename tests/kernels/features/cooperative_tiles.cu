// Tiles of a block as cooperative groups: rank, size, shuffles, sync.
// expect: out[0] == 6
// expect: out[1] == 22
// expect: out[7] == 118
// expect: out[8] == 8
// expect: out[9] == 31
// expect: out[10] == 3

#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int sum_of_tile(thread_block_tile<4> tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

template <typename T, unsigned SIZE>
__device__ T largest(const thread_block_tile<SIZE> &tile, T value)
{
    for (unsigned offset = SIZE / 2; offset > 0; offset >>= 1)
        value = max(value, tile.shfl_xor(value, offset));
    return value;
}

__global__ void tiles(int *out)
{
    thread_block block = this_thread_block();
    thread_block_tile<4> tile = tiled_partition<4>(block);
    int sum = sum_of_tile(tile, block.thread_rank());
    tile.sync();
    if (tile.thread_rank() == 0)
        out[block.thread_rank() / 4] = sum;
    auto warp = tiled_partition<32>(block);
    int ranks = warp.any(warp.thread_rank() == 31);
    int most = largest(warp, (int)block.thread_rank()), few = largest(tile, (int)threadIdx.x);
    if (threadIdx.x == 0) {
        out[9] = most;
        out[10] = few;
    }
    block.sync();
    if (block.thread_rank() == 0)
        out[8] = ranks * (int)(warp.size() / tile.num_threads());
}

int main()
{
    int *out;
    cudaMalloc(&out, 11 * sizeof(int));
    tiles<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
