// Matrix product in tiles, with two buffers for each tile.
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
// In every iteration of the loop the threads load the tiles of one phase and multiply those of the
// phase before, which stand in the other buffer. Nobody overwrites what is still being read, so one
// barrier an iteration is enough, and the loads are on their way while the products go on. The
// price is twice the shared memory, and one more iteration.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define TILE_WIDTH 2

__global__ void double_buffered(const float *M, const float *N, float *P, int j, int k, int l)
{
    __shared__ float Mds[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[2][TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    int phases = (k + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int ph = 0; ph <= phases; ++ph) {
        int here = ph % 2, before = 1 - here;
        if (ph < phases) {
            if (Row < j && ph * TILE_WIDTH + tx < k)
                Mds[here][ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];
            else
                Mds[here][ty][tx] = 0.0f;
            if (ph * TILE_WIDTH + ty < k && Col < l)
                Nds[here][ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];
            else
                Nds[here][ty][tx] = 0.0f;
        }
        if (ph > 0)
            for (int i = 0; i < TILE_WIDTH; ++i)
                Pvalue += Mds[before][ty][i] * Nds[before][i][tx];
        __syncthreads();
    }

    if (Row < j && Col < l)
        P[Row * l + Col] = Pvalue;
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
    int j = 4, k = 4, l = 4;
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
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_WIDTH - 1) / TILE_WIDTH);
    double_buffered<<<grid, block>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("double buffered %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
