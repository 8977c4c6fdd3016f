// A tiled product: without the second barrier a fast warp loads over what a slow one still reads.
#include <cuda_runtime.h>
#define T 16

__global__ void matmul(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float as[T][T];
    __shared__ float bs[T][T];
    int row = blockIdx.y * T + threadIdx.y;
    int col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < (K + T - 1) / T; ++t) {
        int ka = t * T + threadIdx.x, kb = t * T + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < M && ka < K ? A[row * K + ka] : 0.0f; // finds: race
        bs[threadIdx.y][threadIdx.x] = kb < K && col < N ? B[kb * N + col] : 0.0f; // finds: race
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x]; // finds: race
#ifdef RIGHT
        __syncthreads();
#endif
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    dim3 threads(T, T);
    dim3 blocks((N + T - 1) / T, (M + T - 1) / T);
    matmul<<<blocks, threads>>>(A, B, C, M, N, K);
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
