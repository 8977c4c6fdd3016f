/* cuBLAS by plain loops: operands come from the device, the result goes back there. Matrices are
 * column first, as cuBLAS has them; sums are kept in double and rounded once. */
#include "exec/runtime/talk.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD = 0, NOT_INITIALIZED = 1, NO_MEMORY = 3, WRONG_VALUE = 7, NO_MAPPING = 11 };
enum { ANY_DIRECTION = 4 };

static int move(void *to, const void *from, size_t size)
{
    TilestepCopy copy = {to, from, size, ANY_DIRECTION, 0};
    tilestep_synchronize();
    return tilestep_copy(&copy, NULL) ? NO_MAPPING : GOOD;
}

/* An array of the device for as long as a function works with it. */
typedef struct Operand {
    void *host;
    const void *device;
    size_t bytes;
} Operand;

static bool fetch(Operand *operand, const void *device, size_t bytes)
{
    *operand = (Operand){malloc(bytes + 1), device, bytes};
    return operand->host && move(operand->host, device, bytes) == GOOD;
}

static int drop(Operand *operand, bool is_result)
{
    int status = is_result && operand->host
                     ? move((void *)(uintptr_t)operand->device, operand->host, operand->bytes)
                     : GOOD;
    free(operand->host);
    return status;
}

/* Bytes from the first to the last of n elements that lie step apart. */
static size_t vector_bytes(int n, int step, size_t size)
{
    return n > 0 ? ((size_t)(n - 1) * (size_t)abs(step) + 1) * size : 0;
}

/* A number that is given by a pointer of the host or of the device. */
static double number(const void *at, bool is_double)
{
    double wide = 0;
    float single = 0;
    move(is_double ? (void *)&wide : (void *)&single, at, is_double ? sizeof wide : sizeof single);
    return is_double ? wide : (double)single;
}

static double element(const Operand *x, size_t at, bool is_double)
{
    return is_double ? ((const double *)x->host)[at] : (double)((const float *)x->host)[at];
}

static void put(Operand *x, size_t at, double value, bool is_double)
{
    if (is_double)
        ((double *)x->host)[at] = value;
    else
        ((float *)x->host)[at] = (float)value;
}

/* ---- handles ---- */

int cublasCreate_v2(void **handle)
{
    *handle = calloc(1, 16);
    return *handle ? GOOD : NO_MEMORY;
}

int cublasDestroy_v2(void *handle)
{
    free(handle);
    return GOOD;
}

int cublasSetStream_v2(void *handle, void *stream)
{
    (void)handle;
    (void)stream;
    return GOOD;
}

int cublasSetMathMode(void *handle, int mode)
{
    (void)handle;
    (void)mode;
    return GOOD;
}

int cublasSetPointerMode_v2(void *handle, int mode)
{
    return cublasSetMathMode(handle, mode);
}

const char *cublasGetStatusString(int status)
{
    switch (status) {
    case GOOD: return "success";
    case NOT_INITIALIZED: return "the library was not initialized";
    case NO_MEMORY: return "the resource allocation failed";
    case WRONG_VALUE: return "an unsupported value or parameter was passed to the function";
    case NO_MAPPING: return "an access to GPU memory space failed";
    default: return "the function failed to launch on the GPU";
    }
}

int cublasSetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                    int to_ld)
{
    int status =
        rows < 0 || columns < 0 || size <= 0 || from_ld <= 0 || to_ld <= 0 ? WRONG_VALUE : GOOD;
    for (int i = 0; i < columns && status == GOOD; ++i)
        status = move((char *)to + (size_t)i * (size_t)to_ld * (size_t)size,
                      (const char *)from + (size_t)i * (size_t)from_ld * (size_t)size,
                      (size_t)rows * (size_t)size);
    return status;
}

int cublasGetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                    int to_ld)
{
    return cublasSetMatrix(rows, columns, size, from, from_ld, to, to_ld);
}

int cublasSetMatrixAsync(int rows, int columns, int size, const void *from, int from_ld, void *to,
                         int to_ld, void *stream)
{
    (void)stream;
    return cublasSetMatrix(rows, columns, size, from, from_ld, to, to_ld);
}

int cublasGetMatrixAsync(int rows, int columns, int size, const void *from, int from_ld, void *to,
                         int to_ld, void *stream)
{
    (void)stream;
    return cublasSetMatrix(rows, columns, size, from, from_ld, to, to_ld);
}

int cublasSetVector(int n, int size, const void *from, int from_step, void *to, int to_step)
{
    if (from_step == 1 && to_step == 1)
        return move(to, from, (size_t)n * (size_t)size);
    return cublasSetMatrix(1, n, size, from, from_step, to, to_step);
}

int cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step)
{
    return cublasSetVector(n, size, from, from_step, to, to_step);
}

/* ---- products ---- */

typedef struct Product {
    bool is_double, a_turned, b_turned;
    int m, n, k;
    const void *alpha, *a, *b, *beta;
    void *c;
    int lda, ldb, ldc;
} Product;

static size_t matrix_bytes(int rows, int columns, int ld, bool is_double)
{
    return rows > 0 && columns > 0
               ? ((size_t)(columns - 1) * (size_t)ld + (size_t)rows) * (is_double ? 8 : 4)
               : 0;
}

static void multiply(const Product *p, const Operand *a, const Operand *b, Operand *c, double alpha,
                     double beta)
{
    size_t lda = (size_t)p->lda, ldb = (size_t)p->ldb;
    for (size_t j = 0; j < (size_t)p->n; ++j)
        for (size_t i = 0; i < (size_t)p->m; ++i) {
            size_t at = j * (size_t)p->ldc + i;
            double sum = 0;
            for (size_t l = 0; l < (size_t)p->k; ++l)
                sum += element(a, p->a_turned ? i * lda + l : l * lda + i, p->is_double) *
                       element(b, p->b_turned ? l * ldb + j : j * ldb + l, p->is_double);
            double before = beta != 0 ? beta * element(c, at, p->is_double) : 0;
            put(c, at, alpha * sum + before, p->is_double);
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
    if (wrong)
        printf(" ** On entry to %cGEMM  parameter number %d had an illegal value\n",
               p->is_double ? 'D' : 'S', wrong);
    return !wrong;
}

static int product(const Product *p)
{
    Operand a, b = {NULL, NULL, 0}, c = {NULL, NULL, 0};
    if (!is_product(p))
        return WRONG_VALUE;
    bool is_good = fetch(&a, p->a,
                         matrix_bytes(p->a_turned ? p->k : p->m, p->a_turned ? p->m : p->k, p->lda,
                                      p->is_double)) &&
                   fetch(&b, p->b,
                         matrix_bytes(p->b_turned ? p->n : p->k, p->b_turned ? p->k : p->n, p->ldb,
                                      p->is_double)) &&
                   fetch(&c, p->c, matrix_bytes(p->m, p->n, p->ldc, p->is_double));
    if (is_good)
        multiply(p, &a, &b, &c, number(p->alpha, p->is_double), number(p->beta, p->is_double));
    drop(&a, false);
    drop(&b, false);
    int status = drop(&c, is_good);
    return is_good ? status : NO_MAPPING;
}

int cublasSgemm_v2(void *handle, int a_op, int b_op, int m, int n, int k, const float *alpha,
                   const float *a, int lda, const float *b, int ldb, const float *beta, float *c,
                   int ldc)
{
    if (!handle)
        return NOT_INITIALIZED;
    return product(
        &(Product){false, a_op != 0, b_op != 0, m, n, k, alpha, a, b, beta, c, lda, ldb, ldc});
}

int cublasDgemm_v2(void *handle, int a_op, int b_op, int m, int n, int k, const double *alpha,
                   const double *a, int lda, const double *b, int ldb, const double *beta,
                   double *c, int ldc)
{
    if (!handle)
        return NOT_INITIALIZED;
    return product(
        &(Product){true, a_op != 0, b_op != 0, m, n, k, alpha, a, b, beta, c, lda, ldb, ldc});
}

int cublasSgemmStridedBatched(void *handle, int a_op, int b_op, int m, int n, int k,
                              const float *alpha, const float *a, int lda, long long a_step,
                              const float *b, int ldb, long long b_step, const float *beta,
                              float *c, int ldc, long long c_step, int count)
{
    int status = GOOD;
    for (int i = 0; i < count && status == GOOD; ++i)
        status = cublasSgemm_v2(handle, a_op, b_op, m, n, k, alpha, a + i * a_step, lda,
                                b + i * b_step, ldb, beta, c + i * c_step, ldc);
    return status;
}

/* ---- vectors ---- */

/* Where element i of n stands: with a negative step the last one comes first. */
static size_t place(int i, int n, int step)
{
    return step < 0 ? (size_t)(n - 1 - i) * (size_t)-step : (size_t)i * (size_t)step;
}

/* A matrix and two vectors: y = alpha op(a) x + beta y, or a = alpha x y' + a. */
typedef struct Mixed {
    bool is_double, is_turned, is_outer;
    int m, n; /* of a */
    const void *alpha, *a, *x, *beta, *y;
    int lda, incx, incy;
} Mixed;

static void add_outer(const Mixed *p, Operand *a, const Operand *x, const Operand *y, double alpha)
{
    for (int j = 0; j < p->n; ++j)
        for (int i = 0; i < p->m; ++i) {
            size_t at = (size_t)j * (size_t)p->lda + (size_t)i;
            double term = element(x, place(i, p->m, p->incx), p->is_double) *
                          element(y, place(j, p->n, p->incy), p->is_double);
            put(a, at, element(a, at, p->is_double) + alpha * term, p->is_double);
        }
}

static void multiply_vector(const Mixed *p, const Operand *a, const Operand *x, Operand *y,
                            double alpha, double beta)
{
    int rows = p->is_turned ? p->n : p->m, terms = p->is_turned ? p->m : p->n;
    for (int i = 0; i < rows; ++i) {
        size_t at = place(i, rows, p->incy), row = (size_t)i, lda = (size_t)p->lda;
        double sum = 0;
        for (int l = 0; l < terms; ++l)
            sum += element(a, p->is_turned ? row * lda + (size_t)l : (size_t)l * lda + row,
                           p->is_double) *
                   element(x, place(l, terms, p->incx), p->is_double);
        double before = beta != 0 ? beta * element(y, at, p->is_double) : 0;
        put(y, at, alpha * sum + before, p->is_double);
    }
}

static int mixed(const Mixed *p)
{
    Operand a, x = {NULL, NULL, 0}, y = {NULL, NULL, 0};
    size_t size = p->is_double ? 8 : 4;
    bool is_of_rows = p->is_turned || p->is_outer; /* x has an element for each row */
    if (p->m < 0 || p->n < 0 || p->lda < (p->m > 1 ? p->m : 1) || !p->incx || !p->incy)
        return WRONG_VALUE;
    bool is_good = fetch(&a, p->a, matrix_bytes(p->m, p->n, p->lda, p->is_double)) &&
                   fetch(&x, p->x, vector_bytes(is_of_rows ? p->m : p->n, p->incx, size)) &&
                   fetch(&y, p->y, vector_bytes(is_of_rows ? p->n : p->m, p->incy, size));
    if (is_good && p->is_outer)
        add_outer(p, &a, &x, &y, number(p->alpha, p->is_double));
    else if (is_good)
        multiply_vector(p, &a, &x, &y, number(p->alpha, p->is_double),
                        number(p->beta, p->is_double));
    int first = drop(&a, is_good && p->is_outer);
    int second = drop(&y, is_good && !p->is_outer);
    drop(&x, false);
    return !is_good ? NO_MAPPING : first ? first : second;
}

/* c = alpha op(a) + beta op(b) */
static int sum_of_matrices(const Product *p)
{
    Operand a, b = {NULL, NULL, 0}, c = {NULL, NULL, 0};
    bool w = p->is_double;
    if (p->m < 0 || p->n < 0)
        return WRONG_VALUE;
    bool is_good =
        fetch(&a, p->a,
              matrix_bytes(p->a_turned ? p->n : p->m, p->a_turned ? p->m : p->n, p->lda, w)) &&
        fetch(&b, p->b,
              matrix_bytes(p->b_turned ? p->n : p->m, p->b_turned ? p->m : p->n, p->ldb, w)) &&
        fetch(&c, p->c, matrix_bytes(p->m, p->n, p->ldc, w));
    double alpha = number(p->alpha, w), beta = number(p->beta, w);
    for (size_t j = 0; is_good && j < (size_t)p->n; ++j)
        for (size_t i = 0; i < (size_t)p->m; ++i) {
            size_t at_a = p->a_turned ? i * (size_t)p->lda + j : j * (size_t)p->lda + i;
            size_t at_b = p->b_turned ? i * (size_t)p->ldb + j : j * (size_t)p->ldb + i;
            put(&c, j * (size_t)p->ldc + i,
                alpha * element(&a, at_a, w) + beta * element(&b, at_b, w), w);
        }
    drop(&a, false);
    drop(&b, false);
    int status = drop(&c, is_good);
    return is_good ? status : NO_MAPPING;
}

/* What becomes of two elements, and what is summed up of them. */
typedef struct Sweep {
    bool is_double;
    int n, incx, incy;
    const void *x;
    void *y;         /* NULL: there is only x */
    bool is_written; /* y, or x where there is only that */
    bool is_swapped; /* both are */
    double factor;
    double (*value)(double x, double y, double factor); /* written */
    double (*part)(double x, double y);                 /* summed up */
    double sum;
} Sweep;

static void sweep_element(Sweep *s, Operand *x, Operand *y, int i)
{
    size_t at_x = place(i, s->n, s->incx), at_y = place(i, s->n, s->incy);
    double a = element(x, at_x, s->is_double), b = s->y ? element(y, at_y, s->is_double) : 0;
    if (s->is_swapped)
        put(x, at_x, b, s->is_double);
    if (s->is_written)
        put(s->y ? y : x, s->y ? at_y : at_x, s->value(a, b, s->factor), s->is_double);
    else
        s->sum += s->part(a, b);
}

static int sweep(Sweep *s)
{
    Operand x, y = {NULL, NULL, 0};
    size_t size = s->is_double ? 8 : 4;
    if (s->n <= 0)
        return GOOD;
    bool is_good = fetch(&x, s->x, vector_bytes(s->n, s->incx, size)) &&
                   (!s->y || fetch(&y, s->y, vector_bytes(s->n, s->incy, size)));
    for (int i = 0; is_good && i < s->n; ++i)
        sweep_element(s, &x, &y, i);
    int first = drop(&x, is_good && ((s->is_written && !s->y) || s->is_swapped));
    int second = drop(&y, is_good && s->is_written && s->y);
    return !is_good ? NO_MAPPING : first ? first : second;
}

static double axpy(double x, double y, double factor)
{
    return factor * x + y;
}

static double scaled(double x, double y, double factor)
{
    (void)y;
    return factor * x;
}

static double times(double x, double y)
{
    return x * y;
}

static double square(double x, double y)
{
    (void)y;
    return x * x;
}

static double magnitude(double x, double y)
{
    (void)y;
    return fabs(x);
}

/* Writes the sum to a place of the host or of the device. */
static int finish(Sweep *s, void *result, bool is_root)
{
    int status = sweep(s);
    double wide = is_root ? sqrt(s->sum) : s->sum;
    float single = (float)wide;
    return status         ? status
           : s->is_double ? move(result, &wide, sizeof wide)
                          : move(result, &single, sizeof single);
}

/* The first of the largest magnitudes, or of the smallest, counted from 1. */
static int extreme(int n, const void *x, int incx, int *result, bool is_double, bool is_least)
{
    Operand operand;
    int best = 0;
    double most = 0;
    if (n > 0 && !fetch(&operand, x, vector_bytes(n, incx, is_double ? 8 : 4)))
        return NO_MAPPING;
    for (int i = 0; i < n; ++i) {
        double size = fabs(element(&operand, place(i, n, incx), is_double));
        if (!best || (is_least ? size < most : size > most)) {
            best = i + 1;
            most = size;
        }
    }
    if (n > 0)
        drop(&operand, false);
    return move(result, &best, sizeof best);
}

/* Each of them for float and for double: S or D is the letter in its name. */
#define BLAS(letter, small, Real, is_wide)                                                         \
    int cublas##letter##gemv_v2(void *handle, int op, int m, int n, const Real *alpha,             \
                                const Real *a, int lda, const Real *x, int incx, const Real *beta, \
                                Real *y, int incy)                                                 \
    {                                                                                              \
        (void)handle;                                                                              \
        return mixed(                                                                              \
            &(Mixed){is_wide, op != 0, false, m, n, alpha, a, x, beta, y, lda, incx, incy});       \
    }                                                                                              \
    int cublas##letter##ger_v2(void *handle, int m, int n, const Real *alpha, const Real *x,       \
                               int incx, const Real *y, int incy, Real *a, int lda)                \
    {                                                                                              \
        (void)handle;                                                                              \
        return mixed(&(Mixed){is_wide, false, true, m, n, alpha, a, x, NULL, y, lda, incx, incy}); \
    }                                                                                              \
    int cublas##letter##geam(void *handle, int a_op, int b_op, int m, int n, const Real *alpha,    \
                             const Real *a, int lda, const Real *beta, const Real *b, int ldb,     \
                             Real *c, int ldc)                                                     \
    {                                                                                              \
        (void)handle;                                                                              \
        return sum_of_matrices(&(Product){is_wide, a_op != 0, b_op != 0, m, n, 0, alpha, a, b,     \
                                          beta, c, lda, ldb, ldc});                                \
    }                                                                                              \
    int cublas##letter##axpy_v2(void *handle, int n, const Real *alpha, const Real *x, int incx,   \
                                Real *y, int incy)                                                 \
    {                                                                                              \
        (void)handle;                                                                              \
        return sweep(&(Sweep){is_wide, n, incx, incy, x, y, true, false, number(alpha, is_wide),   \
                              axpy, NULL, 0});                                                     \
    }                                                                                              \
    int cublas##letter##scal_v2(void *handle, int n, const Real *alpha, Real *x, int incx)         \
    {                                                                                              \
        (void)handle;                                                                              \
        return sweep(&(Sweep){is_wide, n, incx, 0, x, NULL, true, false, number(alpha, is_wide),   \
                              scaled, NULL, 0});                                                   \
    }                                                                                              \
    int cublas##letter##copy_v2(void *handle, int n, const Real *x, int incx, Real *y, int incy)   \
    {                                                                                              \
        (void)handle;                                                                              \
        return sweep(&(Sweep){is_wide, n, incx, incy, x, y, true, false, 1, scaled, NULL, 0});     \
    }                                                                                              \
    int cublas##letter##swap_v2(void *handle, int n, Real *x, int incx, Real *y, int incy)         \
    {                                                                                              \
        (void)handle;                                                                              \
        return sweep(&(Sweep){is_wide, n, incx, incy, x, y, true, true, 1, scaled, NULL, 0});      \
    }                                                                                              \
    int cublas##letter##dot_v2(void *handle, int n, const Real *x, int incx, const Real *y,        \
                               int incy, Real *result)                                             \
    {                                                                                              \
        (void)handle;                                                                              \
        return finish(&(Sweep){is_wide, n, incx, incy, x, (Real *)(uintptr_t)y, false, false, 0,   \
                               NULL, times, 0},                                                    \
                      result, false);                                                              \
    }                                                                                              \
    int cublas##letter##nrm2_v2(void *handle, int n, const Real *x, int incx, Real *result)        \
    {                                                                                              \
        (void)handle;                                                                              \
        return finish(&(Sweep){is_wide, n, incx, 0, x, NULL, false, false, 0, NULL, square, 0},    \
                      result, true);                                                               \
    }                                                                                              \
    int cublas##letter##asum_v2(void *handle, int n, const Real *x, int incx, Real *result)        \
    {                                                                                              \
        (void)handle;                                                                              \
        return finish(&(Sweep){is_wide, n, incx, 0, x, NULL, false, false, 0, NULL, magnitude, 0}, \
                      result, false);                                                              \
    }                                                                                              \
    int cublasI##small##amax_v2(void *handle, int n, const Real *x, int incx, int *result)         \
    {                                                                                              \
        (void)handle;                                                                              \
        return extreme(n, x, incx, result, is_wide, false);                                        \
    }                                                                                              \
    int cublasI##small##amin_v2(void *handle, int n, const Real *x, int incx, int *result)         \
    {                                                                                              \
        (void)handle;                                                                              \
        return extreme(n, x, incx, result, is_wide, true);                                         \
    }
BLAS(S, s, float, false)
BLAS(D, d, double, true)
