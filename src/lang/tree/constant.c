/* Arithmetic at compile time, with the same results as the machine's: integers wrap, float is
 * rounded to float after every operation. What could fault is left for the machine. */
#include "lang/tree/constant.h"

#include <math.h>
#include <string.h>

/* What a device gives in single precision for want of a number. */
#define DEVICE_NAN 0x7fffffffu

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

/* Whole types, too; a double holds the largest of 64 bits only rounded. Not for half. */
static double constant_real(ScalarType type, uint64_t bits)
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
static uint64_t wrap_register(ScalarType type, uint64_t bits)
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

/* The least number that the type holds, and that past the largest. */
static double top_of(ScalarType type)
{
    return ldexp(1.0, bit_count(type) - (scalar_is_signed(type) ? 1 : 0));
}

static double bottom_of(ScalarType type)
{
    return scalar_is_signed(type) ? -top_of(type) : 0.0;
}

bool constant_fits(ScalarType to, ScalarType from, uint64_t bits)
{
    if (!scalar_is_float(from) || scalar_is_float(to) || to == SCALAR_BOOL)
        return true;
    double value = trunc(constant_real(from, bits));
    return value >= bottom_of(to) && value < top_of(to);
}

/* Out of range saturates, to 8 and 16 bits by way of 32, and NaN is 0. */
static uint64_t real_to_int(ScalarType to, double value)
{
    ScalarType held = bit_count(to) >= 32 ? to : scalar_is_signed(to) ? SCALAR_I32 : SCALAR_U32;
    if (to == SCALAR_BOOL)
        return value != 0.0;
    if (isnan(value))
        return 0;
    value = trunc(value);
    if (value >= top_of(held))
        return wrap_register(to, (UINT64_MAX >> (64 - bit_count(held))) >> scalar_is_signed(to));
    if (value <= bottom_of(held))
        return wrap_register(to, scalar_is_signed(to) ? (uint64_t)1 << (bit_count(held) - 1) : 0);
    return wrap_register(to, value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value);
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
    return wrap_register(to, is_wide(from) ? bits : (uint64_t)constant_int(from, bits));
}

/* Of a NaN every comparison is false except !=. */
static bool compare_reals(uint8_t op, double a, double b)
{
    switch (op) {
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_LT: return a < b;
    case OP_LE: return a <= b;
    case OP_GT: return a > b;
    default: return a >= b;
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
        *out = compare_reals(op, a, b);
        return true;
    }
    /* For float, the sum, product or quotient rounded to double and then to float equals the one
     * rounded once: double has more than twice float's digits. */
    *out = constant_from_real(type, result);
    if (type == SCALAR_F32 && isnan(result))
        *out = DEVICE_NAN;
    return true;
}

uint8_t binary_opcode(BinaryOperator op)
{
    static const uint8_t opcodes[BINARY_COUNT] = {
        [BINARY_OR] = OP_OR,       [BINARY_AND] = OP_AND,     [BINARY_BIT_OR] = OP_OR,
        [BINARY_BIT_XOR] = OP_XOR, [BINARY_BIT_AND] = OP_AND, [BINARY_EQ] = OP_EQ,
        [BINARY_NE] = OP_NE,       [BINARY_LT] = OP_LT,       [BINARY_LE] = OP_LE,
        [BINARY_GT] = OP_GT,       [BINARY_GE] = OP_GE,       [BINARY_SHL] = OP_SHL,
        [BINARY_SHR] = OP_SHR,     [BINARY_ADD] = OP_ADD,     [BINARY_SUB] = OP_SUB,
        [BINARY_MUL] = OP_MUL,     [BINARY_DIV] = OP_DIV,     [BINARY_REM] = OP_REM};
    return opcodes[op];
}

/* The operator that the instruction computes, bit by bit for AND and OR; BINARY_COUNT if none. */
static BinaryOperator operator_of(uint8_t opcode)
{
    int op = BINARY_BIT_OR;
    while (op < BINARY_COUNT && binary_opcode((BinaryOperator)op) != opcode)
        ++op;
    return (BinaryOperator)op;
}

bool shift_is_defined(ScalarType type, uint64_t count)
{
    return (is_wide(type) ? count : (uint32_t)count) < (uint64_t)bit_count(type);
}

static bool whole_binary(uint8_t opcode, ScalarType type, uint64_t a, uint64_t b, uint64_t *out)
{
    BinaryOperator op = opcode == OP_MIN   ? BINARY_LT
                        : opcode == OP_MAX ? BINARY_GT
                                           : operator_of(opcode);
    uint64_t x = (uint64_t)constant_int(type, a), y = (uint64_t)constant_int(type, b), result;
    bool may_overflow = op == BINARY_DIV || op == BINARY_REM;
    if (op == BINARY_COUNT || (may_overflow && y == UINT64_MAX && scalar_is_signed(type)))
        return false;
    if ((op == BINARY_SHL || op == BINARY_SHR) && !shift_is_defined(type, b))
        return false;
    if (!binary_whole(op, type == SCALAR_U64, x, y, &result))
        return false;
    if (opcode == OP_MIN || opcode == OP_MAX)
        *out = result ? a : b;
    else
        *out = binary_is_comparison(op) ? result : wrap_register(type, result);
    return true;
}

bool constant_binary(uint8_t op, ScalarType type, uint64_t a, uint64_t b, uint64_t *out)
{
    if (scalar_is_half(type))
        return false;
    if (scalar_is_float(type))
        return real_binary(op, type, constant_real(type, a), constant_real(type, b), out);
    return whole_binary(op, type, a, b, out);
}

bool constant_unary(uint8_t op, ScalarType type, uint64_t a, uint64_t *out)
{
    if (scalar_is_half(type))
        return false;
    if (op == OP_NEG)
        *out = scalar_is_float(type) ? constant_from_real(type, -constant_real(type, a))
                                     : wrap_register(type, (uint64_t)0 - a);
    else if (op == OP_NOT && !scalar_is_float(type))
        *out = type == SCALAR_BOOL ? !a : wrap_register(type, ~a);
    else
        return false;
    return true;
}
