/* What the parts of cuBLAS share: arrays of the device, fetched as doubles for as long as a
 * function works with them and rounded once when they go back. Matrices are column first, as cuBLAS
 * has them. Private to the runtime. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* cublasStatus_t */
enum {
    BLAS_GOOD = 0,
    BLAS_NOT_INITIALIZED = 1,
    BLAS_NO_MEMORY = 3,
    BLAS_WRONG_VALUE = 7,
    BLAS_NO_MAPPING = 11,
    BLAS_NOT_SUPPORTED = 15
};

/* What numbers are made of, as cudaDataType has it. */
typedef enum BlasReal {
    BLAS_SINGLE = 0,
    BLAS_DOUBLE = 1,
    BLAS_HALF = 2,
    BLAS_BFLOAT = 14
} BlasReal;

bool tilestep_blas_knows(int real);
size_t tilestep_blas_size(BlasReal real); /* bytes of one */

typedef struct Operand {
    double *values; /* NULL: not fetched */
    size_t count;
    const void *device;
    BlasReal real;
} Operand;

/* Every function of cuBLAS begins with this, so that what is wrong with its operands is told with
 * the line of the program that has called it. */
#define BLAS_BEGIN(handle) ((void)(handle), tilestep_blas_begin(__builtin_return_address(0)))
void tilestep_blas_begin(void *caller);

/* All values up to the count-th; false if they are not in the device's memory. */
bool tilestep_blas_fetch(Operand *operand, const void *device, size_t count, BlasReal real);

/* The same of what a function writes: that nobody has set it before is no mistake. */
bool tilestep_blas_fetch_result(Operand *operand, const void *device, size_t count, BlasReal real);

/* Ends the work with it, which may not have begun; a result goes back. Returns a status. */
int tilestep_blas_drop(Operand *operand, bool is_result);

/* A number that is given by a pointer of the host or of the device, and the way back. */
double tilestep_blas_number(const void *at, BlasReal real);
int tilestep_blas_answer(void *at, double value, BlasReal real);

/* Bytes between the host and the device, either way, or within one of them. */
int tilestep_blas_move(void *to, const void *from, size_t size);

/* Values from the first to the last of a matrix, and of n that lie step apart. */
static inline size_t tilestep_blas_matrix(int rows, int columns, int ld)
{
    return rows > 0 && columns > 0 ? (size_t)(columns - 1) * (size_t)ld + (size_t)rows : 0;
}

static inline size_t tilestep_blas_vector(int n, int step)
{
    size_t apart = (size_t)(step < 0 ? -step : step);
    return n > 0 ? (size_t)(n - 1) * apart + 1 : 0;
}
