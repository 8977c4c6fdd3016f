// What a launch may meet besides memory of cudaMalloc, and how it may end; and products of cuBLAS.
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>

template <int Threads> __global__ void __launch_bounds__(Threads, 2) narrow(int *out)
{
    out[threadIdx.x] = 1;
}

__global__ void spell(char *out)
{
    char word[] = "text";
    const char pair[2][8] = {"ab", "cde"};
    for (int i = 0; i < 5; ++i)
        out[i] = word[i];
    out[5] = pair[1][2];
    out[6] = pair[0][7];
    printf("%s of %d\n", word, (int)sizeof word);
}

__global__ void twice(int *data, int n)
{
    if (threadIdx.x < n)
        data[threadIdx.x] *= 2;
}

__global__ void stop(int *out)
{
    if (threadIdx.x == 3)
        __trap();
    out[threadIdx.x] = 2;
}

static const char *text(cudaError_t error)
{
    return cudaGetErrorName(error);
}

static void show_bounds(int *out)
{
    cudaFuncAttributes attributes;
    int blocks = -1;
    cudaFuncGetAttributes(&attributes, narrow<64>);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, narrow<64>, 128, 0);
    printf("bounds %d, %d\n", attributes.maxThreadsPerBlock, blocks);
    narrow<64><<<1, 64>>>(out);
    printf("%s\n", text(cudaGetLastError()));
    narrow<64><<<1, dim3(13, 5)>>>(out);
    printf("%s\n", text(cudaGetLastError()));
}

static void show_registered()
{
    static int numbers[64];
    int *device, copied[2];
    for (int i = 0; i < 64; ++i)
        numbers[i] = i;
    cudaHostRegister(numbers + 8, 128, cudaHostRegisterMapped);
    printf("%s\n", text(cudaHostRegister(numbers + 39, 8, 0)));
    cudaHostGetDevicePointer(&device, numbers + 8, 0);
    twice<<<1, 32>>>(device, 32);
    cudaDeviceSynchronize();
    twice<<<1, 32>>>(numbers + 38, 2);
    cudaDeviceSynchronize();
    cudaMemcpy(copied, numbers + 9, sizeof copied, cudaMemcpyDefault);
    printf("%d %d %d %d %d, %d %d\n", numbers[7], numbers[8], numbers[38], numbers[39], numbers[40], copied[0],
           copied[1]);
    printf("%s ", text(cudaHostUnregister(numbers + 8)));
    printf("%s\n", text(cudaHostUnregister(numbers + 8)));
}

static void show(const char *what, float *values, const float *device)
{
    cudaMemcpy(values, device, 4 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%s %g %g %g %g\n", what, values[0], values[1], values[2], values[3]);
}

static void show_products(cublasHandle_t blas)
{
    float a[4] = {1, 2, 3, 4}, one = 1, two = 2, zero = 0, *A, *C;
    __half h[4] = {1.0f, 2.0f, 3.0f, 0.1f}, half_one = 1.0f, half_zero = 0.0f, *H, *G;
    cudaMalloc(&A, sizeof a);
    cudaMalloc(&C, sizeof a);
    cudaMalloc(&H, sizeof h);
    cudaMalloc(&G, sizeof h);
    cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(H, h, sizeof h, cudaMemcpyHostToDevice);
    cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, H, CUDA_R_16F, 2, H, CUDA_R_16F, 2, &zero, C,
                 CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    show("h h'", a, C);
    cublasHgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &half_one, H, 2, H, 2, &half_zero, G, 2);
    cudaMemcpy(h, G, sizeof h, cudaMemcpyDeviceToHost);
    printf("h h %g %g %g %g\n", __half2float(h[0]), __half2float(h[1]), __half2float(h[2]), __half2float(h[3]));
    cudaMemcpy(C, A, sizeof a, cudaMemcpyDeviceToDevice);
    cublasStrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 2, &two, A, 2,
                C, 2);
    show("lower", a, C);
    cudaMemcpy(C, A, sizeof a, cudaMemcpyDeviceToDevice);
    cublasStrsm(blas, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, 2, 2, &one, A, 2, C,
                2);
    show("upper, from the right", a, C);
    printf("%d\n", cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A, CUDA_C_32F, 2, A, CUDA_R_32F, 2,
                                &zero, C, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    cudaFree(A);
    cudaFree(C);
    cudaFree(H);
    cudaFree(G);
}

int main()
{
    int *out;
    char *letters, word[8] = "";
    cublasHandle_t blas;
    cudaMalloc(&out, 1024 * sizeof(int));
    cudaMalloc(&letters, 7);
    show_bounds(out);
    spell<<<1, 1>>>(letters);
    cudaMemcpy(word, letters, 7, cudaMemcpyDeviceToHost);
    printf("%s %c %d\n", word, word[5], word[6]);
    show_registered();
    cublasCreate(&blas);
    show_products(blas);
    cublasDestroy(blas);
    cudaFree(letters);
    cudaFree(out);
    cudaMalloc(&out, 1024 * sizeof(int));
    stop<<<1, 32>>>(out);
    printf("%s\n", text(cudaDeviceSynchronize()));
    return 0;
}
