// Matrix product in tiles that are copied ahead: a pipeline of asynchronous copies.
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
// A copy of __pipeline_memcpy_async goes from global to shared memory while its thread goes on. Each
// phase asks for the tiles of STAGES - 1 phases later, makes one group of these copies, and waits
// only for the group of its own phase; the later ones stay in flight beside the products. With two
// stages it is a double buffer.
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define TILE_WIDTH 2
#define STAGES 3

__global__ void pipelined(const float *M, const float *N, float *P, int j, int k, int l)
{
    __shared__ float Mds[STAGES][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[STAGES][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    int phases = (k + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int ph = 1 - STAGES; ph < phases; ++ph) {
        int next = ph + STAGES - 1, to = next % STAGES; // what is asked for, and its stage
        if (next < phases) {
            if (Row < j && next * TILE_WIDTH + tx < k)
                __pipeline_memcpy_async(&Mds[to][ty][tx], &M[Row * k + next * TILE_WIDTH + tx],
                                        sizeof(float));
            else
                Mds[to][ty][tx] = 0.0f;
            if (next * TILE_WIDTH + ty < k && Col < l)
                __pipeline_memcpy_async(&Nds[to][ty][tx], &N[(next * TILE_WIDTH + ty) * l + Col],
                                        sizeof(float));
            else
                Nds[to][ty][tx] = 0.0f;
        }
        __pipeline_commit();
        if (ph >= 0) {
            int here = ph % STAGES;
            __pipeline_wait_prior(STAGES - 1);
            __syncthreads();
            for (int i = 0; i < TILE_WIDTH; ++i)
                Pvalue += Mds[here][ty][i] * Nds[here][i][tx];
            __syncthreads();
        }
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
    int j = 4, k = 8, l = 4;
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
    pipelined<<<grid, block>>>(d_M, d_N, d_P, j, k, l);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("pipelined %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
