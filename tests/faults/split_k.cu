// Split-K: the blocks of one tile, one for each slice of the sum, add into the same elements.
#include <cuda_runtime.h>

#define TILE 8
#define SLICES 3

__global__ void matmul_split(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    int per = (K + SLICES - 1) / SLICES, begin = blockIdx.z * per, end = min(K, begin + per);
    if (row >= M || col >= N)
        return;
    float part = 0.0f;
    for (int k = begin; k < end; ++k)
        part += A[row * K + k] * B[k * N + col];
#ifdef RIGHT
    atomicAdd(&C[row * N + col], part);
#else
    C[row * N + col] += part; // finds: race/grid
#endif
}

// A, B, C are device pointers
extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    cudaMemset(C, 0, M * N * sizeof(float));
    dim3 threads(TILE, TILE), blocks((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, SLICES);
    matmul_split<<<blocks, threads>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}
