// A tile whose size is known only when the kernel runs.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *out, int size)
{
    auto tile = cg::tiled_partition(cg::this_thread_block(), size); // error: whose size only a run tells
    out[threadIdx.x] = tile.thread_rank();
}
