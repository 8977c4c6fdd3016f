/* cuBLAS's products of matrices, and its solutions of triangular systems, by plain loops: sums are
 * kept in double and rounded once. */
#include "exec/runtime/blas.h"

#include <stdint.h>
#include <stdio.h>

typedef struct Product {
    bool a_turned, b_turned;
    int m, n, k;
    const void *alpha, *a, *b, *beta;
    void *c;
    int lda, ldb, ldc;
    BlasReal real_a, real_b, real_c, real_factor; /* of the matrices, of alpha and beta */
} Product;

static void multiply(const Product *p, const Operand *a, const Operand *b, Operand *c, double alpha,
                     double beta)
{
    size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb;
    for (size_t j = 0; j < (size_t)p->n; ++j)
        for (size_t i = 0; i < (size_t)p->m; ++i) {
            double sum = 0, *to = &c->values[j * (size_t)p->ldc + i];
            for (size_t l = 0; l < (size_t)p->k; ++l)
                sum += a->values[p->a_turned ? i * lda + l : l * lda + i] *
                       b->values[p->b_turned ? l * ldb + j : j * ldb + l];
            *to = alpha * sum + (beta != 0 ? beta * *to : 0);
        }
}

/* cuBLAS itself prints which argument is wrong. */
static bool is_product(const Product *p)
{
    int rows_a = p->a_turned ? p->k : p->m, rows_b = p->b_turned ? p->n : p->k;
    int wrong = p->m < 0                             ? 3
                : p->n < 0                           ? 4
                : p->k < 0                           ? 5
                : p->lda < (rows_a > 1 ? rows_a : 1) ? 8
                : p->ldb < (rows_b > 1 ? rows_b : 1) ? 10
                : p->ldc < (p->m > 1 ? p->m : 1)     ? 13
                                                     : 0;
    char letter = p->real_c == BLAS_DOUBLE ? 'D' : p->real_c == BLAS_HALF ? 'H' : 'S';
    if (wrong)
        printf(" ** On entry to %cGEMM  parameter number %d had an illegal value\n", letter, wrong);
    return !wrong;
}

/* Fetches the matrices of a product, or of a sum, with so many rows and columns. */
static bool fetch_all(const Product *p, Operand *a, Operand *b, Operand *c, size_t count_a,
                      size_t count_b)
{
    *b = *c = (Operand){.values = NULL};
    return tilestep_blas_fetch(a, p->a, count_a, p->real_a) &&
           tilestep_blas_fetch(b, p->b, count_b, p->real_b) &&
           tilestep_blas_fetch_result(c, p->c, tilestep_blas_matrix(p->m, p->n, p->ldc), p->real_c);
}

static int drop_all(Operand *a, Operand *b, Operand *c, bool is_good)
{
    tilestep_blas_drop(a, false);
    tilestep_blas_drop(b, false);
    int status = tilestep_blas_drop(c, is_good);
    return is_good ? status : BLAS_NO_MAPPING;
}

static int product(const Product *p)
{
    Operand a, b, c;
    if (!is_product(p))
        return BLAS_WRONG_VALUE;
    bool is_good = fetch_all(
        p, &a, &b, &c,
        tilestep_blas_matrix(p->a_turned ? p->k : p->m, p->a_turned ? p->m : p->k, p->lda),
        tilestep_blas_matrix(p->b_turned ? p->n : p->k, p->b_turned ? p->k : p->n, p->ldb));
    if (is_good)
        multiply(p, &a, &b, &c, tilestep_blas_number(p->alpha, p->real_factor),
                 tilestep_blas_number(p->beta, p->real_factor));
    return drop_all(&a, &b, &c, is_good);
}

/* c = alpha op(a) + beta op(b) */
static int sum_of_matrices(const Product *p)
{
    Operand a, b, c;
    if (p->m < 0 || p->n < 0)
        return BLAS_WRONG_VALUE;
    bool is_good = fetch_all(
        p, &a, &b, &c,
        tilestep_blas_matrix(p->a_turned ? p->n : p->m, p->a_turned ? p->m : p->n, p->lda),
        tilestep_blas_matrix(p->b_turned ? p->n : p->m, p->b_turned ? p->m : p->n, p->ldb));
    double alpha = tilestep_blas_number(p->alpha, p->real_factor);
    double beta = tilestep_blas_number(p->beta, p->real_factor);
    for (size_t j = 0; is_good && j < (size_t)p->n; ++j)
        for (size_t i = 0; i < (size_t)p->m; ++i)
            c.values[j * (size_t)p->ldc + i] =
                alpha * a.values[p->a_turned ? i * (size_t)p->lda + j : j * (size_t)p->lda + i] +
                beta * b.values[p->b_turned ? i * (size_t)p->ldb + j : j * (size_t)p->ldb + i];
    return drop_all(&a, &b, &c, is_good);
}

/* ---- many of them ---- */

static const void *apart(const void *matrix, long long step, BlasReal real)
{
    return (const char *)matrix + step * (long long)tilestep_blas_size(real);
}

/* So many products, whose matrices lie that many elements apart. */
static int strided(const Product *first, long long a_step, long long b_step, long long c_step,
                   int count)
{
    int status = BLAS_GOOD;
    for (int i = 0; i < count && status == BLAS_GOOD; ++i) {
        Product p = *first;
        p.a = apart(p.a, i * a_step, p.real_a);
        p.b = apart(p.b, i * b_step, p.real_b);
        p.c = (void *)(uintptr_t)apart(p.c, i * c_step, p.real_c);
        status = product(&p);
    }
    return status;
}

/* The same whose places stand in arrays of the device. */
static int listed(const Product *first, const void *a, const void *b, const void *c, int count)
{
    int status = BLAS_GOOD;
    for (int i = 0; i < count && status == BLAS_GOOD; ++i) {
        Product p = *first;
        size_t at = (size_t)i * sizeof(void *);
        status = tilestep_blas_move(&p.a, (const char *)a + at, sizeof p.a);
        status = status ? status : tilestep_blas_move(&p.b, (const char *)b + at, sizeof p.b);
        status = status ? status : tilestep_blas_move(&p.c, (const char *)c + at, sizeof p.c);
        status = status ? status : product(&p);
    }
    return status;
}

/* ---- triangles ---- */

/* op(a) x = alpha b, or x op(a) = alpha b, where x takes the place of b. */
typedef struct Triangle {
    bool is_right, is_upper, is_turned, is_unit;
    int m, n; /* of b */
    int lda, ldb;
} Triangle;

/* Element i, j of op(a). */
static double of_triangle(const Triangle *t, const Operand *a, int i, int j)
{
    size_t row = (size_t)(t->is_turned ? j : i), column = (size_t)(t->is_turned ? i : j);
    return i == j && t->is_unit ? 1 : a->values[column * (size_t)t->lda + row];
}

/* The unknowns of one system, which lie step apart, from the one that stands alone on. From the
 * right the system is the transposed one. */
static void substitute(const Triangle *t, const Operand *a, double *x, size_t step)
{
    int size = t->is_right ? t->n : t->m;
    bool is_lower = (t->is_upper == t->is_turned) != t->is_right;
    for (int k = 0; k < size; ++k) {
        int i = is_lower ? k : size - 1 - k;
        double left = x[(size_t)i * step];
        for (int done = 0; done < k; ++done) {
            int j = is_lower ? done : size - 1 - done;
            left -= x[(size_t)j * step] *
                    (t->is_right ? of_triangle(t, a, j, i) : of_triangle(t, a, i, j));
        }
        x[(size_t)i * step] = left / of_triangle(t, a, i, i);
    }
}

static int solve(const Triangle *t, const void *alpha, const void *a, void *b, BlasReal real)
{
    Operand triangle, right = {.values = NULL};
    int size = t->is_right ? t->n : t->m;
    if (t->m < 0 || t->n < 0 || t->lda < (size > 1 ? size : 1) || t->ldb < (t->m > 1 ? t->m : 1))
        return BLAS_WRONG_VALUE;
    bool is_good =
        tilestep_blas_fetch(&triangle, a, tilestep_blas_matrix(size, size, t->lda), real) &&
        tilestep_blas_fetch(&right, b, tilestep_blas_matrix(t->m, t->n, t->ldb), real);
    double factor = tilestep_blas_number(alpha, real);
    for (int j = 0; is_good && j < t->n; ++j)
        for (int i = 0; i < t->m; ++i)
            right.values[(size_t)j * (size_t)t->ldb + (size_t)i] *= factor;
    for (int i = 0; is_good && i < (t->is_right ? t->m : t->n); ++i)
        substitute(t, &triangle, right.values + (size_t)i * (t->is_right ? 1 : (size_t)t->ldb),
                   t->is_right ? (size_t)t->ldb : 1);
    tilestep_blas_drop(&triangle, false);
    int status = tilestep_blas_drop(&right, is_good);
    return is_good ? status : BLAS_NO_MAPPING;
}

/* ---- by their names ---- */

#define PRODUCT(real)                                                                              \
    &(Product)                                                                                     \
    {                                                                                              \
        a_op != 0, b_op != 0, m, n, k, alpha, a, b, beta, c, lda, ldb, ldc, real, real, real, real \
    }

/* Each of them for float, double and half: S, D or H is the letter in its name. */
#define BLAS(letter, gemm, Real, real)                                                             \
    int cublas##gemm(void *handle, int a_op, int b_op, int m, int n, int k, const Real *alpha,     \
                     const Real *a, int lda, const Real *b, int ldb, const Real *beta, Real *c,    \
                     int ldc)                                                                      \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return handle ? product(PRODUCT(real)) : BLAS_NOT_INITIALIZED;                             \
    }                                                                                              \
    int cublas##letter##gemmStridedBatched(                                                        \
        void *handle, int a_op, int b_op, int m, int n, int k, const Real *alpha, const Real *a,   \
        int lda, long long a_step, const Real *b, int ldb, long long b_step, const Real *beta,     \
        Real *c, int ldc, long long c_step, int count)                                             \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return handle ? strided(PRODUCT(real), a_step, b_step, c_step, count)                      \
                      : BLAS_NOT_INITIALIZED;                                                      \
    }                                                                                              \
    int cublas##letter##gemmBatched(void *handle, int a_op, int b_op, int m, int n, int k,         \
                                    const Real *alpha, const Real *const *a, int lda,              \
                                    const Real *const *b, int ldb, const Real *beta,               \
                                    Real *const *c, int ldc, int count)                            \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        const Product first = {a_op != 0, b_op != 0, m,   n,   k,    alpha, NULL, NULL, beta,      \
                               NULL,      lda,       ldb, ldc, real, real,  real, real};           \
        return handle ? listed(&first, a, b, c, count) : BLAS_NOT_INITIALIZED;                     \
    }
BLAS(S, Sgemm_v2, float, BLAS_SINGLE)
BLAS(D, Dgemm_v2, double, BLAS_DOUBLE)
BLAS(H, Hgemm, uint16_t, BLAS_HALF)
#undef BLAS

#define BLAS(letter, Real, real)                                                                   \
    int cublas##letter##geam(void *handle, int a_op, int b_op, int m, int n, const Real *alpha,    \
                             const Real *a, int lda, const Real *beta, const Real *b, int ldb,     \
                             Real *c, int ldc)                                                     \
    {                                                                                              \
        const int k = 0;                                                                           \
        BLAS_BEGIN(handle);                                                                        \
        return sum_of_matrices(PRODUCT(real));                                                     \
    }                                                                                              \
    int cublas##letter##trsm_v2(void *handle, int side, int fill, int op, int diagonal, int m,     \
                                int n, const Real *alpha, const Real *a, int lda, Real *b,         \
                                int ldb)                                                           \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        const Triangle t = {side != 0, fill != 0, op != 0, diagonal != 0, m, n, lda, ldb};         \
        return handle ? solve(&t, alpha, a, b, real) : BLAS_NOT_INITIALIZED;                       \
    }
BLAS(S, float, BLAS_SINGLE)
BLAS(D, double, BLAS_DOUBLE)
#undef BLAS

/* What alpha and beta are, by cublasComputeType_t: COMPUTE_16F 64, 65; COMPUTE_64F 70, 71. */
static int factor_of(int compute)
{
    return compute == 64 || compute == 65   ? BLAS_HALF
           : compute == 70 || compute == 71 ? BLAS_DOUBLE
                                            : BLAS_SINGLE;
}

int cublasGemmStridedBatchedEx(void *handle, int a_op, int b_op, int m, int n, int k,
                               const void *alpha, const void *a, int a_real, int lda,
                               long long a_step, const void *b, int b_real, int ldb,
                               long long b_step, const void *beta, void *c, int c_real, int ldc,
                               long long c_step, int count, int compute, int algorithm)
{
    (void)algorithm;
    BLAS_BEGIN(handle);
    if (!handle)
        return BLAS_NOT_INITIALIZED;
    if (!tilestep_blas_knows(a_real) || !tilestep_blas_knows(b_real) ||
        !tilestep_blas_knows(c_real))
        return BLAS_NOT_SUPPORTED;
    return strided(&(Product){a_op != 0, b_op != 0, m, n, k, alpha, a, b, beta, c, lda, ldb, ldc,
                              (BlasReal)a_real, (BlasReal)b_real, (BlasReal)c_real,
                              (BlasReal)factor_of(compute)},
                   a_step, b_step, c_step, count);
}

int cublasGemmEx(void *handle, int a_op, int b_op, int m, int n, int k, const void *alpha,
                 const void *a, int a_real, int lda, const void *b, int b_real, int ldb,
                 const void *beta, void *c, int c_real, int ldc, int compute, int algorithm)
{
    return cublasGemmStridedBatchedEx(handle, a_op, b_op, m, n, k, alpha, a, a_real, lda, 0, b,
                                      b_real, ldb, 0, beta, c, c_real, ldc, 0, 1, compute,
                                      algorithm);
}
