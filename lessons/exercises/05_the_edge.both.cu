#ifdef EXERCISE
// Exercise of the lesson the_edge: the tiled kernel without its checks.
#else
// The exercise of the lesson the_edge, solved: three checks, for M, for N and for P.
#endif
//
//   P = M * N, all of them Width x Width, row major
//
#ifdef EXERCISE
// It is right where TILE_WIDTH divides Width. For all other widths it reads and writes where there is
// no element. Add the three checks that are missing. TILE_WIDTH is to stay a macro.
//
//   tilestep grade FILE.cu --lesson the_edge
#else
// Every thread takes part in every phase, and stores a zero where there is no element for it.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 2

__global__ void tiled(const float *M, const float *N, float *P, int Width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < (Width + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
#ifdef EXERCISE
        Mds[ty][tx] = M[Row * Width + ph * TILE_WIDTH + tx];
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * Width + Col];
#else
        int M_col = ph * TILE_WIDTH + tx;
        int N_row = ph * TILE_WIDTH + ty;
        Mds[ty][tx] = Row < Width && M_col < Width ? M[Row * Width + M_col] : 0.0f;
        Nds[ty][tx] = N_row < Width && Col < Width ? N[N_row * Width + Col] : 0.0f;
#endif
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
#ifdef EXERCISE
    P[Row * Width + Col] = Pvalue;
#else

    if (Row < Width && Col < Width)
        P[Row * Width + Col] = Pvalue;
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

static int count_wrong(const float *M, const float *N, const float *P, int Width)
{
    int wrong = 0;
    for (int row = 0; row < Width; ++row)
        for (int col = 0; col < Width; ++col) {
            float sum = 0.0f;
            for (int i = 0; i < Width; ++i)
                sum += M[row * Width + i] * N[i * Width + col];
            wrong += sum != P[row * Width + col];
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int Width = 3;
    if (argc == 2)
        Width = atoi(argv[1]);
    int bytes = Width * Width * sizeof(float);

    float *M = numbers(Width * Width, 1), *N = numbers(Width * Width, 5);
    float *P = numbers(Width * Width, 0);
    float *d_M, *d_N, *d_P;
    require(cudaMalloc(&d_M, bytes), "cudaMalloc M");
    require(cudaMalloc(&d_N, bytes), "cudaMalloc N");
    require(cudaMalloc(&d_P, bytes), "cudaMalloc P");
    require(cudaMemcpy(d_M, M, bytes, cudaMemcpyHostToDevice), "copy M");
    require(cudaMemcpy(d_N, N, bytes, cudaMemcpyHostToDevice), "copy N");

    int tiles = (Width + TILE_WIDTH - 1) / TILE_WIDTH;
    dim3 block(TILE_WIDTH, TILE_WIDTH);
    dim3 grid(tiles, tiles);
    tiled<<<grid, block>>>(d_M, d_N, d_P, Width);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, bytes, cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, Width);
    printf("tiled %dx%d: %d of %d elements wrong\n", Width, Width, wrong, Width * Width);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
