#ifdef EXERCISE
// Exercise of the lesson who_holds_what: four sums of each lane, and where they belong.
#else
// The exercise of the lesson who_holds_what, solved: the layout of the result of mma.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major; at most 16 x 16 and 16 x 8
//
#ifdef EXERCISE
// One warp makes one product of a tensor core. Write each sum to its element of P, and only those
// that P has.
//
//   tilestep grade FILE.cu --lesson who_holds_what
#else
// Four neighbouring lanes hold a row, two columns each, and the row 8 further down.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum { ROWS = 16, DEPTH = 16, COLUMNS = 8 };

// Four matrices of 8 x 8: lane i gives the address of row i % 8 of matrix i / 8.
__device__ void load_matrices(unsigned to[4], const half *row)
{
    unsigned from = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from));
}

// Two matrices, each transposed on its way; lanes 0 to 15 give the addresses.
__device__ void load_transposed(unsigned to[2], const half *row)
{
    unsigned from = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
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

__global__ void product(const half *M, const half *N, float *P, int j, int k, int l)
{
    __shared__ __align__(16) half Mds[ROWS][DEPTH];
    __shared__ __align__(16) half Nds[DEPTH][COLUMNS];

    int lane = threadIdx.x;
    for (int at = lane; at < ROWS * DEPTH; at += 32) {
        int y = at / DEPTH, x = at % DEPTH;
        Mds[y][x] = y < j && x < k ? M[y * k + x] : __float2half(0.0f);
    }
    for (int at = lane; at < DEPTH * COLUMNS; at += 32) {
        int y = at / COLUMNS, x = at % COLUMNS;
        Nds[y][x] = y < k && x < l ? N[y * l + x] : __float2half(0.0f);
    }
    __syncthreads();

    float sum[4] = {};
    unsigned a[4], b[2];
    load_matrices(a, &Mds[lane % 16][lane / 16 * 8]);
    load_transposed(b, &Nds[lane % 16][0]);
    multiply(sum, a, b);

    for (int i = 0; i < 4; ++i) {
#ifdef EXERCISE
        int row = 0; /* fill in */
        int col = 0; /* fill in */
#else
        int row = lane / 4 + i / 2 * 8;
        int col = lane % 4 * 2 + i % 2;
#endif
        if (row < j && col < l)
            P[row * l + col] = sum[i];
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
    int j = 16, k = 16, l = 8;
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

    product<<<1, 32>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("product %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
