/* Arithmetic at compile time, with the same results as the machine's: integers wrap, float is
 * rounded to float after every operation. What could fault is left for the machine. */
#include "lang/tree/constant.h"

#include <math.h>
#include <string.h>

static bool is_wide(ScalarType type)
{
    return scalar_size_bytes(type) == 8;
}

int64_t constant_int(ScalarType type, uint64_t bits)
{
    if (is_wide(type))
        return (int64_t)bits;
    return scalar_is_signed(type) ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)(uint32_t)bits;
}

double constant_real(ScalarType type, uint64_t bits)
{
    double wide;
    float narrow;
    uint32_t low = (uint32_t)bits;
    if (type == SCALAR_F64) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    if (type == SCALAR_F32) {
        memcpy(&narrow, &low, sizeof narrow);
        return (double)narrow;
    }
    return type == SCALAR_U64 ? (double)bits : (double)constant_int(type, bits);
}

uint64_t constant_from_real(ScalarType type, double value)
{
    uint64_t bits = 0;
    uint32_t low;
    float narrow = (float)value;
    if (type == SCALAR_F64) {
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    memcpy(&low, &narrow, sizeof low);
    return low;
}

/* Keeps the bits that a register of this type holds. */
static uint64_t wrap(ScalarType type, uint64_t bits)
{
    switch (type) {
    case SCALAR_BOOL: return bits != 0;
    case SCALAR_I8: return (uint32_t)(int32_t)(int8_t)bits;
    case SCALAR_U8: return (uint8_t)bits;
    case SCALAR_I16: return (uint32_t)(int32_t)(int16_t)bits;
    case SCALAR_U16: return (uint16_t)bits;
    case SCALAR_I64:
    case SCALAR_U64: return bits;
    default: return (uint32_t)bits;
    }
}

static int bit_count(ScalarType type)
{
    return (int)scalar_size_bytes(type) * 8;
}

/* Out of range saturates and NaN is 0, as on the device. */
static uint64_t real_to_int(ScalarType to, double value)
{
    if (to == SCALAR_BOOL)
        return value != 0.0;
    if (isnan(value))
        return 0;
    value = trunc(value);
    double top = ldexp(1.0, bit_count(to) - (scalar_is_signed(to) ? 1 : 0));
    double bottom = scalar_is_signed(to) ? -top : 0.0;
    if (value >= top)
        return wrap(to, (UINT64_MAX >> (64 - bit_count(to))) >> scalar_is_signed(to));
    if (value <= bottom)
        return wrap(to, scalar_is_signed(to) ? (uint64_t)1 << (bit_count(to) - 1) : 0);
    return wrap(to, value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value);
}

uint64_t constant_convert(ScalarType to, ScalarType from, uint64_t bits)
{
    if (scalar_is_float(to)) {
        if (to == SCALAR_F32 && from == SCALAR_U64)
            return constant_from_real(to, (double)(float)bits);
        if (to == SCALAR_F32 && from == SCALAR_I64)
            return constant_from_real(to, (double)(float)(int64_t)bits);
        return constant_from_real(to, constant_real(from, bits));
    }
    if (scalar_is_float(from))
        return real_to_int(to, constant_real(from, bits));
    return wrap(to, is_wide(from) ? bits : (uint64_t)constant_int(from, bits));
}

static bool compare(uint8_t op, int order, bool unordered)
{
    switch (op) {
    case OP_EQ: return !unordered && order == 0;
    case OP_NE: return unordered || order != 0;
    case OP_LT: return !unordered && order < 0;
    case OP_LE: return !unordered && order <= 0;
    case OP_GT: return !unordered && order > 0;
    default: return !unordered && order >= 0;
    }
}

static bool real_binary(uint8_t op, ScalarType type, double a, double b, uint64_t *out)
{
    double result;
    switch (op) {
    case OP_ADD: result = a + b; break;
    case OP_SUB: result = a - b; break;
    case OP_MUL: result = a * b; break;
    case OP_DIV: result = a / b; break;
    case OP_MIN: result = fmin(a, b); break;
    case OP_MAX: result = fmax(a, b); break;
    default:
        if (op < OP_EQ || op > OP_GE)
            return false;
        *out = compare(op, a < b ? -1 : a > b, isnan(a) || isnan(b));
        return true;
    }
    /* For float, the sum, product or quotient rounded to double and then to float equals the one
     * rounded once: double has more than twice float's digits. */
    *out = constant_from_real(type, result);
    return true;
}

static bool divide(uint8_t op, ScalarType type, uint64_t a, uint64_t b, uint64_t *out)
{
    int64_t x = constant_int(type, a), y = constant_int(type, b);
    if (y == 0 || (y == -1 && scalar_is_signed(type)))
        return false;
    if (type == SCALAR_U64)
        *out = op == OP_DIV ? a / b : a % b;
    else
        *out = wrap(type, (uint64_t)(op == OP_DIV ? x / y : x % y));
    return true;
}

static uint64_t shift(uint8_t op, ScalarType type, uint64_t a, uint64_t b)
{
    unsigned count = (unsigned)b & (unsigned)(bit_count(type) - 1);
    if (op == OP_SHL)
        return wrap(type, a << count);
    if (scalar_is_signed(type))
        return wrap(type, (uint64_t)(constant_int(type, a) >> count));
    return wrap(type, (is_wide(type) ? a : (uint32_t)a) >> count);
}

static int order_of(ScalarType type, uint64_t a, uint64_t b)
{
    int64_t x = constant_int(type, a), y = constant_int(type, b);
    if (type == SCALAR_U64)
        return a < b ? -1 : a > b;
    return x < y ? -1 : x > y;
}

bool constant_binary(uint8_t op, ScalarType type, uint64_t a, uint64_t b, uint64_t *out)
{
    if (type == SCALAR_F16)
        return false;
    if (scalar_is_float(type))
        return real_binary(op, type, constant_real(type, a), constant_real(type, b), out);
    switch (op) {
    case OP_ADD: *out = wrap(type, a + b); return true;
    case OP_SUB: *out = wrap(type, a - b); return true;
    case OP_MUL: *out = wrap(type, a * b); return true;
    case OP_DIV:
    case OP_REM: return divide(op, type, a, b, out);
    case OP_AND: *out = wrap(type, a & b); return true;
    case OP_OR: *out = wrap(type, a | b); return true;
    case OP_XOR: *out = wrap(type, a ^ b); return true;
    case OP_SHL:
    case OP_SHR: *out = shift(op, type, a, b); return true;
    case OP_MIN: *out = order_of(type, a, b) < 0 ? a : b; return true;
    case OP_MAX: *out = order_of(type, a, b) > 0 ? a : b; return true;
    default:
        if (op < OP_EQ || op > OP_GE)
            return false;
        *out = compare(op, order_of(type, a, b), false);
        return true;
    }
}

bool constant_unary(uint8_t op, ScalarType type, uint64_t a, uint64_t *out)
{
    if (type == SCALAR_F16)
        return false;
    if (op == OP_NEG)
        *out = scalar_is_float(type) ? constant_from_real(type, -constant_real(type, a))
                                     : wrap(type, (uint64_t)0 - a);
    else if (op == OP_NOT && !scalar_is_float(type))
        *out = type == SCALAR_BOOL ? !a : wrap(type, ~a);
    else
        return false;
    return true;
}
