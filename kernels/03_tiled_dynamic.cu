// Matrix product in tiles whose width is chosen when the program runs.
//
//   P (j x l) = M (j x k) * N (k x l), row major
//
// The size of an array in shared memory must be known to the compiler, unless the array is extern:
// then the launch gives its size, as the third value between <<< and >>>. There is only one such
// array, so Mds and Nds are two parts of it, and [ty][tx] has to be written [ty * tile + tx].
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

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

// Two tiles of tile * tile floats must fit, but tile * tile threads as well: 48 KB alone would give
// 78, and a block of 6084 threads does not exist.
static int widest_tile()
{
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0), "device properties");
    int tile = 32;
    while (2 * tile * tile * sizeof(float) > device.sharedMemPerBlock ||
           tile * tile > device.maxThreadsPerBlock)
        tile /= 2;
    return tile;
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

// tiled_dynamic [j k l [tile]]
int main(int argc, char **argv)
{
    int j = 4, k = 4, l = 4;
    int tile = 2; // 0: the widest that fits this device
    if (argc >= 4) {
        j = atoi(argv[1]);
        k = atoi(argv[2]);
        l = atoi(argv[3]);
    }
    if (argc == 5)
        tile = atoi(argv[4]);
    if (tile == 0)
        tile = widest_tile();

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
