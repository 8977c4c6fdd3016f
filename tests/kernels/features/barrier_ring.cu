// mbarriers in PTX: a warp fills a ring of stages by copies that arrive, another one reads it.
// expect: out[4] == in[27] + 2 * in[59] + 3 * in[91] + 4 * in[123]
// counts: async_copy accesses 128
#include <cstdint>

__device__ void start(uint32_t bar, uint32_t count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(count));
}

__device__ void wait(uint32_t bar, uint32_t parity)
{
    asm volatile("{\n.reg .pred p;\nagain:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@p bra done;\nbra again;\ndone:\n}" ::"r"(bar), "r"(parity));
}

__device__ void wait_by_test(uint32_t bar, uint32_t parity)
{
    asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.test_wait.parity.shared.b64 p, [%0], %1;\n"
                 "@!p bra.uni again;\n}" ::"r"(bar), "r"(parity));
}

__global__ void ring(const float *in, float *out)
{
    __shared__ uint64_t full[2], empty[2];
    __shared__ float s[2][32];
    uint32_t filled = __cvta_generic_to_shared(full), read = __cvta_generic_to_shared(empty);
    int t = threadIdx.x;
    if (t < 2) {
        start(filled + 8 * t, 32);
        start(read + 8 * t, 32);
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
        uint32_t at = 8 * (k % 2), turn = k / 2 & 1;
        if (t < 32) {
            wait(read + at, turn ^ 1);
            uint32_t to = __cvta_generic_to_shared(&s[k % 2][t]);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 32 * k + t));
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(filled + at));
        } else {
            wait_by_test(filled + at, turn);
            sum += s[k % 2][63 - t] * (k + 1);
            asm volatile("{ .reg .b64 token; mbarrier.arrive.shared.b64 token, [%0]; }" ::"r"(read + at));
        }
    }
    if (t >= 32)
        out[t - 32] = sum;
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 128 * sizeof(float));
    cudaMalloc(&d_out, 32 * sizeof(float));
    ring<<<1, 64>>>(d_in, d_out);
}
