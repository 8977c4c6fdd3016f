#ifdef EXERCISE
// Exercise of the lesson flop_per_byte: more operations for every byte, with the same threads.
#else
// The exercise of the lesson flop_per_byte, solved: a thread computes two elements of P in one column.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
#ifdef EXERCISE
// Each thread computes one element of P here. Let it compute two in the same column, TILE_WIDTH rows
// apart, so that a block computes a tile of P that is twice as high. The tile of N then serves both
// halves of it; the tile of M becomes twice as high, too. j, k and l can be any sizes.
//
//   tilestep grade FILE.cu --lesson flop_per_byte
#else
// A block computes 2 * TILE_WIDTH rows and TILE_WIDTH columns of P. An element of N is loaded once for
// both elements of a thread, so a block loads three tiles where two blocks loaded four.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 16

__global__ void tiled(const float *M, const float *N, float *P, int j, int k, int l)
{
#ifdef EXERCISE
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
#else
    __shared__ float Mds[2 * TILE_WIDTH][TILE_WIDTH];
#endif
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
#ifdef EXERCISE
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        if (Row < j && ph * TILE_WIDTH + tx < k)
            Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];
        else
            Mds[ty][tx] = 0.0f;
#else
    int Row = by * 2 * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pupper = 0.0f, Plower = 0.0f;
    for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        for (int half = 0; half < 2; ++half) {
            int row = Row + half * TILE_WIDTH;
            if (row < j && ph * TILE_WIDTH + tx < k)
                Mds[half * TILE_WIDTH + ty][tx] = M[row * k + ph * TILE_WIDTH + tx];
            else
                Mds[half * TILE_WIDTH + ty][tx] = 0.0f;
        }
#endif
        if (ph * TILE_WIDTH + ty < k && Col < l)
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];
        else
            Nds[ty][tx] = 0.0f;
        __syncthreads();

#ifdef EXERCISE
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
#else
        for (int i = 0; i < TILE_WIDTH; ++i) {
            float n = Nds[i][tx];
            Pupper += Mds[ty][i] * n;
            Plower += Mds[TILE_WIDTH + ty][i] * n;
        }
#endif
        __syncthreads();
    }

    if (Row < j && Col < l)
#ifdef EXERCISE
        P[Row * l + Col] = Pvalue;
#else
        P[Row * l + Col] = Pupper;
    if (Row + TILE_WIDTH < j && Col < l)
        P[(Row + TILE_WIDTH) * l + Col] = Plower;
#endif
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

    dim3 block(TILE_WIDTH, TILE_WIDTH);
#ifdef EXERCISE
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_WIDTH - 1) / TILE_WIDTH);
#else
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + 2 * TILE_WIDTH - 1) / (2 * TILE_WIDTH));
#endif
    tiled<<<grid, block>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("tiled %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
