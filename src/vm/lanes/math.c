/* Library functions on the active lanes. Results are the host library's; a device's approximate
 * ones differ in the last places. Half precision computes in float. */
#include "base/clones.h"
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"

#include <math.h>

typedef struct MathRow {
    float (*single)(float);
    double (*full)(double);
    float (*single2)(float, float);
    double (*full2)(double, double);
} MathRow;

static double reciprocal_root(double x)
{
    return 1 / sqrt(x);
}

static float reciprocal_root_single(float x)
{
    return (float)(1 / sqrt(x));
}

static const MathRow rows[MATH_COUNT] = {
    [MATH_sqrt] = {sqrtf, sqrt},
    [MATH_rsqrt] = {reciprocal_root_single, reciprocal_root},
    [MATH_exp] = {expf, exp},
    [MATH_exp2] = {exp2f, exp2},
    [MATH_log] = {logf, log},
    [MATH_log2] = {log2f, log2},
    [MATH_log10] = {log10f, log10},
    [MATH_sin] = {sinf, sin},
    [MATH_cos] = {cosf, cos},
    [MATH_tan] = {tanf, tan},
    [MATH_tanh] = {tanhf, tanh},
    [MATH_erf] = {erff, erf},
    [MATH_atan] = {atanf, atan},
    [MATH_asin] = {asinf, asin},
    [MATH_acos] = {acosf, acos},
    [MATH_sinh] = {sinhf, sinh},
    [MATH_cosh] = {coshf, cosh},
    [MATH_asinh] = {asinhf, asinh},
    [MATH_acosh] = {acoshf, acosh},
    [MATH_atanh] = {atanhf, atanh},
    [MATH_cbrt] = {cbrtf, cbrt},
    [MATH_erfc] = {erfcf, erfc},
    [MATH_expm1] = {expm1f, expm1},
    [MATH_log1p] = {log1pf, log1p},
    [MATH_lgamma] = {lgammaf, lgamma},
    [MATH_tgamma] = {tgammaf, tgamma},
    [MATH_logb] = {logbf, logb},
    [MATH_ceil] = {ceilf, ceil},
    [MATH_floor] = {floorf, floor},
    [MATH_round] = {roundf, round},
    [MATH_trunc] = {truncf, trunc},
    [MATH_rint] = {rintf, rint},
    [MATH_pow] = {.single2 = powf, .full2 = pow},
    [MATH_fmod] = {.single2 = fmodf, .full2 = fmod},
    [MATH_hypot] = {.single2 = hypotf, .full2 = hypot},
    [MATH_atan2] = {.single2 = atan2f, .full2 = atan2},
    [MATH_remainder] = {.single2 = remainderf, .full2 = remainder},
    [MATH_fdim] = {.single2 = fdimf, .full2 = fdim},
    [MATH_nextafter] = {.single2 = nextafterf, .full2 = nextafter},
    [MATH_copysign] = {.single2 = copysignf, .full2 = copysign},
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
    return row->single2 ? row->single2(x, y) : row->single(x);
}

static void math_lane(Lanes *restrict out, const Lanes *a, const Lanes *b, MathFunction function,
                      ScalarType type, int i)
{
    const MathRow *row = &rows[function];
    if (type == SCALAR_F32)
        out->f32[i] = lane_float(single_function(row, a->f32[i], b->f32[i]));
    else if (type == SCALAR_F64)
        out->f64[i] = full_function(row, a->f64[i], b->f64[i]);
    else if (type == SCALAR_F16)
        out->u32[i] = half_from_double(single_function(row, (float)half_to_double(a->u32[i]),
                                                       (float)half_to_double(b->u32[i])));
    else if (type == SCALAR_BF16)
        out->u32[i] = bfloat_from_double(single_function(row, (float)bfloat_to_double(a->u32[i]),
                                                         (float)bfloat_to_double(b->u32[i])));
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
