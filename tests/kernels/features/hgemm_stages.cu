// A product in half precision as public code writes it: blocks in strips along z, a ring of stages
// filled by cp.async through macros, swizzled tiles in dynamic shared memory, ldmatrix, mma with
// packed sums, and a result that lanes gather by shuffles and store 16 bytes at a time.
// check: matmul

#include <cstdint>
#include <cuda_fp16.h>

#define CP_ASYNC(to, from)                                                                         \
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from))
#define CP_COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define CP_WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))
#define LOAD_X4(r, at)                                                                             \
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"             \
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                  \
                 : "r"(at))
#define LOAD_X2(r, at)                                                                             \
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n"                     \
                 : "=r"(r[0]), "=r"(r[1])                                                          \
                 : "r"(at))
#define MMA(d, a, b)                                                                               \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, " \
                 "{%6, %7}, {%0, %1};\n"                                                           \
                 : "+r"(d[0]), "+r"(d[1])                                                          \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__device__ __forceinline__ int swizzled(int row, int column)
{
    return ((column >> 3) ^ (row >> 2)) % 2 << 3;
}

template <const int BM, const int BN, const int STAGES, const bool STRIPS>
__global__ void __launch_bounds__(128) hgemm_stages(half *A, half *B, half *C, int M, int N, int K)
{
    constexpr int BK = 16, ROWS = BM / 2 / 16, COLS = BN / 2 / 8;
    const int bx = ((int)STRIPS) * blockIdx.z * gridDim.x + blockIdx.x, by = blockIdx.y;
    const int tiles = (K + BK - 1) / BK;
    extern __shared__ half smem[];
    half *As = smem, *Bs = smem + STAGES * BM * BK;
    const int lane = threadIdx.x % 32, warp_m = threadIdx.x / 32 / 2, warp_n = threadIdx.x / 32 % 2;
    const int row = threadIdx.x / 2, column = threadIdx.x % 2 * 8;
    if (by * BM + row >= M || bx * BN + row >= N)
        return;
    const uint32_t a_at = __cvta_generic_to_shared(As), b_at = __cvta_generic_to_shared(Bs);

    auto bring = [&](int tile, int stage) {
        uint32_t place = row * BK + swizzled(row, column);
        CP_ASYNC(a_at + (stage * BM * BK + place) * (uint32_t)sizeof(half),
                 &A[(by * BM + row) * K + tile * BK + column]);
        CP_ASYNC(b_at + (stage * BN * BK + place) * (uint32_t)sizeof(half),
                 &B[(bx * BN + row) * K + tile * BK + column]);
        CP_COMMIT();
    };

    uint32_t sums[ROWS][COLS][2];
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j)
            sums[i][j][0] = sums[i][j][1] = 0;
#pragma unroll
    for (int tile = 0; tile < STAGES - 1; ++tile)
        bring(tile, tile);
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
        CP_WAIT(STAGES - 2);
        __syncthreads();
        if (tile + STAGES - 1 < tiles)
            bring(tile + STAGES - 1, (tile + STAGES - 1) % STAGES);
        else
            CP_COMMIT();
        uint32_t a[ROWS][4], b[COLS][2];
        const int stage = tile % STAGES;
        for (int i = 0; i < ROWS; ++i) {
            int r = warp_m * BM / 2 + i * 16 + lane % 16;
            LOAD_X4(a[i], a_at + (stage * BM * BK + r * BK + swizzled(r, lane / 16 * 8)) * 2);
        }
        for (int j = 0; j < COLS; ++j) {
            int r = warp_n * BN / 2 + j * 8 + lane % 8;
            LOAD_X2(b[j], b_at + (stage * BN * BK + r * BK + swizzled(r, lane / 8 % 2 * 8)) * 2);
        }
        for (int i = 0; i < ROWS; ++i)
            for (int j = 0; j < COLS; ++j)
                MMA(sums[i][j], a[i], b[j]);
    }

    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j)
            for (int half_tile = 0; half_tile < 2; ++half_tile) {
                uint32_t line[4];
                line[0] = sums[i][j][half_tile];
#pragma unroll
                for (int k = 1; k < 4; ++k)
                    line[k] = __shfl_sync(0xffffffff, sums[i][j][half_tile], lane + k);
                if (lane % 4 == 0) {
                    int r = by * BM + warp_m * BM / 2 + i * 16 + half_tile * 8 + lane / 4;
                    int c = bx * BN + warp_n * BN / 2 + j * 8;
                    (reinterpret_cast<float4 *>(&C[r * N + c])[0]) =
                        (reinterpret_cast<float4 *>(&line[0])[0]);
                }
            }
}

template <const int STAGES, const int STRIDE> void launch(half *a, half *b, half *c, int M, int N, int K)
{
    constexpr int BM = 64, BN = 64;
    const int bytes = STAGES * (BM + BN) * 16 * sizeof(half);
    const int strips = (N + STRIDE - 1) / STRIDE;
    dim3 block(128);
    dim3 grid(((N + BN - 1) / BN + strips - 1) / strips, (M + BM - 1) / BM, strips);
    hgemm_stages<BM, BN, STAGES, true><<<grid, block, bytes>>>(a, b, c, M, N, K);
}

void sketch()
{
    const int M = 64, N = 128, K = 64;
    half *a, *b, *c;
    cudaMalloc(&a, M * K * sizeof(half));
    cudaMalloc(&b, N * K * sizeof(half));
    cudaMalloc(&c, M * N * sizeof(half));
    launch<3, 64>(a, b, c, M, N, K);
    cudaDeviceSynchronize();
}
