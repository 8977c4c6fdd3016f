// Exercise of the lesson tensor_products: the products of a tile by a tensor core.
//
//   P (j x l) = M (j x k) * N (k x l), row major; M and N in half precision, P in float
//
// One warp computes 16 x 16 elements of P, eight in each lane, a multiply-add at a time. Let
// wmma::mma_sync multiply the tiles instead.
//
//   tilestep grade FILE.cu --lesson tensor_products
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

enum { SIDE = 16 }; // of the tiles that a fragment holds

__global__ void product(const half *M, const half *N, float *P, int j, int k, int l)
{
    __shared__ half Mds[SIDE][SIDE];
    __shared__ half Nds[SIDE][SIDE];

    int top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;

    float sum[SIDE / 2] = {}; // of rows ty, ty + 2, ... and column tx

    for (int ph = 0; ph < (k + SIDE - 1) / SIDE; ++ph) {
        int along = ph * SIDE;
        for (int y = ty; y < SIDE; y += 2) { // the 32 lanes load two rows at once
            bool in_M = top + y < j && along + tx < k, in_N = along + y < k && left + tx < l;
            Mds[y][tx] = in_M ? M[(top + y) * k + along + tx] : __float2half(0.0f);
            Nds[y][tx] = in_N ? N[(along + y) * l + left + tx] : __float2half(0.0f);
        }
        __syncthreads();
        for (int y = 0; y < SIDE / 2; ++y)
            for (int i = 0; i < SIDE; ++i)
                sum[y] += __half2float(Mds[ty + 2 * y][i]) * __half2float(Nds[i][tx]);
        __syncthreads();
    }

    for (int y = 0; y < SIDE / 2; ++y)
        if (top + ty + 2 * y < j && left + tx < l)
            P[(top + ty + 2 * y) * l + left + tx] = sum[y];
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
    product<<<grid, 32>>>(d_M, d_N, d_P, j, k, l);
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
