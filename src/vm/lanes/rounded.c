/* Every finite number is a whole number times a power of two, so sums, products, quotients and
 * roots are computed on 128 bits of digits. What lies below them is remembered by the last bit,
 * which is set then: it stands so far behind the last digit of any result that rounding sees only
 * that something is there ("sticky", as processors do it). */
#include "vm/lanes/rounded.h"

#include <assert.h>

__extension__ typedef unsigned __int128 Digits;

/* digits * 2^exponent, or the negative of it; zero has a sign, too. */
typedef struct Exact {
    Digits digits;
    int exponent;
    bool is_negative;
} Exact;

/* A float type: the digits that it has, all exponents set, and the exponent of its last place where
 * that is least. */
typedef struct Format {
    int digits, exponents, least;
} Format;

static Format format_of(ScalarType type)
{
    switch (type) {
    case SCALAR_F16: return (Format){11, 0x1f, -24};
    case SCALAR_BF16: return (Format){8, 0xff, -133};
    case SCALAR_F32: return (Format){24, 0xff, -149};
    default: return (Format){53, 0x7ff, -1074};
    }
}

enum { TOP = 125 }; /* bits that digits are moved up to, so that two of them can be added */

static int bit_length(Digits digits)
{
    uint64_t high = (uint64_t)(digits >> 64), low = (uint64_t)digits;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static uint64_t sign_bit(ScalarType type)
{
    return (uint64_t)1 << (8 * scalar_size_bytes(type) - 1);
}

/* False: it is infinite or NaN. */
static bool take_apart(ScalarType type, uint64_t bits, Exact *number)
{
    Format format = format_of(type);
    uint64_t field = (bits & ~sign_bit(type)) >> (format.digits - 1);
    uint64_t hidden = (uint64_t)1 << (format.digits - 1);
    number->is_negative = (bits & sign_bit(type)) != 0;
    number->digits = (bits & (hidden - 1)) | (field ? hidden : 0);
    number->exponent = format.least + (field ? (int)field - 1 : 0);
    return field != (uint64_t)format.exponents;
}

static Exact exact_of_whole(uint64_t bits, bool is_signed)
{
    bool is_negative = is_signed && bits >> 63;
    return (Exact){is_negative ? 0 - bits : bits, 0, is_negative};
}

/* Is what is cut off rounded away from zero? rest: cut off, of `places` bits; kept: what stays. */
static bool rounds_away(Rounding rounding, bool is_negative, Digits kept, Digits rest, int places)
{
    if (rounding != ROUNDING_NEAREST)
        return rest && rounding == (is_negative ? ROUNDING_DOWN : ROUNDING_UP);
    Digits half = (Digits)1 << (places - 1);
    return rest > half || (rest == half && (kept & 1));
}

static uint64_t put_together(ScalarType type, Rounding rounding, Exact number)
{
    Format format = format_of(type);
    uint64_t sign = number.is_negative ? sign_bit(type) : 0;
    uint64_t infinity = (uint64_t)format.exponents << (format.digits - 1);
    if (number.digits == 0)
        return sign;
    int last = number.exponent + bit_length(number.digits) - format.digits;
    last = last < format.least ? format.least : last;
    int places = last - number.exponent;
    if (places > TOP + 1) { /* less than half of the last place */
        number.digits = 1;
        places = TOP + 1;
    }
    Digits kept = places > 0 ? number.digits >> places : number.digits << -places;
    if (places > 0 &&
        rounds_away(rounding, number.is_negative, kept, number.digits - (kept << places), places))
        ++kept;
    /* kept has the hidden bit, which adds one to the exponent field, as does an overflow. */
    uint64_t bits = ((uint64_t)(last - format.least) << (format.digits - 1)) + (uint64_t)kept;
    bool is_outward = rounding == ROUNDING_NEAREST ||
                      rounding == (number.is_negative ? ROUNDING_DOWN : ROUNDING_UP);
    return sign | (bits < infinity ? bits : infinity - !is_outward);
}

/* ---- arithmetic ---- */

static Digits shifted_down(Digits digits, int places)
{
    if (places > TOP)
        return digits != 0;
    Digits kept = digits >> places;
    return kept | (kept << places != digits);
}

static void move_to_top(Exact *number)
{
    int places = TOP - bit_length(number->digits);
    number->digits <<= places;
    number->exponent -= places;
}

static Exact exact_sum(Exact a, Exact b, Rounding rounding)
{
    if (a.digits == 0 && b.digits == 0 && a.is_negative == b.is_negative)
        return a;
    if (b.digits == 0 || a.digits == 0) {
        Exact other = b.digits == 0 ? a : b;
        if (other.digits == 0)
            other.is_negative = rounding == ROUNDING_DOWN;
        return other;
    }
    move_to_top(&a);
    move_to_top(&b);
    Exact high = a.exponent >= b.exponent ? a : b, low = a.exponent >= b.exponent ? b : a;
    low.digits = shifted_down(low.digits, high.exponent - low.exponent);
    if (high.is_negative == low.is_negative) {
        high.digits += low.digits;
    } else if (high.digits == low.digits) {
        high.digits = 0;
        high.is_negative = rounding == ROUNDING_DOWN;
    } else {
        high.is_negative = high.digits > low.digits ? high.is_negative : low.is_negative;
        high.digits =
            high.digits > low.digits ? high.digits - low.digits : low.digits - high.digits;
    }
    return high;
}

static Exact exact_product(Exact a, Exact b)
{
    return (Exact){a.digits * b.digits, a.exponent + b.exponent, a.is_negative != b.is_negative};
}

static Exact exact_quotient(Exact a, Exact b)
{
    bool is_negative = a.is_negative != b.is_negative;
    if (a.digits == 0)
        return (Exact){0, 0, is_negative};
    move_to_top(&a);
    Digits quotient = a.digits / b.digits;
    bool has_rest = quotient * b.digits != a.digits;
    return (Exact){quotient | has_rest, a.exponent - b.exponent, is_negative};
}

/* Digit by digit: root is the largest number whose square is not above the digits. */
static Exact exact_root(Exact a)
{
    if (a.digits == 0)
        return a;
    move_to_top(&a);
    if (a.exponent & 1) {
        a.digits <<= 1;
        --a.exponent;
    }
    Digits root = 0;
    for (int bit = (TOP + 1) / 2; bit >= 0; --bit) {
        Digits tried = root | (Digits)1 << bit;
        if (tried * tried <= a.digits)
            root = tried;
    }
    return (Exact){root << 1 | (root * root != a.digits), a.exponent / 2 - 1, false};
}

static Exact negative(Exact number)
{
    number.is_negative = !number.is_negative;
    return number;
}

/* False: the result has no digits. */
static bool compute_exactly(const Instr *instr, Exact a, Exact b, Exact c, Exact *result)
{
    Rounding rounding = (Rounding)instr->rounding;
    switch (instr->op) {
    case OP_CONVERT: *result = a; return true;
    case OP_ADD: *result = exact_sum(a, b, rounding); return true;
    case OP_SUB: *result = exact_sum(a, negative(b), rounding); return true;
    case OP_MUL: *result = exact_product(a, b); return true;
    case OP_FMA: *result = exact_sum(exact_product(a, b), c, rounding); return true;
    case OP_DIV: *result = exact_quotient(a, b.digits ? b : a); return b.digits != 0;
    default:
        assert(instr->op == OP_MATH && instr->imm == MATH_sqrt);
        *result = exact_root(a);
        return !a.is_negative || a.digits == 0;
    }
}

/* ---- lanes ---- */

static uint64_t lane_bits(const Lanes *lanes, ScalarType type, int i)
{
    return register_words(type) == 2 ? lanes->u64[i] : lanes->u32[i];
}

static bool take_operand(ScalarType type, const Lanes *lanes, int i, Exact *number)
{
    uint64_t bits = lane_bits(lanes, type, i);
    if (scalar_is_float(type))
        return take_apart(type, bits, number);
    if (scalar_is_signed(type) && register_words(type) == 1)
        bits = (uint64_t)(int64_t)(int32_t)bits;
    *number = exact_of_whole(bits, scalar_is_signed(type));
    return true;
}

void lanes_round(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                 const Lanes *b, const Lanes *c)
{
    ScalarType to = (ScalarType)instr->type;
    ScalarType from = instr->op == OP_CONVERT ? (ScalarType)instr->type2 : to;
    const Lanes *lanes[3] = {a, instr->b == OPERAND_NONE ? a : b, instr->c == OPERAND_NONE ? a : c};
    for (uint32_t left = active; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        Exact numbers[3], result;
        bool is_finite = true;
        for (int n = 0; n < 3; ++n)
            is_finite = take_operand(from, lanes[n], i, &numbers[n]) && is_finite;
        if (!is_finite || !compute_exactly(instr, numbers[0], numbers[1], numbers[2], &result))
            continue;
        uint64_t bits = put_together(to, (Rounding)instr->rounding, result);
        if (register_words(to) == 2)
            out->u64[i] = bits;
        else
            out->u32[i] = (uint32_t)bits;
    }
}

uint64_t rounded_whole(ScalarType to, uint64_t bits, bool is_signed)
{
    return put_together(to, ROUNDING_NEAREST, exact_of_whole(bits, is_signed));
}
