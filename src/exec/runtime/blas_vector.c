/* cuBLAS's functions of vectors, and of a matrix with vectors. */
#include "exec/runtime/blas.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Where element i of n stands: with a negative step the last one comes first. */
static size_t place(int i, int n, int step)
{
    return step < 0 ? (size_t)(n - 1 - i) * (size_t)-step : (size_t)i * (size_t)step;
}

/* A matrix and two vectors: y = alpha op(a) x + beta y, or a = alpha x y' + a. */
typedef struct Mixed {
    BlasReal real;
    bool is_turned, is_outer;
    int m, n; /* of a */
    const void *alpha, *a, *x, *beta, *y;
    int lda, incx, incy;
} Mixed;

static void add_outer(const Mixed *p, Operand *a, const Operand *x, const Operand *y, double alpha)
{
    for (int j = 0; j < p->n; ++j)
        for (int i = 0; i < p->m; ++i) {
            size_t at = (size_t)j * (size_t)p->lda + (size_t)i;
            double term = x->values[place(i, p->m, p->incx)] * y->values[place(j, p->n, p->incy)];
            a->values[at] += alpha * term;
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
            sum += a->values[p->is_turned ? row * lda + (size_t)l : (size_t)l * lda + row] *
                   x->values[place(l, terms, p->incx)];
        double before = beta != 0 ? beta * y->values[at] : 0;
        y->values[at] = alpha * sum + before;
    }
}

typedef bool Fetch(Operand *operand, const void *device, size_t count, BlasReal real);

static int mixed(const Mixed *p)
{
    Operand a, x = {.values = NULL}, y = {.values = NULL};
    Fetch *fetch_y = p->is_outer ? tilestep_blas_fetch : tilestep_blas_fetch_result;
    bool is_of_rows = p->is_turned || p->is_outer; /* x has an element for each row */
    if (p->m < 0 || p->n < 0 || p->lda < (p->m > 1 ? p->m : 1) || !p->incx || !p->incy)
        return BLAS_WRONG_VALUE;
    bool is_good =
        tilestep_blas_fetch(&a, p->a, tilestep_blas_matrix(p->m, p->n, p->lda), p->real) &&
        tilestep_blas_fetch(&x, p->x, tilestep_blas_vector(is_of_rows ? p->m : p->n, p->incx),
                            p->real) &&
        fetch_y(&y, p->y, tilestep_blas_vector(is_of_rows ? p->n : p->m, p->incy), p->real);
    if (is_good && p->is_outer)
        add_outer(p, &a, &x, &y, tilestep_blas_number(p->alpha, p->real));
    else if (is_good)
        multiply_vector(p, &a, &x, &y, tilestep_blas_number(p->alpha, p->real),
                        tilestep_blas_number(p->beta, p->real));
    int first = tilestep_blas_drop(&a, is_good && p->is_outer);
    int second = tilestep_blas_drop(&y, is_good && !p->is_outer);
    tilestep_blas_drop(&x, false);
    return !is_good ? BLAS_NO_MAPPING : first ? first : second;
}

/* What becomes of two elements, and what is summed up of them. */
typedef struct Sweep {
    BlasReal real;
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
    double a = x->values[at_x], b = s->y ? y->values[at_y] : 0;
    if (s->is_swapped)
        x->values[at_x] = b;
    if (s->is_written)
        (s->y ? y : x)->values[s->y ? at_y : at_x] = s->value(a, b, s->factor);
    else
        s->sum += s->part(a, b);
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

static int sweep(Sweep *s)
{
    Operand x, y = {.values = NULL};
    bool is_copy = s->value == scaled && !s->is_swapped;
    Fetch *fetch_y = is_copy ? tilestep_blas_fetch_result : tilestep_blas_fetch;
    if (s->n <= 0)
        return BLAS_GOOD;
    bool is_good = tilestep_blas_fetch(&x, s->x, tilestep_blas_vector(s->n, s->incx), s->real) &&
                   (!s->y || fetch_y(&y, s->y, tilestep_blas_vector(s->n, s->incy), s->real));
    for (int i = 0; is_good && i < s->n; ++i)
        sweep_element(s, &x, &y, i);
    int first = tilestep_blas_drop(&x, is_good && ((s->is_written && !s->y) || s->is_swapped));
    int second = tilestep_blas_drop(&y, is_good && s->is_written && s->y);
    return !is_good ? BLAS_NO_MAPPING : first ? first : second;
}

/* Writes the sum to a place of the host or of the device. */
static int finish(Sweep *s, void *result, bool is_root)
{
    int status = sweep(s);
    return status ? status : tilestep_blas_answer(result, is_root ? sqrt(s->sum) : s->sum, s->real);
}

/* The first of the largest magnitudes, or of the smallest, counted from 1. */
static int extreme(int n, const void *x, int incx, int *result, BlasReal real, bool is_least)
{
    Operand operand;
    int best = 0;
    double most = 0;
    if (n > 0 && !tilestep_blas_fetch(&operand, x, tilestep_blas_vector(n, incx), real))
        return BLAS_NO_MAPPING;
    for (int i = 0; i < n; ++i) {
        double size = fabs(operand.values[place(i, n, incx)]);
        if (!best || (is_least ? size < most : size > most)) {
            best = i + 1;
            most = size;
        }
    }
    if (n > 0)
        tilestep_blas_drop(&operand, false);
    return tilestep_blas_move(result, &best, sizeof best);
}

/* Each of them for float and for double: S or D is the letter in its name. */
#define BLAS(letter, small, Real, real)                                                            \
    int cublas##letter##gemv_v2(void *handle, int op, int m, int n, const Real *alpha,             \
                                const Real *a, int lda, const Real *x, int incx, const Real *beta, \
                                Real *y, int incy)                                                 \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return mixed(&(Mixed){real, op != 0, false, m, n, alpha, a, x, beta, y, lda, incx, incy}); \
    }                                                                                              \
    int cublas##letter##ger_v2(void *handle, int m, int n, const Real *alpha, const Real *x,       \
                               int incx, const Real *y, int incy, Real *a, int lda)                \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return mixed(&(Mixed){real, false, true, m, n, alpha, a, x, NULL, y, lda, incx, incy});    \
    }                                                                                              \
    int cublas##letter##axpy_v2(void *handle, int n, const Real *alpha, const Real *x, int incx,   \
                                Real *y, int incy)                                                 \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return sweep(&(Sweep){real, n, incx, incy, x, y, true, false,                              \
                              tilestep_blas_number(alpha, real), axpy, NULL, 0});                  \
    }                                                                                              \
    int cublas##letter##scal_v2(void *handle, int n, const Real *alpha, Real *x, int incx)         \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return sweep(&(Sweep){real, n, incx, 0, x, NULL, true, false,                              \
                              tilestep_blas_number(alpha, real), scaled, NULL, 0});                \
    }                                                                                              \
    int cublas##letter##copy_v2(void *handle, int n, const Real *x, int incx, Real *y, int incy)   \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return sweep(&(Sweep){real, n, incx, incy, x, y, true, false, 1, scaled, NULL, 0});        \
    }                                                                                              \
    int cublas##letter##swap_v2(void *handle, int n, Real *x, int incx, Real *y, int incy)         \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return sweep(&(Sweep){real, n, incx, incy, x, y, true, true, 1, scaled, NULL, 0});         \
    }                                                                                              \
    int cublas##letter##dot_v2(void *handle, int n, const Real *x, int incx, const Real *y,        \
                               int incy, Real *result)                                             \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return finish(&(Sweep){real, n, incx, incy, x, (Real *)(uintptr_t)y, false, false, 0,      \
                               NULL, times, 0},                                                    \
                      result, false);                                                              \
    }                                                                                              \
    int cublas##letter##nrm2_v2(void *handle, int n, const Real *x, int incx, Real *result)        \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return finish(&(Sweep){real, n, incx, 0, x, NULL, false, false, 0, NULL, square, 0},       \
                      result, true);                                                               \
    }                                                                                              \
    int cublas##letter##asum_v2(void *handle, int n, const Real *x, int incx, Real *result)        \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return finish(&(Sweep){real, n, incx, 0, x, NULL, false, false, 0, NULL, magnitude, 0},    \
                      result, false);                                                              \
    }                                                                                              \
    int cublasI##small##amax_v2(void *handle, int n, const Real *x, int incx, int *result)         \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return extreme(n, x, incx, result, real, false);                                           \
    }                                                                                              \
    int cublasI##small##amin_v2(void *handle, int n, const Real *x, int incx, int *result)         \
    {                                                                                              \
        BLAS_BEGIN(handle);                                                                        \
        return extreme(n, x, incx, result, real, true);                                            \
    }
BLAS(S, s, float, BLAS_SINGLE)
BLAS(D, d, double, BLAS_DOUBLE)
