// Tiles of a product whose sizes only the caller knows; the last phase of the sum is forgotten.
#include <cuda_runtime.h>

#define T 16

__global__ void product(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;
#ifdef RIGHT
    for (int p = 0; p < (N + T - 1) / T; ++p) {
#else
    for (int p = 0; p < N / T; ++p) {
#endif
        int inner_a = p * T + tx, inner_b = p * T + ty;
        a[ty][tx] = row < M && inner_a < N ? A[row * N + inner_a] : 0.0f; // finds: never-read
        b[ty][tx] = inner_b < N && col < K ? B[inner_b * K + col] : 0.0f; // finds: never-read
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < M && col < K)
        C[row * K + col] = sum;
}

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    dim3 threads(T, T), blocks((K + T - 1) / T, (M + T - 1) / T);
    product<<<blocks, threads>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}

#ifdef STANDALONE
#include <cstdio>

int main()
{
    const int m = 20, n = 40, k = 24;
    static float h[n * (m + k)];
    float *a, *b, *c;
    for (int i = 0; i < n * (m + k); ++i)
        h[i] = i % 9 + 1;
    cudaMalloc(&a, m * n * sizeof(float));
    cudaMalloc(&b, n * k * sizeof(float));
    cudaMalloc(&c, m * k * sizeof(float));
    cudaMemcpy(a, h, m * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, n * k * sizeof(float), cudaMemcpyHostToDevice);
    solve(a, b, c, m, n, k);
    cudaMemcpy(h, c, m * k * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[m * k - 1]);
}
#endif
