/* Conversions between all scalar types through three wide ones: every register value is exact as
 * int64, uint64 or double, and every type can be made from each of these with one rounding. */
#include "vm/lanes/half.h"
#include "vm/lanes/rounded.h"

#include <math.h>
#include <string.h>

typedef enum Wide { WIDE_SIGNED, WIDE_UNSIGNED, WIDE_DOUBLE } Wide;

static Wide widen(Lanes *restrict wide, const Lanes *a, ScalarType from)
{
    switch (from) {
    case SCALAR_F64: *wide = *a; return WIDE_DOUBLE;
    case SCALAR_U64: *wide = *a; return WIDE_UNSIGNED;
    case SCALAR_I64: *wide = *a; return WIDE_SIGNED;
    default: break;
    }
    for (int i = 0; i < WARP_LANES; ++i)
        if (from == SCALAR_F32)
            wide->f64[i] = a->f32[i];
        else if (from == SCALAR_F16)
            wide->f64[i] = half_to_double(a->u32[i]);
        else if (from == SCALAR_BF16)
            wide->f64[i] = bfloat_to_double(a->u32[i]);
        else if (scalar_is_signed(from))
            wide->i64[i] = a->i32[i];
        else
            wide->i64[i] = a->u32[i];
    return scalar_is_float(from) ? WIDE_DOUBLE : WIDE_SIGNED;
}

/* The bounds of a type as doubles: low, and the first number past the top. */
typedef struct Bounds {
    double low, past;
    uint64_t least, most; /* the integers themselves */
} Bounds;

static Bounds bounds_of(ScalarType to)
{
    int bits = 8 * (int)scalar_size_bytes(to);
    if (scalar_is_signed(to)) {
        uint64_t most = ((uint64_t)1 << (bits - 1)) - 1;
        return (Bounds){-ldexp(1, bits - 1), ldexp(1, bits - 1), ~most, most};
    }
    return (Bounds){0, ldexp(1, bits), 0, UINT64_MAX >> (64 - bits)};
}

/* What NaN gives: half of the range where either type is wide, else 0 (PTX ISA, "cvt"). */
static uint64_t integer_of_nan(ScalarType from, ScalarType to)
{
    uint32_t bytes = scalar_size_bytes(to);
    bool is_wide = from == SCALAR_F64 || bytes == 8;
    return is_wide && bytes >= 4 ? (uint64_t)1 << (8 * bytes - 1) : 0;
}

static uint64_t saturate(double value, Bounds bounds, uint64_t of_nan)
{
    if (isnan(value))
        return of_nan;
    if (value <= bounds.low)
        return bounds.least;
    if (value >= bounds.past)
        return bounds.most;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

/* The type that a float saturates to on its way: float and double become integers of 8 and 16 bits
 * by way of 32, of which the low ones are kept, but halves are converted at once. */
static ScalarType saturating_type(ScalarType from, ScalarType to)
{
    if (scalar_size_bytes(to) >= 4 || scalar_is_half(from))
        return to;
    return scalar_is_signed(to) ? SCALAR_I32 : SCALAR_U32;
}

/* Turns doubles into integers of the type, 64 bits wide. */
static void doubles_to_integers(Lanes *wide, ScalarType from, ScalarType to)
{
    Bounds bounds = bounds_of(saturating_type(from, to));
    uint64_t of_nan = integer_of_nan(from, to);
    for (int i = 0; i < WARP_LANES; ++i)
        wide->u64[i] = saturate(wide->f64[i], bounds, of_nan);
}

uint32_t lanes_beyond(const Lanes *a, ScalarType from, ScalarType to)
{
    Bounds bounds = bounds_of(to);
    double below = bounds.low - 1; /* of 64 bits it is low itself */
    uint32_t lanes = 0;
    for (int i = 0; i < WARP_LANES; ++i) {
        double value = from == SCALAR_F64 ? a->f64[i] : (double)a->f32[i];
        bool is_within = (value > below || value >= bounds.low) && value < bounds.past;
        lanes |= (uint32_t)!is_within << i;
    }
    return lanes;
}

/* Writes 64-bit integers as registers of an integer type. */
static void put_integers(Lanes *restrict out, const Lanes *wide, ScalarType to)
{
    if (register_words(to) == 2) {
        *out = *wide;
        return;
    }
    for (int i = 0; i < WARP_LANES; ++i)
        out->u32[i] = (uint32_t)wide->u64[i];
    lanes_narrow(to, out);
}

static double wide_double(const Lanes *wide, Wide kind, int i)
{
    return kind == WIDE_DOUBLE     ? wide->f64[i]
           : kind == WIDE_UNSIGNED ? (double)wide->u64[i]
                                   : (double)wide->i64[i];
}

/* Straight from the integer, since a detour through double would round twice. */
static float wide_float(const Lanes *wide, Wide kind, int i)
{
    return kind == WIDE_DOUBLE     ? (float)wide->f64[i]
           : kind == WIDE_UNSIGNED ? (float)wide->u64[i]
                                   : (float)wide->i64[i];
}

/* A NaN of double precision keeps its sign and the highest digits of its payload; that of a float
 * is the one NaN of halves. */
static uint32_t half_of_nan(uint64_t bits, ScalarType to)
{
    uint32_t digits = to == SCALAR_F16 ? 10 : 7;
    uint32_t quiet = to == SCALAR_F16 ? 0x7e00 : 0x7fc0;
    uint64_t payload = bits & (UINT64_MAX >> 12);
    return (uint32_t)(bits >> 63) << 15 | quiet | (uint32_t)(payload >> (52 - digits));
}

static void put_floats(Lanes *restrict out, const Lanes *wide, Wide kind, ScalarType from,
                       ScalarType to)
{
    for (int i = 0; i < WARP_LANES; ++i)
        if (to == SCALAR_F32)
            out->f32[i] = wide_float(wide, kind, i);
        else if (to == SCALAR_F64)
            out->f64[i] = wide_double(wide, kind, i);
        else if (kind != WIDE_DOUBLE)
            out->u32[i] = (uint32_t)rounded_whole(to, wide->u64[i], kind == WIDE_SIGNED);
        else if (from == SCALAR_F64 && isnan(wide->f64[i]))
            out->u32[i] = half_of_nan(wide->u64[i], to);
        else if (to == SCALAR_F16)
            out->u32[i] = half_from_double(wide->f64[i]);
        else
            out->u32[i] = bfloat_from_double(wide->f64[i]);
}

static void put_bools(Lanes *restrict out, const Lanes *wide, Wide kind)
{
    for (int i = 0; i < WARP_LANES; ++i)
        out->u32[i] = kind == WIDE_DOUBLE ? wide->f64[i] != 0 : wide->u64[i] != 0;
}

#define NARROW_CASE(scalar, expression)                                                            \
    case scalar:                                                                                   \
        for (int i = 0; i < WARP_LANES; ++i)                                                       \
            words[i] = (uint32_t)(expression);                                                     \
        break;

void lanes_narrow(ScalarType type, Lanes *lanes)
{
    uint32_t *words = lanes->u32;
    switch (type) {
        NARROW_CASE(SCALAR_BOOL, words[i] != 0)
        NARROW_CASE(SCALAR_I8, (int8_t)words[i])
        NARROW_CASE(SCALAR_U8, (uint8_t)words[i])
        NARROW_CASE(SCALAR_I16, (int16_t)words[i])
        NARROW_CASE(SCALAR_U16, (uint16_t)words[i])
    default: return;
    }
}

/* ---- the commonest conversions, without the detour ---- */

static void words_to_floats(Lanes *restrict out, const Lanes *a, bool is_signed, ScalarType to)
{
    if (to == SCALAR_F32 && is_signed)
        for (int i = 0; i < WARP_LANES; ++i)
            out->f32[i] = (float)a->i32[i];
    else if (to == SCALAR_F32)
        for (int i = 0; i < WARP_LANES; ++i)
            out->f32[i] = (float)a->u32[i];
    else if (is_signed)
        for (int i = 0; i < WARP_LANES; ++i)
            out->f64[i] = a->i32[i];
    else
        for (int i = 0; i < WARP_LANES; ++i)
            out->f64[i] = a->u32[i];
}

/* The largest float that is an int lies 127 below the largest int. */
static void floats_to_words(Lanes *restrict out, const Lanes *a)
{
    for (int i = 0; i < WARP_LANES; ++i) {
        float value = a->f32[i] == a->f32[i] ? a->f32[i] : 0;
        float low = value < -2147483648.0f ? -2147483648.0f : value;
        int32_t inside = (int32_t)(low > 2147483520.0f ? 2147483520.0f : low);
        out->i32[i] = value > 2147483520.0f ? INT32_MAX : inside;
    }
}

/* The largest that is an unsigned int lies 255 below the largest of these. */
static void floats_to_unsigned(Lanes *restrict out, const Lanes *a)
{
    for (int i = 0; i < WARP_LANES; ++i) {
        float value = a->f32[i] > 0 ? a->f32[i] : 0;
        uint32_t inside = (uint32_t)(int64_t)(value > 4294967040.0f ? 4294967040.0f : value);
        out->u32[i] = value > 4294967040.0f ? UINT32_MAX : inside;
    }
}

static bool convert_quickly(Lanes *restrict out, const Lanes *a, ScalarType from, ScalarType to)
{
    if (from <= SCALAR_U32 && (to == SCALAR_F32 || to == SCALAR_F64)) {
        words_to_floats(out, a, scalar_is_signed(from), to);
        return true;
    }
    if (from <= SCALAR_U32 && to <= SCALAR_U32) {
        memcpy(out->u32, a->u32, sizeof out->u32);
        lanes_narrow(to, out);
        return true;
    }
    if (from == SCALAR_BF16 && to == SCALAR_F32) { /* its upper half, of a NaN as well */
        for (int i = 0; i < WARP_LANES; ++i)
            out->u32[i] = a->u32[i] << 16;
        return true;
    }
    if (from != SCALAR_F32)
        return false;
    switch (to) {
    case SCALAR_I8:
    case SCALAR_I16:
    case SCALAR_I32: floats_to_words(out, a); break;
    case SCALAR_U8:
    case SCALAR_U16:
    case SCALAR_U32: floats_to_unsigned(out, a); break;
    case SCALAR_F64:
        for (int i = 0; i < WARP_LANES; ++i)
            out->f64[i] = a->f32[i];
        return true;
    default: return false;
    }
    lanes_narrow(to, out);
    return true;
}

void lanes_convert(Lanes *restrict out, const Lanes *a, ScalarType from, ScalarType to)
{
    if (convert_quickly(out, a, from, to))
        return;
    Lanes wide;
    Wide kind = widen(&wide, a, from);
    if (to == SCALAR_BOOL) {
        put_bools(out, &wide, kind);
    } else if (scalar_is_float(to)) {
        put_floats(out, &wide, kind, from, to);
    } else {
        if (kind == WIDE_DOUBLE)
            doubles_to_integers(&wide, from, to);
        put_integers(out, &wide, to);
    }
}
