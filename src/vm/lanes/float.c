/* Floating-point arithmetic on 32 lanes: lanes/float.def, once for each type. Half precision
 * computes in float and rounds once more, which is exact for one operation; its fused multiply-add
 * needs the double, where the sum of an exact product and a half loses nothing that matters.
 * bfloat16, with the exponents of a float, computes in double. Single and double precision are
 * cloned for newer processors: a fused multiply-add is one instruction there, a call without. */
#include "base/clones.h"
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"

#include <math.h>

#define LANE_FUNCTION(name, Type, input, output)                                                   \
    static void name(Lanes *restrict out, const Lanes *a, const Lanes *b, const Lanes *c)          \
    {                                                                                              \
        for (int i = 0; i < WARP_LANES; ++i) {                                                     \
            Type x = input(a), y = input(b), z = input(c);                                         \
            (void)x, (void)y, (void)z;                                                             \
            output;                                                                                \
        }                                                                                          \
    }

#define SINGLE(lanes)    (lanes)->f32[i]
#define RESULT(e)        out->f32[i] = lane_float(e)
#define DOUBLE(lanes)    (lanes)->f64[i]
#define HALF(lanes)      (float)half_to_double((lanes)->u32[i])
#define BFLOAT(lanes)    bfloat_to_double((lanes)->u32[i])
#define BFLOAT_RESULT(e) out->u32[i] = bfloat_from_double(e)

#define VALUE(op, e)        HOST_CLONES LANE_FUNCTION(f32_##op, float, SINGLE, RESULT(e))
#define TEST(op, e)         LANE_FUNCTION(f32_##op, float, SINGLE, out->u32[i] = (e))
#define REMAINDER           fmodf
#define FUSED               fmaf
#define NEGATIVE(x)         (-(x))
#define ABSOLUTE            fabsf
#define FIRST_NAN(x, y, e)  (e)
#define SECOND_NAN(x, y, e) (e)
#include "vm/lanes/float.def"

#define VALUE(op, e)        LANE_FUNCTION(f16_##op, float, HALF, out->u32[i] = half_from_double(e))
#define TEST(op, e)         LANE_FUNCTION(f16_##op, float, HALF, out->u32[i] = (e))
#define REMAINDER           fmodf
#define FUSED(x, y, z)      ((double)(x) * (y) + (z))
#define NEGATIVE(x)         (-(x))
#define ABSOLUTE            fabsf
#define FIRST_NAN(x, y, e)  (e)
#define SECOND_NAN(x, y, e) (e)
#include "vm/lanes/float.def"

#define VALUE(op, e)        LANE_FUNCTION(bf16_##op, double, BFLOAT, BFLOAT_RESULT(e))
#define TEST(op, e)         LANE_FUNCTION(bf16_##op, double, BFLOAT, out->u32[i] = (e))
#define REMAINDER           fmod
#define FUSED               bfloat_fma
#define NEGATIVE(x)         (-(x))
#define ABSOLUTE            fabs
#define FIRST_NAN(x, y, e)  (e)
#define SECOND_NAN(x, y, e) (e)
#include "vm/lanes/float.def"

/* A NaN of double precision goes through a change of its sign as it is, but for being quiet; of two
 * that are added or multiplied the second stays. */
#define VALUE(op, e)        HOST_CLONES LANE_FUNCTION(f64_##op, double, DOUBLE, out->f64[i] = (e))
#define TEST(op, e)         LANE_FUNCTION(f64_##op, double, DOUBLE, out->u32[i] = (e))
#define REMAINDER           fmod
#define FUSED(x, y, z)      lane_double(fma(x, y, z), (y) == (y) ? (x) : (y), z)
#define NEGATIVE(x)         ((x) == (x) ? -(x) : (x) + (x))
#define ABSOLUTE(x)         ((x) == (x) ? fabs(x) : (x) + (x))
#define FIRST_NAN(x, y, e)  lane_double(e, x, y)
#define SECOND_NAN(x, y, e) lane_double(e, y, x)
#include "vm/lanes/float.def"

LaneFunction *const lane_floating[LANE_FLOATS][OP_COUNT] = {
#define ROW(op)                                                                                    \
    [LANE_F16][OP_##op] = f16_##op, [LANE_BF16][OP_##op] = bf16_##op,                              \
    [LANE_F32][OP_##op] = f32_##op, [LANE_F64][OP_##op] = f64_##op,
#define VALUE(op, e) ROW(op)
#define TEST(op, e)  ROW(op)
#include "vm/lanes/float.def"
};
