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

#ifdef STANDALONE
#include <cstdio>

int main()
{
    const int M = 20, N = 17, K = 40;
    float a[M * K], b[K * N], c[M * N], *A, *B, *C;
    for (int i = 0; i < M * K; ++i)
        a[i] = i % 5;
    for (int i = 0; i < K * N; ++i)
        b[i] = i % 7;
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&B, sizeof b);
    cudaMalloc(&C, sizeof c);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b, sizeof b, cudaMemcpyHostToDevice);
    solve(A, B, C, M, N, K);
    cudaMemcpy(c, C, sizeof c, cudaMemcpyDeviceToHost);
    for (float v : c)
        printf("%g ", v);
}
#endif
