// A tile of a product by ldmatrix and mma.sync, as teaching code writes them: macros with PTX in them.
// check: matmul

#include <cstdint>
#include <cuda_fp16.h>

#define LOAD_X4(r0, r1, r2, r3, at)                                                                \
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"             \
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)                                          \
                 : "r"(at))
#define LOAD_X2_TRANS(r0, r1, at)                                                                  \
    asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n"               \
                 : "=r"(r0), "=r"(r1)                                                              \
                 : "r"(at))
#define MMA(d0, d1, d2, d3, a0, a1, a2, a3, b0, b1, c0, c1, c2, c3)                                \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "                              \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};\n"          \
                 : "=f"(d0), "=f"(d1), "=f"(d2), "=f"(d3)                                          \
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "f"(c0), "f"(c1),         \
                   "f"(c2), "f"(c3))

__global__ void product(const half *A, const half *B, float *C, int n)
{
    __shared__ half as[16][16 + 8];
    __shared__ half bs[16][8 + 8];
    int lane = threadIdx.x;
    float c[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 16) {
        for (int i = lane; i < 256; i += 32)
            as[i / 16][i % 16] = A[(blockIdx.y * 16 + i / 16) * n + k + i % 16];
        for (int i = lane; i < 128; i += 32)
            bs[i / 8][i % 8] = B[(k + i / 8) * n + blockIdx.x * 8 + i % 8];
        __syncthreads();
        uint32_t a[4], b[2];
        uint32_t at = __cvta_generic_to_shared(&as[lane % 16][lane / 16 * 8]);
        LOAD_X4(a[0], a[1], a[2], a[3], at);
        LOAD_X2_TRANS(b[0], b[1], (uint32_t)__cvta_generic_to_shared(&bs[lane % 16][0]));
        MMA(c[0], c[1], c[2], c[3], a[0], a[1], a[2], a[3], b[0], b[1], c[0], c[1], c[2], c[3]);
        __syncthreads();
    }
    int row = blockIdx.y * 16 + lane / 4, col = blockIdx.x * 8 + lane % 4 * 2;
    C[row * n + col] = c[0];
    C[row * n + col + 1] = c[1];
    C[(row + 8) * n + col] = c[2];
    C[(row + 8) * n + col + 1] = c[3];
}

void sketch()
{
    int n = 32;
    half *A, *B;
    float *C;
    cudaMalloc(&A, n * n * sizeof(half));
    cudaMalloc(&B, n * n * sizeof(half));
    cudaMalloc(&C, n * n * sizeof(float));
    product<<<dim3(4, 2), 32>>>(A, B, C, n);
    cudaDeviceSynchronize();
}
