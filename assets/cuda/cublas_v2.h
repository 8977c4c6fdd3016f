/* The part of cuBLAS that programs compare their own kernels with; computed by plain loops. */
#pragma once

#include "cuComplex.h"
#include "cuda_fp16.h"
#include "library_types.h"

typedef struct cublasContext *cublasHandle_t;
typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to,
                               int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int from_ld,
                               void *to, int to_ld);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int from_ld,
                               void *to, int to_ld);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType a_type, int lda, const void *b, cudaDataType b_type,
                            int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,
    const void *alpha, const void *a, cudaDataType a_type, int lda, long long a_step,
    const void *b, cudaDataType b_type, int ldb, long long b_step, const void *beta, void *c,
    cudaDataType c_type, int ldc, long long c_step, int count, cublasComputeType_t compute,
    cublasGemmAlgo_t algorithm);
/* Each of them for float, double and half: S, D or H is the letter in its name. */
#define TILESTEP_GEMM(S, gemm, Real)                                                               \
    cublasStatus_t cublas##gemm(cublasHandle_t handle, cublasOperation_t a_op,                     \
                                cublasOperation_t b_op, int m, int n, int k, const Real *alpha,    \
                                const Real *a, int lda, const Real *b, int ldb, const Real *beta,  \
                                Real *c, int ldc);                                                 \
    cublasStatus_t cublas##S##gemmStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n,       \
        int k, const Real *alpha, const Real *a, int lda, long long a_step, const Real *b,         \
        int ldb, long long b_step, const Real *beta, Real *c, int ldc, long long c_step,           \
        int count);                                                                                \
    cublasStatus_t cublas##S##gemmBatched(                                                         \
        cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n,       \
        int k, const Real *alpha, const Real *const a[], int lda, const Real *const b[], int ldb,  \
        const Real *beta, Real *const c[], int ldc, int count);
TILESTEP_GEMM(S, Sgemm_v2, float)
TILESTEP_GEMM(D, Dgemm_v2, double)
TILESTEP_GEMM(H, Hgemm, __half)
#undef TILESTEP_GEMM
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *from, int from_ld,
                                    void *to, int to_ld, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *from, int from_ld,
                                    void *to, int to_ld, cudaStream_t stream);
/* Each of them for float and for double: S or D is the letter in its name. */
#define TILESTEP_BLAS(S, s, Real)                                                                   \
    cublasStatus_t cublas##S##gemv_v2(cublasHandle_t handle, cublasOperation_t op, int m, int n,   \
                                      const Real *alpha, const Real *a, int lda, const Real *x,    \
                                      int incx, const Real *beta, Real *y, int incy);              \
    cublasStatus_t cublas##S##ger_v2(cublasHandle_t handle, int m, int n, const Real *alpha,       \
                                     const Real *x, int incx, const Real *y, int incy, Real *a,    \
                                     int lda);                                                     \
    cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t a_op,                  \
                                   cublasOperation_t b_op, int m, int n, const Real *alpha,        \
                                   const Real *a, int lda, const Real *beta, const Real *b,        \
                                   int ldb, Real *c, int ldc);                                     \
    cublasStatus_t cublas##S##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,                \
                                      cublasFillMode_t fill, cublasOperation_t op,                 \
                                      cublasDiagType_t diagonal, int m, int n, const Real *alpha,  \
                                      const Real *a, int lda, Real *b, int ldb);                   \
    cublasStatus_t cublas##S##axpy_v2(cublasHandle_t handle, int n, const Real *alpha,             \
                                      const Real *x, int incx, Real *y, int incy);                 \
    cublasStatus_t cublas##S##scal_v2(cublasHandle_t handle, int n, const Real *alpha, Real *x,    \
                                      int incx);                                                   \
    cublasStatus_t cublas##S##copy_v2(cublasHandle_t handle, int n, const Real *x, int incx,       \
                                      Real *y, int incy);                                          \
    cublasStatus_t cublas##S##swap_v2(cublasHandle_t handle, int n, Real *x, int incx, Real *y,    \
                                      int incy);                                                   \
    cublasStatus_t cublas##S##dot_v2(cublasHandle_t handle, int n, const Real *x, int incx,        \
                                     const Real *y, int incy, Real *result);                       \
    cublasStatus_t cublas##S##nrm2_v2(cublasHandle_t handle, int n, const Real *x, int incx,       \
                                      Real *result);                                               \
    cublasStatus_t cublas##S##asum_v2(cublasHandle_t handle, int n, const Real *x, int incx,       \
                                      Real *result);                                               \
    cublasStatus_t cublasI##s##amax_v2(cublasHandle_t handle, int n, const Real *x, int incx,      \
                                       int *result);                                               \
    cublasStatus_t cublasI##s##amin_v2(cublasHandle_t handle, int n, const Real *x, int incx,      \
                                       int *result);
TILESTEP_BLAS(S, s, float)
TILESTEP_BLAS(D, d, double)
#undef TILESTEP_BLAS
const char *cublasGetStatusString(cublasStatus_t status);
}

#define cublasCreate         cublasCreate_v2
#define cublasDestroy        cublasDestroy_v2
#define cublasSetStream      cublasSetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasSgemm          cublasSgemm_v2
#define cublasDgemm          cublasDgemm_v2
#define cublasSgemv           cublasSgemv_v2
#define cublasStrsm           cublasStrsm_v2
#define cublasDtrsm           cublasDtrsm_v2
#define cublasSger            cublasSger_v2
#define cublasSaxpy           cublasSaxpy_v2
#define cublasSscal           cublasSscal_v2
#define cublasScopy           cublasScopy_v2
#define cublasSswap           cublasSswap_v2
#define cublasSdot            cublasSdot_v2
#define cublasSnrm2           cublasSnrm2_v2
#define cublasSasum           cublasSasum_v2
#define cublasDgemv           cublasDgemv_v2
#define cublasDger            cublasDger_v2
#define cublasDaxpy           cublasDaxpy_v2
#define cublasDscal           cublasDscal_v2
#define cublasDcopy           cublasDcopy_v2
#define cublasDswap           cublasDswap_v2
#define cublasDdot            cublasDdot_v2
#define cublasDnrm2           cublasDnrm2_v2
#define cublasDasum           cublasDasum_v2
#define cublasIsamax          cublasIsamax_v2
#define cublasIsamin          cublasIsamin_v2
#define cublasIdamax          cublasIdamax_v2
#define cublasIdamin          cublasIdamin_v2
