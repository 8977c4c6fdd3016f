// A product of halves that is added up in floats.
// check: matmul

#include <cuda_fp16.h>

__global__ void product(const __half *A, const __half *B, float *C, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
        sum += __half2float(A[row * n + i]) * __half2float(B[i * n + col]);
    C[row * n + col] = sum;
}

void sketch()
{
    int n = 8;
    __half *A, *B;
    float *C;
    cudaMalloc(&A, n * n * sizeof(__half));
    cudaMalloc(&B, n * n * sizeof(__half));
    cudaMalloc(&C, n * n * sizeof(float));
    product<<<dim3(2, 2), dim3(4, 4)>>>(A, B, C, n);
    cudaDeviceSynchronize();
}
