#ifdef EXERCISE
// Exercise of the lesson ladder: register tiles without bank conflicts.
#else
// The exercise of the lesson ladder, solved: the elements of a thread are SIDE apart.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
#ifdef EXERCISE
// Each thread computes OWN x OWN neighbouring elements of P. Neighbouring threads then read words of
// Nds that are OWN apart, and store elements of P that are OWN apart. Give each thread other
// elements of the tile, still OWN x OWN. j, k and l can be any sizes.
//
//   tilestep grade FILE.cu --lesson ladder
#else
// For every r and c, neighbouring threads have neighbouring columns: their words of Nds stand in
// different banks, and their elements of P lie side by side.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 64 // of P: a block computes TILE_WIDTH x TILE_WIDTH elements
#define TILE_DEPTH 8  // columns of M and rows of N in a phase
#define OWN        4  // each thread computes OWN x OWN elements
#ifndef EXERCISE
#define SIDE       (TILE_WIDTH / OWN) // of the block, in threads
#endif

__global__ void product(const float *M, const float *N, float *P, int j, int k, int l)
{
    static_assert(TILE_WIDTH % OWN == 0, "the threads have to cover the tile of P");

    __shared__ float Mds[TILE_WIDTH][TILE_DEPTH];
    __shared__ float Nds[TILE_DEPTH][TILE_WIDTH];

    int first_Row = blockIdx.y * TILE_WIDTH; // of the tile of P
    int first_Col = blockIdx.x * TILE_WIDTH;
    int tx = threadIdx.x, ty = threadIdx.y;
    int t = ty * blockDim.x + tx, threads = blockDim.x * blockDim.y;

    float Pvalue[OWN][OWN];
    for (int r = 0; r < OWN; ++r)
        for (int c = 0; c < OWN; ++c)
            Pvalue[r][c] = 0.0f;

    for (int ph = 0; ph < (k + TILE_DEPTH - 1) / TILE_DEPTH; ++ph) {
        for (int at = t; at < TILE_WIDTH * TILE_DEPTH; at += threads) {
            int row = at / TILE_DEPTH, col = at % TILE_DEPTH;
            if (first_Row + row < j && ph * TILE_DEPTH + col < k)
                Mds[row][col] = M[(first_Row + row) * k + ph * TILE_DEPTH + col];
            else
                Mds[row][col] = 0.0f;
        }
        for (int at = t; at < TILE_DEPTH * TILE_WIDTH; at += threads) {
            int row = at / TILE_WIDTH, col = at % TILE_WIDTH;
            if (ph * TILE_DEPTH + row < k && first_Col + col < l)
                Nds[row][col] = N[(ph * TILE_DEPTH + row) * l + first_Col + col];
            else
                Nds[row][col] = 0.0f;
        }
        __syncthreads();

        for (int i = 0; i < TILE_DEPTH; ++i) {
            float column[OWN], row[OWN];
            for (int r = 0; r < OWN; ++r)
#ifdef EXERCISE
                column[r] = Mds[ty * OWN + r][i];
            for (int c = 0; c < OWN; ++c)
                row[c] = Nds[i][tx * OWN + c];
#else
                column[r] = Mds[ty + r * SIDE][i];
            for (int c = 0; c < OWN; ++c)
                row[c] = Nds[i][tx + c * SIDE];
#endif
            for (int r = 0; r < OWN; ++r)
                for (int c = 0; c < OWN; ++c)
                    Pvalue[r][c] += column[r] * row[c];
        }
        __syncthreads();
    }

    for (int r = 0; r < OWN; ++r)
        for (int c = 0; c < OWN; ++c) {
#ifdef EXERCISE
            int Row = first_Row + ty * OWN + r, Col = first_Col + tx * OWN + c;
#else
            int Row = first_Row + ty + r * SIDE, Col = first_Col + tx + c * SIDE;
#endif
            if (Row < j && Col < l)
                P[Row * l + Col] = Pvalue[r][c];
        }
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

// Small whole numbers, so that the sums are exact and can be compared with ==.
static float *numbers(int count, int seed)
{
    float *values = (float *)malloc(count * sizeof(float));
    for (int i = 0; i < count; ++i)
        values[i] = (float)((i * 7 + seed) % 9 + 1);
    return values;
}

static int count_wrong(const float *M, const float *N, const float *P, int j, int k, int l)
{
    int wrong = 0;
    for (int row = 0; row < j; ++row)
        for (int col = 0; col < l; ++col) {
            float sum = 0.0f;
            for (int i = 0; i < k; ++i)
                sum += M[row * k + i] * N[i * l + col];
            wrong += sum != P[row * l + col];
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int j = 64, k = 64, l = 64;
    if (argc == 4) {
        j = atoi(argv[1]);
        k = atoi(argv[2]);
        l = atoi(argv[3]);
    }

    float *M = numbers(j * k, 1), *N = numbers(k * l, 5), *P = numbers(j * l, 0);
    float *d_M, *d_N, *d_P;
    require(cudaMalloc(&d_M, j * k * sizeof(float)), "cudaMalloc M");
    require(cudaMalloc(&d_N, k * l * sizeof(float)), "cudaMalloc N");
    require(cudaMalloc(&d_P, j * l * sizeof(float)), "cudaMalloc P");
    require(cudaMemcpy(d_M, M, j * k * sizeof(float), cudaMemcpyHostToDevice), "copy M");
    require(cudaMemcpy(d_N, N, k * l * sizeof(float), cudaMemcpyHostToDevice), "copy N");

    dim3 block(TILE_WIDTH / OWN, TILE_WIDTH / OWN);
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_WIDTH - 1) / TILE_WIDTH);
    product<<<grid, block>>>(d_M, d_N, d_P, j, k, l);
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
