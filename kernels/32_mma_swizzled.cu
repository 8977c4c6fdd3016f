// Matrix product by tensor cores without a library: ldmatrix, mma and a swizzle.
//
//   P (j x l) = M (j x k) * N (k x l), row major; M and N in half precision, P in float
//
// One warp computes a tile of P of 16 x 64 elements. ldmatrix loads matrices of 8 x 8 halves, each
// row from the address that one lane gives: 16 bytes, a chunk. A row of a tile here is 128 bytes
// long, all 32 banks, so that the rows of a matrix would lie below each other, in the same banks.
// Row r therefore keeps its chunk c at place c ^ r % 8: eight rows, eight different chunks.
// mma multiplies 16 x 16 by 16 x 8; which lane holds which element stands in the PTX manual. Needs
// compute capability 8.0: nvcc -arch=sm_80.
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum { ROWS = 16, WIDTH = 64, CHUNK = 8 }; // of P's tile; halves of a row, and of 16 bytes of it

__device__ int swizzled(int row, int col)
{
    return row * WIDTH + (col / CHUNK ^ row % CHUNK) * CHUNK + col % CHUNK;
}

// Four matrices of 8 x 8: lane i gives the address of row i % 8 of matrix i / 8.
__device__ void load_matrices(unsigned to[4], const half *row)
{
    unsigned from = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from));
}

// The same, each matrix transposed on its way.
__device__ void load_transposed(unsigned to[4], const half *row)
{
    unsigned from = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from));
}

// sum (16 x 8) += a (16 x 16) * b (16 x 8), by the whole warp.
__device__ void multiply(float sum[4], const unsigned a[4], const unsigned *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void mma_swizzled(const half *M, const half *N, float *P, int j, int k, int l)
{
    __shared__ __align__(128) half Mds[ROWS * WIDTH];
    __shared__ __align__(128) half Nds[WIDTH * WIDTH];

    int top = blockIdx.y * ROWS, left = blockIdx.x * WIDTH, lane = threadIdx.x;
    float sum[WIDTH / 8][4] = {};

    for (int along = 0; along < k; along += WIDTH) {
        for (int row = 0; row < WIDTH; ++row) // the 32 lanes load a row in two halves
            for (int col = lane; col < WIDTH; col += 32) {
                bool in_M = row < ROWS && top + row < j && along + col < k;
                bool in_N = along + row < k && left + col < l;
                if (row < ROWS)
                    Mds[swizzled(row, col)] =
                        in_M ? M[(top + row) * k + along + col] : __float2half(0.0f);
                Nds[swizzled(row, col)] =
                    in_N ? N[(along + row) * l + left + col] : __float2half(0.0f);
            }
        __syncthreads();
        for (int i = 0; i < WIDTH; i += 16) {
            unsigned a[4], b[4];
            load_matrices(a, &Mds[swizzled(lane % 16, i + lane / 16 * 8)]);
            for (int n = 0; n < WIDTH; n += 16) {
                load_transposed(b, &Nds[swizzled(i + lane % 16, n + lane / 16 * 8)]);
                multiply(sum[n / 8], a, b);
                multiply(sum[n / 8 + 1], a, b + 2);
            }
        }
        __syncthreads();
    }

    for (int n = 0; n < WIDTH / 8; ++n)
        for (int i = 0; i < 4; ++i) { // the layout of mma's result
            int row = top + lane / 4 + i / 2 * 8, col = left + n * 8 + lane % 4 * 2 + i % 2;
            if (row < j && col < l)
                P[row * l + col] = sum[n][i];
        }
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

// Small whole numbers: half precision has them all, and the sums are exact.
static half *numbers(int count, int seed)
{
    half *values = (half *)malloc(count * sizeof(half));
    for (int i = 0; i < count; ++i)
        values[i] = __float2half((float)((i * 7 + seed) % 9 + 1));
    return values;
}

static int count_wrong(const half *M, const half *N, const float *P, int j, int k, int l)
{
    int wrong = 0;
    for (int row = 0; row < j; ++row)
        for (int col = 0; col < l; ++col) {
            float sum = 0.0f;
            for (int i = 0; i < k; ++i)
                sum += __half2float(M[row * k + i]) * __half2float(N[i * l + col]);
            wrong += sum != P[row * l + col];
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int j = 16, k = 64, l = 64;
    if (argc == 4) {
        j = atoi(argv[1]);
        k = atoi(argv[2]);
        l = atoi(argv[3]);
    }

    half *M = numbers(j * k, 1), *N = numbers(k * l, 5);
    float *P = (float *)calloc(j * l, sizeof(float));
    half *d_M, *d_N;
    float *d_P;
    require(cudaMalloc(&d_M, j * k * sizeof(half)), "cudaMalloc M");
    require(cudaMalloc(&d_N, k * l * sizeof(half)), "cudaMalloc N");
    require(cudaMalloc(&d_P, j * l * sizeof(float)), "cudaMalloc P");
    require(cudaMemcpy(d_M, M, j * k * sizeof(half), cudaMemcpyHostToDevice), "copy M");
    require(cudaMemcpy(d_N, N, k * l * sizeof(half), cudaMemcpyHostToDevice), "copy N");

    dim3 grid((l + WIDTH - 1) / WIDTH, (j + ROWS - 1) / ROWS);
    mma_swizzled<<<grid, 32>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("mma_swizzled %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
