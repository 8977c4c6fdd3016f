// Functions handed to functions, lists of values as arguments, constants of a struct by way of an
// object, and structs that a group exchanges.
// expect: out[0] == 7
// expect: out[1] == 12
// expect: out[2] == 9
// expect: out[3] == 8
// expect: out[4] == 31
// expect: out[5] == 32
// expect: out[6] == 3
// expect: out[7] == 31.5
// expect: out[8] == 16
// expect: out[9] == 5

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

struct Best {
    float value, count;
};

template <typename T> struct alignas(16) Packed {
    static constexpr int size = sizeof(int4) / sizeof(T);
    T payload[size];
};

__device__ float add(float a, float b)
{
    return a + b;
}

__device__ float multiply(float a, float b)
{
    return a * b;
}

__device__ Best better(Best a, Best b)
{
    return a.value > b.value ? Best{a.value, a.count + b.count} : Best{b.value, a.count + b.count};
}

__device__ float length(float2 v, int weight = 1)
{
    return weight * (v.x + v.y);
}

template <typename F> __device__ float apply(F f, float a, float b)
{
    return f(a, b);
}

__device__ float twice(float (*f)(float, float), float a, float b)
{
    return f(f(a, b), b);
}

__global__ void values(float *out)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    Best mine = better({(float)threadIdx.x, 0.5f}, {-1.0f, 0.5f});
    Best best = cg::reduce(warp, mine, better);
    Best up = warp.shfl_up(mine, 1);
    half2 pair = __floats2half2_rn((float)threadIdx.x, 0.5f);
    half2 other = __shfl_xor_sync(0xffffffffu, pair + pair, 16);
    Packed<half> packed;
    if (threadIdx.x == 31) {
        out[0] = apply(add, 3, 4);
        out[1] = apply(multiply, 3, 4);
        out[2] = twice(add, 5, 2);
        out[3] = packed.size;
        out[4] = best.value;
        out[5] = best.count;
        out[6] = length({1, 2});
        out[7] = up.value + 2 * up.count - 0.5f;
        out[8] = __low2float(other) - 14;
        out[9] = twice(multiply, 5, 1);
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 10 * sizeof(float));
    values<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
