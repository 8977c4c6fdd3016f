// Matrix product by tensor cores, through fragments of wmma.
//
//   P (j x l) = M (j x k) * N (k x l), row major; M and N in half precision, P in float
//
// One warp computes a tile of P of 16 x 16 elements. In each phase it loads a tile of M and one of N
// into shared memory, zeros where a matrix ends, and from there into fragments: registers of all 32
// lanes, which hold the tile together. mma_sync multiplies the two and adds to the third. No thread
// has a row or a column of its own.
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

enum { SIDE = 16 }; // of the tiles that a fragment holds

__global__ void wmma_product(const half *M, const half *N, float *P, int j, int k, int l)
{
    __shared__ half Mds[SIDE][SIDE];
    __shared__ half Nds[SIDE][SIDE];
    __shared__ float Pds[SIDE][SIDE];

    int top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int ph = 0; ph < (k + SIDE - 1) / SIDE; ++ph) {
        int along = ph * SIDE;
        for (int y = ty; y < SIDE; y += 2) { // the 32 lanes load two rows at once
            bool in_M = top + y < j && along + tx < k, in_N = along + y < k && left + tx < l;
            Mds[y][tx] = in_M ? M[(top + y) * k + along + tx] : __float2half(0.0f);
            Nds[y][tx] = in_N ? N[(along + y) * l + left + tx] : __float2half(0.0f);
        }
        __syncthreads();
        wmma::load_matrix_sync(a, &Mds[0][0], SIDE);
        wmma::load_matrix_sync(b, &Nds[0][0], SIDE);
        wmma::mma_sync(sum, a, b, sum);
        __syncthreads();
    }

    wmma::store_matrix_sync(&Pds[0][0], sum, SIDE, wmma::mem_row_major);
    __syncthreads();
    for (int y = ty; y < SIDE; y += 2)
        if (top + y < j && left + tx < l)
            P[(top + y) * l + left + tx] = Pds[y][tx];
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
    int j = 32, k = 32, l = 32;
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

    dim3 grid((l + SIDE - 1) / SIDE, (j + SIDE - 1) / SIDE);
    wmma_product<<<grid, 32>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("wmma_product %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
