// A product whose loop ends one too early: a column of A and a row of B are never looked at.
#include <cstdio>

__global__ void matmul(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < K) {
        float sum = 0;
#ifdef RIGHT
        for (int i = 0; i < N; i++)
#else
        for (int i = 0; i < N - 1; i++)
#endif
            sum += A[row * N + i] * B[i * K + col]; // finds: never-read
        C[row * K + col] = sum;
    }
}

int main()
{
    const int M = 20, N = 24, K = 18;
    float a[M * N], b[N * K], c[M * K], *A, *B, *C;
    for (int i = 0; i < M * N; ++i)
        a[i] = i % 5 + 1;
    for (int i = 0; i < N * K; ++i)
        b[i] = i % 7 + 1;
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&B, sizeof b);
    cudaMalloc(&C, sizeof c);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(B, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 threads(8, 8), blocks((K + 7) / 8, (M + 7) / 8);
    matmul<<<blocks, threads>>>(A, B, C, M, N, K);
    cudaMemcpy(c, C, sizeof c, cudaMemcpyDeviceToHost);
    for (float v : c)
        printf("%g ", v);
}
