// What teaching code writes in PTX, besides products of matrices.
// expect: out[0] == 65
// expect: out[1] == 65
// expect: out[2] == 67
// expect: out[3] == 7
// expect: out[4] == 175
// expect: out[5] == 139
// expect: out[6] == 17
// expect: out[7] == 3

#include <cstdint>

__device__ unsigned lane()
{
    unsigned l;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(l));
    return l;
}

__device__ uint32_t shared_number(const void *at)
{
    uint32_t number;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }"
        : "=r"(number)
        : "l"(at));
    return number;
}

__global__ void k(float *in, float *out)
{
    __shared__ float4 s[32];
    int t = threadIdx.x;
    float a, b, c, d;
    for (int i = 4 * t; i < 4 * t + 4; ++i)
        in[i] = i;
    asm volatile("ld.global.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(in + 4 * t));
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(shared_number(&s[t])), "f"(a),
                 "f"(b), "f"(c), "f"(d)
                 : "memory");
    asm volatile("bar.sync 0;");
    asm volatile("ld.shared.f32 %0, [%1 + 4];" : "=f"(a) : "r"(shared_number(&s[t ^ 1])));
    float picked = 0;
    asm("{\n"
        "  .reg .pred p, q;\n"
        "  setp.ge.s32 p, %1, 16;       // the upper half\n"
        "  not.pred q, p;\n"
        "  @p mov.f32 %0, %2;\n"
        "  @!p mov.f32 %0, 0f40000000;\n"
        "  @q add.f32 %0, %0, 0f3F800000;\n"
        "}"
        : "+f"(picked)
        : "r"(t), "f"(a));
    unsigned sum, chosen;
    asm("mad.lo.u32 %0, %1, %2, 0x10;" : "=r"(sum) : "r"(t), "r"(3));
    asm("{ .reg .pred p; setp.lt.u32 p, %1, 20; selp.u32 %0, 7, 9, p; }" : "=r"(chosen) : "r"(t));
    uint32_t lo, hi;
    uint64_t both = ((uint64_t)t << 32) + 5;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(both));
    asm("fma.rn.f32 %0, %0, %1, %2;" : "+f"(b) : "f"(2.0f), "f"(1.0f));
    if (t == 17) {
        out[0] = a;
        out[1] = picked;
        out[2] = sum;
        out[3] = chosen;
        out[4] = lo + 10 * hi;
        out[5] = b;
        out[6] = lane();
    }
    if (t == 3)
        asm volatile("st.global.f32 [%0], %1;" ::"l"(out + 7), "f"(picked));
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 8 * sizeof(float));
    k<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
