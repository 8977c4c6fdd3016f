// The runner of a ladder of kernels: sizes from a list, the buffers as large as its last one, the kernel
// chosen by a number. The product is a part of its buffers.
// run: --kernel sgemm_naive
// check: matmul
// counts: global_load accesses 528384
// counts: global_load requests 16512
// counts: global_load sectors 274432
// counts: global_store sectors 4096
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))
#define cudaCheck(err) (cudaCheck_(err, __FILE__, __LINE__))

typedef unsigned int uint;

void cudaCheck_(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        printf("[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
};

__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A, const float *B,
                            float beta, float *C)
{
    const uint x = blockIdx.x * blockDim.x + threadIdx.x;
    const uint y = blockIdx.y * blockDim.y + threadIdx.y;

    // if statement is necessary to make things work under tile quantization
    if (x < M && y < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i) {
            tmp += A[x * K + i] * B[i * N + y];
        }
        // C = alpha * (A @ B) + beta * C
        C[x * N + y] = alpha * tmp + beta * C[x * N + y];
    }
}

template <const uint BLOCKSIZE>
__global__ void sgemm_global_mem_coalesce(int M, int N, int K, float alpha, const float *A,
                                          const float *B, float beta, float *C)
{
    const int cRow = blockIdx.x * BLOCKSIZE + (threadIdx.x / BLOCKSIZE);
    const int cCol = blockIdx.y * BLOCKSIZE + (threadIdx.x % BLOCKSIZE);

    if (cRow < M && cCol < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i) {
            tmp += A[cRow * K + i] * B[i * N + cCol];
        }
        C[cRow * N + cCol] = alpha * tmp + beta * C[cRow * N + cCol];
    }
}

void run_naive(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    dim3 gridDim(CEIL_DIV(M, 32), CEIL_DIV(N, 32));
    dim3 blockDim(32, 32);
    sgemm_naive<<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
}

void run_coalesce(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    dim3 gridDim(CEIL_DIV(M, 32), CEIL_DIV(N, 32));
    dim3 blockDim(32 * 32);
    sgemm_global_mem_coalesce<32><<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
}

void run_kernel(int number, int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    switch (number) {
    case 0: break;
    case 1: run_naive(M, N, K, alpha, A, B, beta, C); break;
    case 2: run_coalesce(M, N, K, alpha, A, B, beta, C); break;
    default: throw std::invalid_argument("Unknown kernel number");
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "Please select a kernel (range 0 - 2)" << std::endl;
        exit(EXIT_FAILURE);
    }
    int kernel_num = std::stoi(argv[1]);
    cudaEvent_t beg, end;
    cudaEventCreate(&beg);
    cudaEventCreate(&end);

    std::vector<int> SIZE = {64, 128, 256};
    long m, n, k, max_size;
    max_size = SIZE[SIZE.size() - 1];
    float alpha = 0.5, beta = 3.0, elapsed_time;
    float *A = (float *)malloc(sizeof(float) * max_size * max_size);
    float *dA = nullptr, *dB = nullptr, *dC = nullptr;
    cudaCheck(cudaMalloc((void **)&dA, sizeof(float) * max_size * max_size));
    cudaCheck(cudaMalloc((void **)&dB, sizeof(float) * max_size * max_size));
    cudaCheck(cudaMalloc((void **)&dC, sizeof(float) * max_size * max_size));
    int repeat_times = 50;
    for (int size : SIZE) {
        m = n = k = size;
        std::cout << "dimensions(m=n=k) " << m << ", alpha: " << alpha << std::endl;
        cudaEventRecord(beg);
        for (int j = 0; j < repeat_times; j++)
            run_kernel(kernel_num, m, n, k, alpha, dA, dB, beta, dC);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&elapsed_time, beg, end);
    }
    free(A);
    cudaFree(dA);
    return 0;
}
