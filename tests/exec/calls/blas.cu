// cuBLAS, as far as teaching programs compare their kernels with it.
#include "show.h"
#include <cublas_v2.h>

#define BLAS(call) printf("%s: %d\n", #call, (int)(call))

int main()
{
    cublasHandle_t handle;
    float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 2, 1, 0, 3}, c[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, *A, *B, *C, *result;
    double x[4] = {1, 2, 3, 4}, y[4] = {4, 3, 2, 1}, z[4] = {0}, *X, *Y, *Z;
    float alpha = 2, beta = 1, one = 1, zero = 0, number = 0;
    double done = 1, dzero = 0, real = 0;
    int index = -1;
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, 0));
    BLAS(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    SHOW(cudaMalloc(&A, sizeof a));
    SHOW(cudaMalloc(&B, sizeof b));
    SHOW(cudaMalloc(&C, sizeof c));
    SHOW(cudaMalloc(&result, sizeof(float)));
    SHOW(cudaMalloc(&X, sizeof x));
    SHOW(cudaMalloc(&Y, sizeof y));
    SHOW(cudaMalloc(&Z, sizeof z));
    BLAS(cublasSetVector(6, sizeof(float), a, 1, A, 1));
    BLAS(cublasSetMatrix(2, 3, sizeof(float), b, 2, B, 2));
    BLAS(cublasSetVector(9, sizeof(float), c, 1, C, 1));
    SHOW(cudaMemcpy(X, x, sizeof x, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(Y, y, sizeof y, cudaMemcpyHostToDevice));

    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 2, &alpha, A, 3, B, 2, &beta, C, 3));
    BLAS(cublasGetMatrix(3, 3, sizeof(float), C, 3, c, 3));
    print("a b + c", c, 9);
    BLAS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, A, 3, B, 3, &zero, C, 2));
    BLAS(cublasGetVector(4, sizeof(float), C, 1, c, 1));
    print("a' b", c, 4);
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &one, A, 2, B, 2, &zero, C, 2));
    BLAS(cublasGetVector(4, sizeof(float), C, 1, c, 1));
    print("a b'", c, 4);
    BLAS(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, A, 1, 2, B, 2, 2, &zero, C, 1, 1, 3));
    BLAS(cublasGetVector(3, sizeof(float), C, 1, c, 1));
    print("three products", c, 3);
    BLAS(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &done, X, 2, Y, 2, &dzero, Z, 2));
    SHOW(cudaMemcpy(z, Z, sizeof z, cudaMemcpyDeviceToHost));
    print("doubles", z, 4);
    BLAS(cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &one, A, 2, B, 1, &zero, C, 1));
    BLAS(cublasGetVector(2, sizeof(float), C, 1, c, 1));
    print("a x", c, 2);
    BLAS(cublasSgemv(handle, CUBLAS_OP_T, 2, 3, &one, A, 2, B, 2, &zero, C, 3));
    BLAS(cublasGetVector(3, sizeof(float), C, 3, c, 1));
    print("a' x, strides", c, 3);
    BLAS(cublasDgemv(handle, CUBLAS_OP_N, 2, 2, &done, X, 2, Y, 1, &dzero, Z, 1));
    SHOW(cudaMemcpy(z, Z, 16, cudaMemcpyDeviceToHost));
    print("doubles", z, 2);
    BLAS(cublasSger(handle, 2, 3, &alpha, A, 1, B, 1, C, 2));
    BLAS(cublasScopy(handle, 6, A, 1, C, 1));
    BLAS(cublasSaxpy(handle, 3, &alpha, B, 2, C, 1));
    BLAS(cublasSscal(handle, 2, &alpha, C, 3));
    BLAS(cublasSswap(handle, 2, C, 1, C + 4, 1));
    BLAS(cublasGetVector(6, sizeof(float), C, 1, c, 1));
    print("axpy, scal, swap", c, 6);
    BLAS(cublasSdot(handle, 3, A, 1, B, 2, &number));
    print("dot", &number, 1);
    BLAS(cublasSnrm2(handle, 2, A + 2, 1, &number));
    print("nrm2", &number, 1);
    BLAS(cublasSasum(handle, 6, A, 1, &number));
    print("asum", &number, 1);
    BLAS(cublasIsamax(handle, 6, A, 1, &index));
    print("amax", &index, 1);
    BLAS(cublasIsamin(handle, 6, A, 1, &index));
    print("amin", &index, 1);
    BLAS(cublasDdot(handle, 4, X, 1, Y, 1, &real));
    print("ddot", &real, 1);
    BLAS(cublasDaxpy(handle, 4, &done, X, 1, Y, 1));
    BLAS(cublasDscal(handle, 4, &done, Y, 1));
    BLAS(cublasDnrm2(handle, 4, Y, 1, &real));
    print("dnrm2", &real, 1);
    BLAS(cublasDasum(handle, 4, Y, 1, &real));
    print("dasum", &real, 1);
    BLAS(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, &one, A, 3, &one, B, 2, C, 2));
    BLAS(cublasGetVector(6, sizeof(float), C, 1, c, 1));
    print("a' + b", c, 6);
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSdot(handle, 3, A, 1, B, 2, result));
    SHOW(cudaMemcpy(&number, result, sizeof number, cudaMemcpyDeviceToHost));
    print("dot on the device", &number, 1);
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));

    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 2, &alpha, A, 2, B, 2, &beta, C, 3));
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 3, 2, &alpha, A, 3, B, 2, &beta, C, 3));
    BLAS(cublasSaxpy(handle, 0, &alpha, A, 1, C, 1));
    BLAS(cublasSetVector(3, sizeof(float), a, 0, A, 1));
    printf("%s, %s\n", cublasGetStatusString(CUBLAS_STATUS_SUCCESS), cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
    BLAS(cublasDestroy(handle));
    BLAS(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 2, &alpha, A, 3, B, 2, &beta, C, 3));
    for (void *p : {(void *)A, (void *)B, (void *)C, (void *)result, (void *)X, (void *)Y, (void *)Z})
        cudaFree(p);
}
