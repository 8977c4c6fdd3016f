// A tile whose size is no template argument.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *out)
{
    auto tile = cg::tiled_partition(cg::this_thread_block(), 4); // error: whose size is an argument
    out[threadIdx.x] = tile.thread_rank();
}
