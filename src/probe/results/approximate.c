/* The bounds are for the whole range of each function, but of lgamma, which is worse between -11
 * and -2; __expf and its like have others, which depend on the argument, and are told as if they
 * were expf.
 *
 * Source: CUDA C++ Programming Guide, "Mathematical Functions", "Standard Functions", the tables of
 * maximum ulp error in single and in double precision; an older edition of both stands in
 * sycl/doc/cuda/cuda-vs-opencl-math-builtin-precisions.md of github.com/intel/llvm. Where editions
 * differ (asinf 2 and 4, acosf 2 and 3, powf 8 and 9, tgammaf 5 and 11, sin 1 and 2), the larger
 * bound is taken, since a GPU's toolkit can be of any. */
#include "probe/results/approximate.h"

enum { HOST_ULPS = 1 };

/* Largest errors in ulp; 0: exact, or rounded as the standard says. */
typedef struct Bound {
    const char *single, *full; /* names */
    uint8_t single_ulps, full_ulps;
} Bound;

static const Bound bounds[MATH_COUNT] = {
    [MATH_rsqrt] = {"rsqrtf", "rsqrt", 2, 1},    [MATH_exp] = {"expf", "exp", 2, 1},
    [MATH_exp2] = {"exp2f", "exp2", 2, 1},       [MATH_log] = {"logf", "log", 1, 1},
    [MATH_log2] = {"log2f", "log2", 1, 1},       [MATH_log10] = {"log10f", "log10", 2, 1},
    [MATH_sin] = {"sinf", "sin", 2, 2},          [MATH_cos] = {"cosf", "cos", 2, 2},
    [MATH_tan] = {"tanf", "tan", 4, 2},          [MATH_tanh] = {"tanhf", "tanh", 2, 1},
    [MATH_erf] = {"erff", "erf", 2, 2},          [MATH_pow] = {"powf", "pow", 9, 2},
    [MATH_atan] = {"atanf", "atan", 2, 2},       [MATH_asin] = {"asinf", "asin", 4, 2},
    [MATH_acos] = {"acosf", "acos", 3, 2},       [MATH_sinh] = {"sinhf", "sinh", 3, 2},
    [MATH_cosh] = {"coshf", "cosh", 2, 1},       [MATH_asinh] = {"asinhf", "asinh", 3, 3},
    [MATH_acosh] = {"acoshf", "acosh", 4, 3},    [MATH_atanh] = {"atanhf", "atanh", 3, 2},
    [MATH_cbrt] = {"cbrtf", "cbrt", 1, 1},       [MATH_erfc] = {"erfcf", "erfc", 4, 5},
    [MATH_expm1] = {"expm1f", "expm1", 1, 1},    [MATH_log1p] = {"log1pf", "log1p", 1, 1},
    [MATH_lgamma] = {"lgammaf", "lgamma", 6, 4}, [MATH_tgamma] = {"tgammaf", "tgamma", 11, 10},
    [MATH_hypot] = {"hypotf", "hypot", 3, 2},    [MATH_atan2] = {"atan2f", "atan2", 3, 2},
};

Approximate approximate_functions(Arena *arena, const Program *program)
{
    Approximate result = {"", 0};
    bool is_seen[MATH_COUNT][2] = {{false}};
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        bool is_full = instr->type == SCALAR_F64;
        const Bound *bound = &bounds[instr->op == OP_MATH ? instr->imm : MATH_sqrt];
        unsigned ulps = is_full ? bound->full_ulps : bound->single_ulps;
        if (!ulps || scalar_is_half((ScalarType)instr->type) || is_seen[instr->imm][is_full])
            continue;
        is_seen[instr->imm][is_full] = true;
        result.functions =
            arena_printf(arena, "%s%s%s", result.functions, *result.functions ? ", " : "",
                         is_full ? bound->full : bound->single);
        if (ulps + HOST_ULPS > result.ulps)
            result.ulps = ulps + HOST_ULPS;
    }
    return result;
}

bool approximate_explains(const Approximate *approximate, const Agreement *agreement)
{
    return agreement->different && agreement->largest_ulps <= approximate->ulps;
}

const char *approximate_sentence(Arena *arena, Language language, const Approximate *approximate,
                                 const Agreement *agreement)
{
    if (!*approximate->functions || !agreement->different ||
        agreement->largest_ulps == AGREEMENT_NO_ULPS)
        return NULL;
    unsigned long long ulps = agreement->largest_ulps;
    if (approximate_explains(approximate, agreement))
        return language_printf(
            arena, language,
            "The values differ by %2$llu ulp at most, as those of %1$s may: by up to %3$u ulp.",
            "各值最多相差 %2$llu ulp，在 %1$s 允许的范围之内（最多 %3$u ulp）。",
            approximate->functions, ulps, approximate->ulps);
    return language_printf(
        arena, language,
        "Values of %1$s may differ by up to %3$u ulp, and what is computed from them by more: here "
        "by up to %2$llu ulp.",
        "%1$s 的值最多可相差 %3$u ulp，由它们算出的结果可能相差更多：这里最多相差 %2$llu ulp。",
        approximate->functions, ulps, approximate->ulps);
}
