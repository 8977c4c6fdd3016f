// A helper that takes any group, called with a block and with tiles; tiles whose size is an argument.
// expect: sum[0] == 2 * input[0] + 2 * input[1] + 2 * input[2] + 2 * input[3] + 64
#include <cooperative_groups.h>
using namespace cooperative_groups;
namespace cg = cooperative_groups;

__device__ int reduce_sum(thread_group g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;
}

__device__ int thread_sum(int *input, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        int4 in = ((int4 *)input)[i];
        sum += in.x + in.y + in.z + in.w;
    }
    return sum;
}

__global__ void sum_all(int *sum, int *input, int n)
{
    extern __shared__ int temp[];
    auto g = this_thread_block();
    int my_sum = thread_sum(input, n);
    int block_sum = reduce_sum(g, temp, my_sum);
    if (g.thread_rank() == 0)
        atomicAdd(sum, block_sum);
    g.sync();

    auto tileIdx = g.thread_rank() / 32;
    int *t = &temp[32 * tileIdx];
    auto tile32 = tiled_partition(g, 32);
    int tile_sum = reduce_sum(tile32, t, my_sum);
    if (tile32.thread_rank() == 0)
        atomicAdd(sum, tile_sum);

    thread_group tile4 = cg::tiled_partition(g, 4);
    if (tile4.thread_rank() == 0)
        atomicAdd(sum, tile4.size());
}

int main()
{
    int n = 4;
    int blockSize = 64;
    int sharedBytes = blockSize * sizeof(int);
    int *sum, *data;
    cudaMallocManaged(&sum, sizeof(int));
    cudaMallocManaged(&data, n * sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    sum_all<<<1, blockSize, sharedBytes>>>(sum, data, n);
    cudaDeviceSynchronize();
}
