// What threads do together: atomics, warps, groups.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
using namespace cooperative_groups;
__device__ int counter;
__device__ unsigned long long total = 5;

__global__ void atomics(int *p)
{
    int t = threadIdx.x;
    __shared__ int hist[4];
    __shared__ float sum;
    __shared__ unsigned int wheel;
    if (t < 4)
        hist[t] = 0;
    if (t == 0) {
        sum = 0;
        wheel = 0;
    }
    __syncthreads();
    atomicAdd(&hist[t & 3], t);
    atomicAdd(&sum, 0.5f);
    atomicInc(&wheel, 4);
    int old = atomicAdd(&counter, 1);
    assert(old >= 0 && old < 32);
    __syncthreads();
    assert(hist[0] == 112 && hist[3] == 136 && sum == 16 && counter == 32 && wheel == 2);
    atomicMax(&hist[3], 1000);
    atomicMin(hist, -t);
    __syncthreads();
    assert(hist[3] == 1000 && hist[0] == -31);
    int seen = atomicCAS(&counter, 32, 77);
    __syncthreads();
    assert(counter == 77 && (seen == 32 || seen == 77));
    if (t == 0) {
        assert(atomicExch(&counter, 3) == 77 && atomicSub(&counter, 1) == 3);
        assert(atomicOr(&counter, 8) == 2 && atomicAnd(&counter, 12) == 10 && atomicXor(&counter, 1) == 8);
        atomicAdd(&total, 3ull);
        assert(total == 8);
    }
}

__global__ void warps(int *p)
{
    int t = threadIdx.x, v = t;
    float f = t;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffff, v, o);
    for (int o = warpSize / 2; o > 0; o /= 2)
        f += __shfl_xor_sync(0xffffffffu, f, o);
    assert((t != 0 || v == 496) && f == 496);
    assert(__shfl_sync(~0u, t * 2, 3) == 6 && __shfl_up_sync(~0u, t, 1, 8) == (t % 8 ? t - 1 : t));
    unsigned int m = __ballot_sync(~0u, t % 3 == 0);
    assert(m == 0x49249249 && __popc(m) == 11 && __ffs(8) == 4 && __clz(1) == 31);
    assert(!__any_sync(~0u, t == 40) && __all_sync(~0u, t < 40) && __activemask() == ~0u);
    __syncwarp();
    assert(__dp4a(0x01020304, 0x02020202, 7) == 27 && __mul24(-5, 7) == -35);
    assert(__umulhi(0x80000000u, 6) == 3 && __brev(1) == 0x80000000u && __mulhi(-1, 5) == -1);
}

__global__ void groups(int *p)
{
    cg::thread_block block = cg::this_thread_block();
    thread_block_tile<8> tile = tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    int t = block.thread_rank(), v = t;
    assert(t == threadIdx.x && block.size() == 32 && tile.size() == 8);
    block.sync();
    cg::sync(block);
    for (int i = tile.size() / 2; i > 0; i /= 2)
        v += tile.shfl_down(v, i);
    assert(tile.thread_rank() != 0 || v == 8 * t + 28);
    assert(tile.meta_group_rank() == t / 8 && tile.meta_group_size() == 4);
    assert(tile.any(t == 9) == (t / 8 == 1) && tile.all(t < 16) == (t < 16));
    assert(tile.ballot(t & 1) == 0xaa && warp.shfl(t, 7) == 7);
    warp.sync();
    assert(block.group_index().x == blockIdx.x && block.thread_index().x == t);
}

__global__ void halves(int *p)
{
    half h = __float2half(1.5f), sum = h * h + h;
    half2 pair = __floats2half2_rn(1, 2);
    pair = __hadd2(pair, pair);
    assert(__half2float(sum) == 3.75f && __low2float(pair) == 2 && __high2float(pair) == 4);
    assert(__half2float(__float2half_rz(2049.0f)) == 2048 && __half2float(__float2half_ru(2049.0f)) == 2050);
    assert(sizeof(half) == 2 && (float)__hfma(h, h, h) == 3.75f && __hgt(sum, h));
    __half array[3] = {h, sum};
    assert(__half2float(array[1]) == 3.75f && __half2float(array[2]) == 0);
    float2 z = make_cuComplex(1, 2), w = cuCmulf(z, z);
    assert(w.x == -3 && w.y == 4);
    cufftReal real = 1.5f;
    cufftDoubleReal exact = real;
    assert(sizeof(real) == 4 && sizeof(exact) == 8 && exact == 1.5);
    printf("%d %f\n", 3, 2.5f);
}
