#ifdef EXERCISE
// Exercise of the lesson blocks_per_sm: the widest tile that the device allows.
#else
// The exercise of the lesson blocks_per_sm, solved: the widest tile that the device allows.
#endif
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
#ifdef EXERCISE
// The host chooses the width of the tiles from the bytes alone: two tiles of floats need 8 bytes for
// each element. With 48 KB this gives 78, and a block of 6084 threads does not exist. Choose a power
// of two, the widest whose tiles fit and whose threads a block can have.
//
//   tilestep grade FILE.cu --lesson blocks_per_sm
#include <cmath>
#else
// The width is doubled as long as two tiles fit into the bytes and their threads into a block.
#endif
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// What the device lets a block have, as cudaGetDeviceProperties would answer: sharedMemPerBlock and
// maxThreadsPerBlock. As macros they can be those of any device.
#define SHARED_PER_BLOCK  4000
#define THREADS_PER_BLOCK 1024

__global__ void tiled_dynamic(const float *M, const float *N, float *P, int j, int k, int l,
                              int tile)
{
    extern __shared__ float MdsNds[];
    float *Mds = MdsNds;
    float *Nds = MdsNds + tile * tile;

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * tile + ty;
    int Col = blockIdx.x * tile + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < (k + tile - 1) / tile; ++ph) {
        if (Row < j && ph * tile + tx < k)
            Mds[ty * tile + tx] = M[Row * k + ph * tile + tx];
        else
            Mds[ty * tile + tx] = 0.0f;
        if (ph * tile + ty < k && Col < l)
            Nds[ty * tile + tx] = N[(ph * tile + ty) * l + Col];
        else
            Nds[ty * tile + tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < tile; ++i)
            Pvalue += Mds[ty * tile + i] * Nds[i * tile + tx];
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

static int tile_width(int shared_bytes, int threads)
{
#ifdef EXERCISE
    return (int)sqrt(shared_bytes / 8.0);
#else
    int tile = 1;
    while (8 * (2 * tile) * (2 * tile) <= shared_bytes && (2 * tile) * (2 * tile) <= threads)
        tile *= 2;
    return tile;
#endif
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
    int j = 20, k = 30, l = 25;
    if (argc == 4) {
        j = atoi(argv[1]);
        k = atoi(argv[2]);
        l = atoi(argv[3]);
    }
    int tile = tile_width(SHARED_PER_BLOCK, THREADS_PER_BLOCK);

    float *M = numbers(j * k, 1), *N = numbers(k * l, 5), *P = numbers(j * l, 0);
    float *d_M, *d_N, *d_P;
    require(cudaMalloc(&d_M, j * k * sizeof(float)), "cudaMalloc M");
    require(cudaMalloc(&d_N, k * l * sizeof(float)), "cudaMalloc N");
    require(cudaMalloc(&d_P, j * l * sizeof(float)), "cudaMalloc P");
    require(cudaMemcpy(d_M, M, j * k * sizeof(float), cudaMemcpyHostToDevice), "copy M");
    require(cudaMemcpy(d_N, N, k * l * sizeof(float), cudaMemcpyHostToDevice), "copy N");

    dim3 block(tile, tile);
    dim3 grid((l + tile - 1) / tile, (j + tile - 1) / tile);
    size_t shared_bytes = 2 * tile * tile * sizeof(float);
    tiled_dynamic<<<grid, block, shared_bytes>>>(d_M, d_N, d_P, j, k, l, tile);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(P, d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost), "copy P");
    int wrong = count_wrong(M, N, P, j, k, l);
    printf("tiled dynamic %dx%d * %dx%d: %d of %d elements wrong\n", j, k, k, l, wrong, j * l);

    cudaFree(d_M);
    cudaFree(d_N);
    cudaFree(d_P);
    free(M);
    free(N);
    free(P);
    return wrong != 0;
}
