/* A test double of cuBLAS: products of floats, and of halves that are summed up in floats. */
#include <stddef.h>

int cublasCreate_v2(void **handle);
int cublasGetVersion_v2(void *handle, int *version);
int cublasGemmEx(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                 const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type,
                 int ldb, const void *beta, void *c, int c_type, int ldc, int compute,
                 int algorithm);

enum { FLOATS = 0, HALVES = 2, IN_FLOATS = 68, FAILED = 15 };

int cublasCreate_v2(void **handle)
{
    *handle = NULL;
    return 0;
}

int cublasGetVersion_v2(void *handle, int *version)
{
    (void)handle;
    *version = 130100;
    return 0;
}

int cublasGemmEx(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                 const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type,
                 int ldb, const void *beta, void *c, int c_type, int ldc, int compute,
                 int algorithm)
{
    (void)handle, (void)transpose_a, (void)transpose_b, (void)m, (void)algorithm;
    const int is_known = a_type == b_type && c_type == FLOATS && compute == IN_FLOATS &&
                         (a_type == FLOATS || a_type == HALVES);
    const int is_whole = a && b && c && lda == m && ldb == k && ldc == m && n > 0;
    const float one = *(const float *)alpha, zero = *(const float *)beta;
    return is_known && is_whole && one == 1 && zero == 0 ? 0 : FAILED;
}
