#ifdef EXERCISE
// Exercise of the lesson pipelining: tiles that are on their way while others are multiplied.
#else
// The exercise of the lesson pipelining, solved: two buffers, copied one phase ahead.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
#ifdef EXERCISE
// Each phase loads its tiles through registers, and the barrier waits for them. Let there be two
// buffers, and let __pipeline_memcpy_async fill the one while the other is multiplied. What lies
// beyond the edge of a matrix is stored as zero, as here.
//
//   tilestep grade FILE.cu --lesson pipelining
#else
// The group of phase ph + 1 is in flight beside the products of phase ph. The second barrier keeps
// the next copies from a buffer that somebody still reads.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define TILE_WIDTH 4

#ifndef EXERCISE
// Begins the copies of a phase, and makes them a group; also an empty one, after the last phase.
__device__ void copy_tiles(float Mds[TILE_WIDTH][TILE_WIDTH], float Nds[TILE_WIDTH][TILE_WIDTH],
                           const float *M, const float *N, int ph, int j, int k, int l)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty, Col = blockIdx.x * TILE_WIDTH + tx;
    int x = ph * TILE_WIDTH + tx, y = ph * TILE_WIDTH + ty;
    if (Row < j && x < k)
        __pipeline_memcpy_async(&Mds[ty][tx], &M[Row * k + x], sizeof(float));
    else
        Mds[ty][tx] = 0.0f;
    if (y < k && Col < l)
        __pipeline_memcpy_async(&Nds[ty][tx], &N[y * l + Col], sizeof(float));
    else
        Nds[ty][tx] = 0.0f;
    __pipeline_commit();
}

#endif
__global__ void product(const float *M, const float *N, float *P, int j, int k, int l)
{
#ifdef EXERCISE
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
#else
    __shared__ float Mds[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[2][TILE_WIDTH][TILE_WIDTH];
#endif

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    int phases = (k + TILE_WIDTH - 1) / TILE_WIDTH;
#ifdef EXERCISE
    for (int ph = 0; ph < phases; ++ph) {
        int x = ph * TILE_WIDTH + tx, y = ph * TILE_WIDTH + ty;
        Mds[ty][tx] = Row < j && x < k ? M[Row * k + x] : 0.0f;
        Nds[ty][tx] = y < k && Col < l ? N[y * l + Col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
#else
    copy_tiles(Mds[0], Nds[0], M, N, 0, j, k, l);
    for (int ph = 0; ph < phases; ++ph) {
        int here = ph % 2;
        copy_tiles(Mds[1 - here], Nds[1 - here], M, N, ph + 1, j, k, l);
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[here][ty][i] * Nds[here][i][tx];
        __syncthreads();
    }
#endif

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
    int j = 8, k = 16, l = 12;
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
