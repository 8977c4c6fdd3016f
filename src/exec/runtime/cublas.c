/* cuBLAS by plain loops: operands come from the device, the result goes back there. Matrices are
 * column first, as cuBLAS has them; sums are kept in double and rounded once. */
#include "exec/runtime/talk.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD = 0, NO_MEMORY = 3, WRONG_VALUE = 7, NO_MAPPING = 11 };
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
    return status == GOOD ? "success" : "the operation failed";
}

int cublasSetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                    int to_ld)
{
    int status = GOOD;
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

static int product(const Product *p)
{
    Operand a, b = {NULL, NULL, 0}, c = {NULL, NULL, 0};
    if (p->m < 0 || p->n < 0 || p->k < 0)
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
    (void)handle;
    return product(
        &(Product){false, a_op != 0, b_op != 0, m, n, k, alpha, a, b, beta, c, lda, ldb, ldc});
}

int cublasDgemm_v2(void *handle, int a_op, int b_op, int m, int n, int k, const double *alpha,
                   const double *a, int lda, const double *b, int ldb, const double *beta,
                   double *c, int ldc)
{
    (void)handle;
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

int cublasSgemv_v2(void *handle, int op, int m, int n, const float *alpha, const float *a, int lda,
                   const float *x, int incx, const float *beta, float *y, int incy)
{
    if (incx != 1 || incy != 1)
        return WRONG_VALUE;
    return cublasSgemm_v2(handle, op, 0, op ? n : m, 1, op ? m : n, alpha, a, lda, x, op ? m : n,
                          beta, y, op ? n : m);
}

/* ---- vectors ---- */

/* What becomes of two elements, and what is summed up of them. */
typedef struct Sweep {
    int n, incx, incy;
    const float *x;
    float *y;        /* NULL: there is only x */
    bool is_written; /* y, or x where there is only that */
    double factor;
    double (*value)(double x, double y, double factor); /* written */
    double (*part)(double x, double y);                 /* summed up */
    double sum;
} Sweep;

static int sweep(Sweep *s)
{
    Operand x, y = {NULL, NULL, 0};
    if (s->n <= 0)
        return GOOD;
    bool is_good = fetch(&x, s->x, vector_bytes(s->n, s->incx, sizeof *s->x)) &&
                   (!s->y || fetch(&y, s->y, vector_bytes(s->n, s->incy, sizeof *s->y)));
    for (size_t i = 0; is_good && i < (size_t)s->n; ++i) {
        size_t at_x = i * (size_t)s->incx, at_y = i * (size_t)s->incy;
        double a = element(&x, at_x, false), b = s->y ? element(&y, at_y, false) : 0;
        if (s->is_written)
            put(s->y ? &y : &x, s->y ? at_y : at_x, s->value(a, b, s->factor), false);
        else
            s->sum += s->part(a, b);
    }
    int first = drop(&x, is_good && s->is_written && !s->y);
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
static int finish(Sweep *s, float *result, bool is_root)
{
    int status = sweep(s);
    float value = (float)(is_root ? sqrt(s->sum) : s->sum);
    return status ? status : move(result, &value, sizeof value);
}

int cublasSaxpy_v2(void *handle, int n, const float *alpha, const float *x, int incx, float *y,
                   int incy)
{
    (void)handle;
    return sweep(&(Sweep){.n = n,
                          .incx = incx,
                          .incy = incy,
                          .x = x,
                          .y = y,
                          .is_written = true,
                          .factor = number(alpha, false),
                          .value = axpy});
}

int cublasSscal_v2(void *handle, int n, const float *alpha, float *x, int incx)
{
    (void)handle;
    return sweep(&(Sweep){.n = n,
                          .incx = incx,
                          .x = x,
                          .is_written = true,
                          .factor = number(alpha, false),
                          .value = scaled});
}

int cublasScopy_v2(void *handle, int n, const float *x, int incx, float *y, int incy)
{
    (void)handle;
    return sweep(&(Sweep){.n = n,
                          .incx = incx,
                          .incy = incy,
                          .x = x,
                          .y = y,
                          .is_written = true,
                          .factor = 1,
                          .value = scaled});
}

int cublasSdot_v2(void *handle, int n, const float *x, int incx, const float *y, int incy,
                  float *result)
{
    (void)handle;
    return finish(
        &(Sweep){
            .n = n, .incx = incx, .incy = incy, .x = x, .y = (float *)(uintptr_t)y, .part = times},
        result, false);
}

int cublasSnrm2_v2(void *handle, int n, const float *x, int incx, float *result)
{
    (void)handle;
    return finish(&(Sweep){.n = n, .incx = incx, .x = x, .part = square}, result, true);
}

int cublasSasum_v2(void *handle, int n, const float *x, int incx, float *result)
{
    (void)handle;
    return finish(&(Sweep){.n = n, .incx = incx, .x = x, .part = magnitude}, result, false);
}

/* The first of the largest magnitudes, counted from 1. */
int cublasIsamax_v2(void *handle, int n, const float *x, int incx, int *result)
{
    Operand operand;
    int best = 0;
    (void)handle;
    if (n > 0 && !fetch(&operand, x, vector_bytes(n, incx, sizeof *x)))
        return NO_MAPPING;
    for (int i = 0; i < n; ++i)
        if (!best || fabs(element(&operand, (size_t)i * (size_t)incx, false)) >
                         fabs(element(&operand, (size_t)(best - 1) * (size_t)incx, false)))
            best = i + 1;
    if (n > 0)
        drop(&operand, false);
    return move(result, &best, sizeof best);
}
