/* Arrays of the device as doubles, handles, and copies by cuBLAS's own functions. */
#include "exec/runtime/blas.h"
#include "exec/runtime/talk.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local void *caller; /* of the function that runs */

void tilestep_blas_begin(void *address)
{
    caller = address;
}

static int move_for(void *address, void *to, const void *from, size_t size)
{
    TilestepCopy copy = {to, from, size, ANY_DIRECTION, 0};
    tilestep_synchronize();
    return tilestep_copy(&copy, address) ? BLAS_NO_MAPPING : BLAS_GOOD;
}

int tilestep_blas_move(void *to, const void *from, size_t size)
{
    return move_for(caller, to, from, size);
}

/* ---- numbers ---- */

/* A format of 16 bits: places behind the point, and the bias of its exponent. */
typedef struct Format {
    int places, bias;
} Format;

static Format format_of(BlasReal real)
{
    return real == BLAS_HALF ? (Format){10, 15} : (Format){7, 127};
}

static double widen(uint16_t bits, Format f)
{
    int exponent = bits >> f.places & (2 * f.bias + 1), places = bits & ((1 << f.places) - 1);
    double size = exponent == 2 * f.bias + 1 ? (places ? (double)NAN : (double)INFINITY)
                  : exponent == 0            ? ldexp(places, 1 - f.bias - f.places)
                                  : ldexp(places + (1 << f.places), exponent - f.bias - f.places);
    return bits >> 15 ? -size : size;
}

/* To the nearest, ties to even. */
static uint16_t narrow(double value, Format f)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0,
             infinity = (uint16_t)((2 * f.bias + 1) << f.places);
    double size = fabs(value);
    if (isnan(value))
        return 0x7fff;
    if (isinf(value))
        return sign | infinity;
    int exponent = size > 0 ? ilogb(size) : -f.bias, least = 1 - f.bias;
    if (exponent > f.bias)
        return sign | infinity;
    exponent = exponent < least ? least : exponent;
    int places = (int)nearbyint(ldexp(size, f.places - exponent)); /* with the hidden bit, which */
    int bits = ((exponent - least) << f.places) + places; /* adds one to the exponent's field */
    return sign | (uint16_t)(bits < infinity ? bits : infinity);
}

size_t tilestep_blas_size(BlasReal real)
{
    return real == BLAS_DOUBLE   ? sizeof(double)
           : real == BLAS_SINGLE ? sizeof(float)
                                 : sizeof(uint16_t);
}

bool tilestep_blas_knows(int real)
{
    return real == BLAS_SINGLE || real == BLAS_DOUBLE || real == BLAS_HALF || real == BLAS_BFLOAT;
}

/* In place: the bytes lie at the end of the doubles that they become. */
static void widen_all(double *values, const char *bytes, size_t count, BlasReal real)
{
    for (size_t i = 0; i < count; ++i) {
        uint16_t small;
        float single;
        double wide;
        memcpy(&small, bytes + i * tilestep_blas_size(real), sizeof small);
        if (real == BLAS_DOUBLE)
            memcpy(&wide, bytes + i * sizeof wide, sizeof wide);
        else if (real == BLAS_SINGLE) {
            memcpy(&single, bytes + i * sizeof single, sizeof single);
            wide = (double)single;
        } else
            wide = widen(small, format_of(real));
        values[i] = wide;
    }
}

/* In place: from the start. */
static void narrow_all(const double *values, char *bytes, size_t count, BlasReal real)
{
    for (size_t i = 0; i < count; ++i) {
        double wide = values[i];
        float single = (float)wide;
        if (real == BLAS_DOUBLE)
            memcpy(bytes + i * sizeof wide, &wide, sizeof wide);
        else if (real == BLAS_SINGLE)
            memcpy(bytes + i * sizeof single, &single, sizeof single);
        else {
            uint16_t small = narrow(wide, format_of(real));
            memcpy(bytes + i * sizeof small, &small, sizeof small);
        }
    }
}

/* ---- operands ---- */

static bool fetch_for(void *address, Operand *operand, const void *device, size_t count,
                      BlasReal real)
{
    *operand = (Operand){malloc(count * sizeof(double) + 1), count, device, real};
    size_t bytes = count * tilestep_blas_size(real);
    char *end = (char *)(operand->values + count) - bytes;
    if (!operand->values || move_for(address, end, device, bytes) != BLAS_GOOD)
        return false;
    widen_all(operand->values, end, count, real);
    return true;
}

bool tilestep_blas_fetch(Operand *operand, const void *device, size_t count, BlasReal real)
{
    return fetch_for(caller, operand, device, count, real);
}

bool tilestep_blas_fetch_result(Operand *operand, const void *device, size_t count, BlasReal real)
{
    return fetch_for(NULL, operand, device, count, real);
}

int tilestep_blas_drop(Operand *operand, bool is_result)
{
    int status = BLAS_GOOD;
    if (is_result && operand->values) {
        narrow_all(operand->values, (char *)operand->values, operand->count, operand->real);
        status = tilestep_blas_move((void *)(uintptr_t)operand->device, operand->values,
                                    operand->count * tilestep_blas_size(operand->real));
    }
    free(operand->values);
    return status;
}

double tilestep_blas_number(const void *at, BlasReal real)
{
    char bytes[sizeof(double)] = {0};
    double value;
    tilestep_blas_move(bytes, at, tilestep_blas_size(real));
    widen_all(&value, bytes, 1, real);
    return value;
}

int tilestep_blas_answer(void *at, double value, BlasReal real)
{
    char bytes[sizeof(double)];
    narrow_all(&value, bytes, 1, real);
    return tilestep_blas_move(at, bytes, tilestep_blas_size(real));
}

/* ---- handles ---- */

int cublasCreate_v2(void **handle)
{
    *handle = calloc(1, 16);
    return *handle ? BLAS_GOOD : BLAS_NO_MEMORY;
}

int cublasDestroy_v2(void *handle)
{
    free(handle);
    return BLAS_GOOD;
}

int cublasSetStream_v2(void *handle, void *stream)
{
    (void)handle;
    (void)stream;
    return BLAS_GOOD;
}

int cublasSetMathMode(void *handle, int mode)
{
    (void)handle;
    (void)mode;
    return BLAS_GOOD;
}

int cublasSetPointerMode_v2(void *handle, int mode)
{
    return cublasSetMathMode(handle, mode);
}

const char *cublasGetStatusString(int status)
{
    switch (status) {
    case BLAS_GOOD: return "success";
    case BLAS_NOT_INITIALIZED: return "the library was not initialized";
    case BLAS_NO_MEMORY: return "the resource allocation failed";
    case BLAS_WRONG_VALUE: return "an unsupported value or parameter was passed to the function";
    case BLAS_NO_MAPPING: return "an access to GPU memory space failed";
    default: return "the function failed to launch on the GPU";
    }
}

int cublasSetMatrix(int rows, int columns, int size, const void *from, int from_ld, void *to,
                    int to_ld)
{
    int status = rows < 0 || columns < 0 || size <= 0 || from_ld <= 0 || to_ld <= 0
                     ? BLAS_WRONG_VALUE
                     : BLAS_GOOD;
    for (int i = 0; i < columns && status == BLAS_GOOD; ++i)
        status = tilestep_blas_move((char *)to + (size_t)i * (size_t)to_ld * (size_t)size,
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
        return tilestep_blas_move(to, from, (size_t)n * (size_t)size);
    return cublasSetMatrix(1, n, size, from, from_step, to, to_step);
}

int cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step)
{
    return cublasSetVector(n, size, from, from_step, to, to_step);
}
