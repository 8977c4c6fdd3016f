// Blocks of a cluster read each other's shared memory. The attribute alone is kept.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) k(float *out)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster(); // error: clusters of blocks are not emulated
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    out[threadIdx.x] = cluster.map_shared_rank(mine, 1)[threadIdx.x];
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<2, 32>>>(out);
    cudaDeviceSynchronize();
}
