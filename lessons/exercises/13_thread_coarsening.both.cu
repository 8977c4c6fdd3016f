#ifdef EXERCISE
// Exercise of the lesson thread_coarsening: one tile of M for several tiles of P.
#else
// The exercise of the lesson thread_coarsening, solved: eight tiles of P for each block.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
#ifdef EXERCISE
// Each block computes one tile of P here. Let it compute several that stand side by side: load the
// tile of M once in a phase, and one tile of N after the other. Launch fewer blocks then, but not too
// few. j, k and l can be any sizes.
//
//   tilestep grade FILE.cu --lesson thread_coarsening
#else
// The tile of M stays in shared memory while eight tiles of N come and go. More of them would leave
// too few blocks, fewer would read M too often.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 16
#ifndef EXERCISE
#define TILES      8 // of P, side by side
#endif

__global__ void tiled(const float *M, const float *N, float *P, int j, int k, int l)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

#ifdef EXERCISE
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        if (Row < j && ph * TILE_WIDTH + tx < k)
            Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];
        else
            Mds[ty][tx] = 0.0f;
        if (ph * TILE_WIDTH + ty < k && Col < l)
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];
        else
            Nds[ty][tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }

    if (Row < j && Col < l)
        P[Row * l + Col] = Pvalue;
#else
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col_start = blockIdx.x * TILE_WIDTH * TILES + tx;

    float Pvalue[TILES];
    for (int c = 0; c < TILES; ++c)
        Pvalue[c] = 0.0f;

    for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        int m = ph * TILE_WIDTH + tx, n = ph * TILE_WIDTH + ty;
        Mds[ty][tx] = Row < j && m < k ? M[Row * k + m] : 0.0f;
        for (int c = 0; c < TILES; ++c) {
            int Col = Col_start + c * TILE_WIDTH;
            Nds[ty][tx] = n < k && Col < l ? N[n * l + Col] : 0.0f;
            __syncthreads();
            for (int i = 0; i < TILE_WIDTH; ++i)
                Pvalue[c] += Mds[ty][i] * Nds[i][tx];
            __syncthreads();
        }
    }

    for (int c = 0; c < TILES; ++c)
        if (Row < j && Col_start + c * TILE_WIDTH < l)
            P[Row * l + Col_start + c * TILE_WIDTH] = Pvalue[c];
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
    int j = 256, k = 256, l = 256;
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
    int columns = TILE_WIDTH * TILES;
    dim3 grid((l + columns - 1) / columns, (j + TILE_WIDTH - 1) / TILE_WIDTH);
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
