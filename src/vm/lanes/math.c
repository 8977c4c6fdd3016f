/* Library functions on the active lanes. Those of single precision are computed in double and
 * rounded once, so that libraries which differ in the last place of a double still agree on nearly
 * every float; what is exact in single precision, or known of a device, is computed there. Half
 * precision does likewise. A device's approximate functions differ in the last places (README.md
 * says by how much). */
#include "base/clones.h"
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"
#include "vm/lanes/library.h"

#include <math.h>

/* Functions of one argument, or of two. */
typedef struct MathRow {
    double (*full)(double);
    double (*full2)(double, double);
    float (*single)(float); /* exact, or as a device has it; NULL: neither is known */
    float (*single2)(float, float);
} MathRow;

static double reciprocal_root(double x)
{
    return 1 / sqrt(x);
}

/* lgamma writes its sign to a global variable. */
static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

static const MathRow rows[MATH_COUNT] = {
    [MATH_sqrt] = {.full = sqrt, .single = sqrtf},
    [MATH_rsqrt] = {.full = reciprocal_root},
    [MATH_exp] = {.full = exp},
    [MATH_exp2] = {.full = exp2},
    [MATH_log] = {.full = log},
    [MATH_log2] = {.full = log2},
    [MATH_log10] = {.full = log10},
    [MATH_sin] = {.full = sin},
    [MATH_cos] = {.full = cos},
    [MATH_tan] = {.full = tan},
    [MATH_tanh] = {.full = tanh, .single = library_tanh},
    [MATH_erf] = {.full = erf, .single = library_erf},
    [MATH_atan] = {.full = atan},
    [MATH_asin] = {.full = asin},
    [MATH_acos] = {.full = acos},
    [MATH_sinh] = {.full = sinh},
    [MATH_cosh] = {.full = cosh},
    [MATH_asinh] = {.full = asinh},
    [MATH_acosh] = {.full = acosh},
    [MATH_atanh] = {.full = atanh},
    [MATH_cbrt] = {.full = cbrt},
    [MATH_erfc] = {.full = erfc},
    [MATH_expm1] = {.full = expm1},
    [MATH_log1p] = {.full = log1p},
    [MATH_lgamma] = {.full = log_gamma},
    [MATH_tgamma] = {.full = tgamma},
    [MATH_logb] = {.full = logb, .single = logbf},
    [MATH_ceil] = {.full = ceil, .single = ceilf},
    [MATH_floor] = {.full = floor, .single = floorf},
    [MATH_round] = {.full = round, .single = roundf},
    [MATH_trunc] = {.full = trunc, .single = truncf},
    [MATH_rint] = {.full = rint, .single = rintf},
    [MATH_pow] = {.full2 = pow},
    [MATH_fmod] = {.full2 = fmod, .single2 = fmodf},
    [MATH_hypot] = {.full2 = hypot},
    [MATH_atan2] = {.full2 = atan2},
    [MATH_remainder] = {.full2 = remainder, .single2 = remainderf},
    [MATH_fdim] = {.full2 = fdim, .single2 = fdimf},
    [MATH_nextafter] = {.full2 = nextafter, .single2 = nextafterf},
    [MATH_copysign] = {.full2 = copysign, .single2 = copysignf},
};

static uint64_t reverse_bits(uint64_t bits, int width)
{
    uint64_t reversed = 0;
    for (int i = 0; i < width; ++i)
        reversed |= (bits >> i & 1) << (width - 1 - i);
    return reversed;
}

static uint64_t integer_function(MathFunction function, uint64_t bits, int width)
{
    switch (function) {
    case MATH_ffs: return (uint64_t)__builtin_ffsll((long long)bits);
    case MATH_clz: return bits ? (uint64_t)(__builtin_clzll(bits) - (64 - width)) : (uint64_t)width;
    default: return reverse_bits(bits, width);
    }
}

static double full_function(const MathRow *row, double x, double y)
{
    return row->full2 ? row->full2(x, y) : row->full(x);
}

static float single_function(const MathRow *row, float x, float y)
{
    return row->single2  ? row->single2(x, y)
           : row->single ? row->single(x)
                         : (float)full_function(row, (double)x, (double)y);
}

static void math_lane(Lanes *restrict out, const Lanes *a, const Lanes *b, MathFunction function,
                      ScalarType type, int i)
{
    const MathRow *row = &rows[function];
    if (type == SCALAR_F32)
        out->f32[i] = lane_float(single_function(row, a->f32[i], b->f32[i]));
    else if (type == SCALAR_F64)
        out->f64[i] = lane_double(full_function(row, a->f64[i], b->f64[i]), a->f64[i],
                                  row->full2 ? b->f64[i] : a->f64[i]);
    else if (type == SCALAR_F16)
        out->u32[i] = half_from_double(
            full_function(row, half_to_double(a->u32[i]), half_to_double(b->u32[i])));
    else if (type == SCALAR_BF16)
        out->u32[i] = bfloat_from_double(
            full_function(row, bfloat_to_double(a->u32[i]), bfloat_to_double(b->u32[i])));
    else if (register_words(type) == 1)
        out->u32[i] = (uint32_t)integer_function(function, a->u32[i], 32);
    else if (function == MATH_brev)
        out->u64[i] = integer_function(function, a->u64[i], 64);
    else
        out->u32[i] = (uint32_t)integer_function(function, a->u64[i], 64);
}

static HOST_CLONES void count_bits(Lanes *restrict out, const Lanes *a, uint32_t words,
                                   uint32_t active)
{
    for (uint32_t left = active; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        out->u32[i] = (uint32_t)__builtin_popcountll(words == 1 ? a->u32[i] : a->u64[i]);
    }
}

void lanes_math(Lanes *restrict out, const Lanes *a, const Lanes *b, MathFunction function,
                ScalarType type, uint32_t active)
{
    if (function == MATH_popc) {
        count_bits(out, a, register_words(type), active);
        return;
    }
    for (uint32_t left = active; left; left &= left - 1)
        math_lane(out, a, b, function, type, __builtin_ctz(left));
}
