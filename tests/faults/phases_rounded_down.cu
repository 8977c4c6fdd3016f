// 20 columns in tiles of 8 are three phases; K / T is two.
#include <stdio.h>
#define T 8
#define N 20

__global__ void product(const int *A, const int *B, int *C)
{
    __shared__ int a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx, sum = 0;
#ifdef RIGHT
    const int phases = (N + T - 1) / T;
#else
    const int phases = N / T;
#endif
    for (int p = 0; p < phases; ++p) {
        a[ty][tx] = row < N && p * T + tx < N ? A[row * N + p * T + tx] : 0; // finds: never-read
        b[ty][tx] = p * T + ty < N && col < N ? B[(p * T + ty) * N + col] : 0; // finds: never-read
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (row < N && col < N)
        C[row * N + col] = sum;
}

int main()
{
    int h[N * N], *A, *B, *C;
    for (int i = 0; i < N * N; ++i)
        h[i] = i % 5 + 1;
    cudaMalloc(&A, sizeof h);
    cudaMalloc(&B, sizeof h);
    cudaMalloc(&C, sizeof h);
    cudaMemcpy(A, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof h, cudaMemcpyHostToDevice);
    product<<<dim3(3, 3), dim3(T, T)>>>(A, B, C);
    cudaMemcpy(h, C, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N * N; ++i)
        printf("%d ", h[i]);
}
