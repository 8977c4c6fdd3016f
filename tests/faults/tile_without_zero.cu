// The product's last tile is not full: what is left of it must be zeros, not the next row.
#include <stdio.h>
#define T 8

__global__ void matmul(float *A, float *B, float *C, int n)
{
    __shared__ float a[T][T], b[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < (n + T - 1) / T; m++) {
        int ca = m * T + threadIdx.x, rb = m * T + threadIdx.y;
#ifdef RIGHT
        a[threadIdx.y][threadIdx.x] = row < n && ca < n ? A[row * n + ca] : 0;
        b[threadIdx.y][threadIdx.x] = rb < n && col < n ? B[rb * n + col] : 0;
#else
        a[threadIdx.y][threadIdx.x] = row < n ? A[row * n + ca] : 0; // finds: wrong-row-read out-of-bounds-read
        b[threadIdx.y][threadIdx.x] = rb < n ? B[rb * n + col] : 0; // finds: wrong-row-read out-of-bounds-read
#endif
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n)
        C[row * n + col] = sum;
}

int main(void)
{
    const int n = 20;
    float h[n * n], *A, *B, *C;
    for (int i = 0; i < n * n; i++)
        h[i] = i % 7 + 1;
    cudaMalloc((void **)&A, sizeof(h));
    cudaMalloc((void **)&B, sizeof(h));
    cudaMalloc((void **)&C, sizeof(h));
    cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
    dim3 block(T, T), grid((n + T - 1) / T, (n + T - 1) / T);
    matmul<<<grid, block>>>(A, B, C, n);
    cudaMemcpy(h, C, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i++)
        printf("%g ", h[i]);
    return 0;
}
