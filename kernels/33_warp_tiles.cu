// Matrix product in tiles of tiles: of the block, of each warp, of each thread.
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
// In 27_register_tiles.cu the threads of a warp lie in long rows of the block. Here each of the four
// warps has a tile of its own, nearly square: its 32 lanes, 4 x 8 of them, read few different words,
// and what one lane reads serves many products. A thread has OWN_ROWS x OWN_COLS elements of the
// warp's tile; their neighbours belong to neighbouring lanes, so that no two words of a request
// share a bank.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define OWN_ROWS   2 // each thread computes OWN_ROWS x OWN_COLS elements
#define OWN_COLS   2
#define TILE_DEPTH 4 // columns of M and rows of N in a phase

enum { LANE_ROWS = 4, LANE_COLS = 8, WARP_ROWS = 2, WARP_COLS = 2 }; // of a warp; of the block
enum { THREADS = 32 * WARP_ROWS * WARP_COLS };
enum { WARP_HEIGHT = LANE_ROWS * OWN_ROWS, WARP_WIDTH = LANE_COLS * OWN_COLS }; // a warp's tile
enum { TILE_HEIGHT = WARP_ROWS * WARP_HEIGHT, TILE_WIDTH = WARP_COLS * WARP_WIDTH };

__global__ void warp_tiles(const float *M, const float *N, float *P, int j, int k, int l)
{
    // Mds is transposed, so that a warp reads a piece of a row of both.
    __shared__ float Mds[TILE_DEPTH][TILE_HEIGHT + 32 / TILE_DEPTH]; // no bank twice in a store
    __shared__ float Nds[TILE_DEPTH][TILE_WIDTH];

    int first_Row = blockIdx.y * TILE_HEIGHT, first_Col = blockIdx.x * TILE_WIDTH;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = warp / WARP_COLS * WARP_HEIGHT + lane / LANE_COLS; // of the thread's first element
    int col = warp % WARP_COLS * WARP_WIDTH + lane % LANE_COLS;

    float Pvalue[OWN_ROWS][OWN_COLS];
    for (int r = 0; r < OWN_ROWS; ++r)
        for (int c = 0; c < OWN_COLS; ++c)
            Pvalue[r][c] = 0.0f;

    for (int ph = 0; ph < (k + TILE_DEPTH - 1) / TILE_DEPTH; ++ph) {
        int along = ph * TILE_DEPTH;
        for (int at = threadIdx.x; at < TILE_HEIGHT * TILE_DEPTH; at += THREADS) {
            int y = at / TILE_DEPTH, x = at % TILE_DEPTH;
            bool in_M = first_Row + y < j && along + x < k;
            Mds[x][y] = in_M ? M[(first_Row + y) * k + along + x] : 0.0f;
        }
        for (int at = threadIdx.x; at < TILE_DEPTH * TILE_WIDTH; at += THREADS) {
            int y = at / TILE_WIDTH, x = at % TILE_WIDTH;
            bool in_N = along + y < k && first_Col + x < l;
            Nds[y][x] = in_N ? N[(along + y) * l + first_Col + x] : 0.0f;
        }
        __syncthreads();

        for (int i = 0; i < TILE_DEPTH; ++i) {
            float column[OWN_ROWS], line[OWN_COLS];
            for (int r = 0; r < OWN_ROWS; ++r)
                column[r] = Mds[i][row + r * LANE_ROWS];
            for (int c = 0; c < OWN_COLS; ++c)
                line[c] = Nds[i][col + c * LANE_COLS];
            for (int r = 0; r < OWN_ROWS; ++r)
                for (int c = 0; c < OWN_COLS; ++c)
                    Pvalue[r][c] += column[r] * line[c];
        }
        __syncthreads();
    }

    for (int r = 0; r < OWN_ROWS; ++r)
        for (int c = 0; c < OWN_COLS; ++c) {
            int Row = first_Row + row + r * LANE_ROWS, Col = first_Col + col + c * LANE_COLS;
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
    int j = 16, k = 8, l = 32;
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

    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_HEIGHT - 1) / TILE_HEIGHT);
    warp_tiles<<<grid, THREADS>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("warp tiles %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
