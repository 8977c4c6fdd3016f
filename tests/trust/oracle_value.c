/* What VALUE instructions compute, one thread's worth, straight from the rules of C. */
#include "oracle.h"

#include <math.h>
#include <string.h>

static float single_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A device has one NaN of single precision. */
static uint64_t bits_of(ScalarType type, double full, float single)
{
    uint64_t bits = 0;
    uint32_t word;
    memcpy(&bits, &full, sizeof full);
    memcpy(&word, &single, sizeof word);
    if ((word & 0x7fffffff) > 0x7f800000)
        word = 0x7fffffff;
    return type == SCALAR_F64 ? bits : word;
}

/* A conversion keeps what fits of a NaN. */
static uint64_t narrowed(ScalarType to, double value)
{
    float single = (float)value;
    uint32_t word;
    memcpy(&word, &single, sizeof word);
    return to == SCALAR_F32 ? word : bits_of(to, value, single);
}

/* As a register of the type holds it: narrow ones widened to 32 bits. */
static uint64_t fit(ScalarType type, uint64_t bits)
{
    switch (type) {
    case SCALAR_BOOL: return bits != 0;
    case SCALAR_I8: return (uint32_t)(int8_t)bits;
    case SCALAR_U8: return (uint8_t)bits;
    case SCALAR_I16: return (uint32_t)(int16_t)bits;
    case SCALAR_U16: return (uint16_t)bits;
    case SCALAR_I64:
    case SCALAR_U64:
    case SCALAR_F64: return bits;
    default: return (uint32_t)bits;
    }
}

/* ---- integers: 64 bits wide, then cut ---- */

static int64_t signed_of(ScalarType type, uint64_t bits)
{
    if (type == SCALAR_I64 || type == SCALAR_U64)
        return (int64_t)bits;
    return type == SCALAR_U32 ? (int64_t)(uint32_t)bits : (int32_t)(uint32_t)bits;
}

static uint64_t quotient(ScalarType type, int64_t a, int64_t b, bool remainder)
{
    if (b == 0)
        return UINT64_MAX;
    if (type == SCALAR_U64)
        return remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b;
    if (b == -1)
        return remainder ? 0 : 0 - (uint64_t)a;
    return (uint64_t)(remainder ? a % b : a / b);
}

static int order(ScalarType type, int64_t a, int64_t b)
{
    if (type == SCALAR_U64)
        return ((uint64_t)a > (uint64_t)b) - ((uint64_t)a < (uint64_t)b);
    return (a > b) - (a < b);
}

static uint64_t shift_right(ScalarType type, int64_t a, unsigned count)
{
    if (count > 63)
        return type != SCALAR_U64 && a < 0 ? UINT64_MAX : 0;
    return type == SCALAR_U64 ? (uint64_t)a >> count : (uint64_t)(a >> count);
}

static bool is_true(uint8_t op, int comparison)
{
    switch (op) {
    case OP_EQ: return comparison == 0;
    case OP_NE: return comparison != 0;
    case OP_LT: return comparison < 0;
    case OP_LE: return comparison <= 0;
    case OP_GT: return comparison > 0;
    default: return comparison >= 0;
    }
}

static bool integer(uint8_t op, ScalarType type, uint64_t x, uint64_t y, uint64_t z, uint64_t *out)
{
    int64_t a = signed_of(type, x), b = signed_of(type, y);
    unsigned count = (unsigned)b; /* as a device shifts: by its low 32 bits, and far is far */
    switch (op) {
    case OP_ADD: *out = x + y; break;
    case OP_SUB: *out = x - y; break;
    case OP_MUL: *out = x * y; break;
    case OP_FMA: *out = x * y + z; break;
    case OP_DIV: *out = quotient(type, a, b, false); break;
    case OP_REM: *out = quotient(type, a, b, true); break;
    case OP_NEG: *out = 0 - x; break;
    case OP_ABS: *out = a < 0 && type != SCALAR_U64 ? 0 - (uint64_t)a : (uint64_t)a; break;
    case OP_MIN: *out = order(type, a, b) < 0 ? x : y; break;
    case OP_MAX: *out = order(type, a, b) > 0 ? x : y; break;
    case OP_AND: *out = x & y; break;
    case OP_OR: *out = x | y; break;
    case OP_XOR: *out = x ^ y; break;
    case OP_NOT: *out = type == SCALAR_BOOL ? !x : ~x; break;
    case OP_SHL: *out = count > 63 ? 0 : x << count; break;
    case OP_SHR: *out = shift_right(type, a, count); break;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: *out = is_true(op, order(type, a, b)); return true;
    default: return false;
    }
    *out = fit(type, *out);
    return true;
}

/* ---- floats ---- */

static bool compares(uint8_t op, double a, double b, uint64_t *out)
{
    switch (op) {
    case OP_EQ: *out = a == b; return true;
    case OP_NE: *out = a != b; return true;
    case OP_LT: *out = a < b; return true;
    case OP_LE: *out = a <= b; return true;
    case OP_GT: *out = a > b; return true;
    case OP_GE: *out = a >= b; return true;
    default: return false;
    }
}

static double least(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static bool full(uint8_t op, double a, double b, double c, double *out)
{
    switch (op) {
    case OP_ADD: *out = isnan(b) ? b : a + b; return true; /* of two NaNs the second stays */
    case OP_SUB: *out = isnan(b) ? b : a - b; return true;
    case OP_MUL: *out = isnan(b) ? b : a * b; return true;
    case OP_DIV: *out = a / b; return true;
    case OP_FMA: *out = fma(a, b, c); return true;
    case OP_NEG: *out = isnan(a) ? a : -a; return true; /* a device leaves NaNs as they are */
    case OP_ABS: *out = isnan(a) ? a : fabs(a); return true;
    case OP_MIN: *out = least(a, b); return true;
    case OP_MAX: *out = -least(-a, -b); return true;
    default: return false;
    }
}

static bool single(uint8_t op, float a, float b, float c, float *out)
{
    double wide;
    switch (op) {
    case OP_ADD: *out = a + b; return true;
    case OP_SUB: *out = a - b; return true;
    case OP_MUL: *out = a * b; return true;
    case OP_DIV: *out = a / b; return true;
    case OP_FMA: *out = fmaf(a, b, c); return true;
    default: break;
    }
    if (!full(op, a, b, c, &wide)) /* the others are exact */
        return false;
    *out = (float)wide;
    return true;
}

static bool real(const Instr *i, uint64_t x, uint64_t y, uint64_t z, uint64_t *out)
{
    bool is_single = i->type == SCALAR_F32;
    double a = is_single ? single_of(x) : double_of(x), b = is_single ? single_of(y) : double_of(y);
    double wide = 0;
    float narrow = 0;
    if (compares(i->op, a, b, out))
        return true;
    if (is_single ? !single(i->op, single_of(x), single_of(y), single_of(z), &narrow)
                  : !full(i->op, a, b, double_of(z), &wide))
        return false;
    *out = bits_of(i->type, wide, narrow);
    return true;
}

static bool bit_count(const Instr *i, uint64_t x, uint64_t *out)
{
    uint64_t bits = i->type == SCALAR_U64 ? x : (uint32_t)x, ones = 0;
    int width = i->type == SCALAR_U64 ? 64 : 32, first = 0, last = 0;
    for (int n = 0; n < width; ++n)
        if (bits >> n & 1) {
            ones++;
            first = first ? first : n + 1;
            last = n + 1;
        }
    *out = i->imm == MATH_popc ? ones : (uint64_t)(i->imm == MATH_ffs ? first : width - last);
    return i->imm == MATH_popc || i->imm == MATH_ffs || i->imm == MATH_clz;
}

static bool math(const Instr *i, uint64_t x, uint64_t *out)
{
    double a = i->type == SCALAR_F32 ? single_of(x) : double_of(x), value;
    switch (i->imm) {
    case MATH_sqrt: value = sqrt(a); break;
    case MATH_floor: value = floor(a); break;
    case MATH_ceil: value = ceil(a); break;
    case MATH_trunc: value = trunc(a); break;
    case MATH_rint: value = rint(a); break;
    default: return false;
    }
    /* A root rounded to double and then to float is the root rounded to float. */
    *out = bits_of(i->type, value, (float)value);
    return true;
}

/* ---- conversions ---- */

static uint64_t integer_from(ScalarType to, ScalarType from, double value)
{
    /* Those of 8 and 16 bits are the low ones of 32. */
    int bits = scalar_size_bytes(to) < 4 ? 32 : 8 * (int)scalar_size_bytes(to);
    double past = ldexp(1, scalar_is_signed(to) ? bits - 1 : bits);
    double low = scalar_is_signed(to) ? -past : 0;
    uint64_t most = scalar_is_signed(to) ? UINT64_MAX >> (65 - bits) : UINT64_MAX >> (64 - bits);
    if (isnan(value)) /* the highest bit, if a wide type is involved */
        return bits == 64 || (bits == 32 && from == SCALAR_F64) ? (uint64_t)1 << (bits - 1) : 0;
    if (value >= past)
        return most;
    if (value <= low)
        return scalar_is_signed(to) ? ~most : 0;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t converted(ScalarType to, ScalarType from, uint64_t x)
{
    int64_t whole = signed_of(from, x);
    if (scalar_is_float(from)) {
        double value = from == SCALAR_F32 ? single_of(x) : double_of(x);
        if (scalar_is_float(to))
            return narrowed(to, value);
        return to == SCALAR_BOOL ? value != 0 : fit(to, integer_from(to, from, value));
    }
    if (!scalar_is_float(to))
        return fit(to, (uint64_t)whole);
    if (from == SCALAR_U64)
        return bits_of(to, (double)x, (float)x);
    return bits_of(to, (double)whole, (float)whole);
}

bool oracle_value(const Instr *i, uint64_t a, uint64_t b, uint64_t c, uint64_t *result)
{
    if (i->type == SCALAR_F16 || i->type2 == SCALAR_F16)
        return false;
    switch (i->op) {
    case OP_MOV:
    case OP_BITS: *result = a; return true;
    case OP_SELECT: *result = (uint32_t)a ? b : c; return true;
    case OP_CONVERT: *result = converted(i->type, i->type2, a); return true;
    case OP_MATH: return scalar_is_float(i->type) ? math(i, a, result) : bit_count(i, a, result);
    default:
        return scalar_is_float(i->type) ? real(i, a, b, c, result)
                                        : integer(i->op, i->type, a, b, c, result);
    }
}
