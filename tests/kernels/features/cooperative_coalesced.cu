// Coalesced groups: the lanes that are together here, numbered without gaps; sums over tiles.
// expect: out[0] == 8
// expect: out[1] == 3
// expect: out[2] == 1
// expect: out[3] == 9
// expect: out[4] == 17
// expect: out[5] == 160
// expect: out[6] == 30
// expect: out[7] == 120
// expect: out[8] == 496

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int add_once(int *counter)
{
    cg::coalesced_group active = cg::coalesced_threads();
    int before = 0;
    if (active.thread_rank() == 0)
        before = atomicAdd(counter, active.size());
    return active.shfl(before, 0) + active.thread_rank();
}

__global__ void coalesced(int *out, int *counter)
{
    int i = threadIdx.x;
    if (i % 4 == 1) { // lanes 1, 5, 9, ... 29
        auto group = cg::coalesced_threads();
        int up = group.shfl_up(i, 1), down = group.shfl_down(i, 2);
        unsigned high = group.ballot(i > 17);
        int any = group.any(i == 13), all = group.all(i > 1);
        cg::sync(group);
        if (i == 13) {
            out[0] = group.size();
            out[1] = group.thread_rank();
            out[2] = any + all;
            out[3] = up;
            out[4] = down - 4;
            out[5] = high - 64;
        }
    }
    if (i % 2)
        add_once(counter);
    __syncthreads();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int sum = cg::reduce(warp, i, cg::plus<int>());
    int most = cg::reduce(cg::tiled_partition<8>(warp), i, cg::greater<int>());
    if (i == 0) {
        out[6] = *counter + 14;
        out[7] = most + 113;
        out[8] = sum;
    }
}

int main()
{
    int *out, *counter;
    cudaMalloc(&out, 9 * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    coalesced<<<1, 32>>>(out, counter);
    cudaDeviceSynchronize();
}
