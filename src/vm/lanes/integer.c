/* Integer arithmetic on 32 lanes: lanes/integer.def, once for each type that computes. Division by
 * zero gives all bits set, and the least number divided by -1 wraps, so that C leaves nothing
 * undefined here. */
#include "vm/lanes/lanes.h"

#include "base/clones.h"

#define LANE_FUNCTION(name, Type, in, Result, result, expression)                                  \
    static void name(Lanes *restrict out, const Lanes *a, const Lanes *b, const Lanes *c)          \
    {                                                                                              \
        for (int i = 0; i < WARP_LANES; ++i) {                                                     \
            Type x = a->in[i], y = b->in[i], z = c->in[i];                                         \
            (void)x, (void)y, (void)z;                                                             \
            out->result[i] = (Result)(expression);                                                 \
        }                                                                                          \
    }

/* A count is unsigned, of 32 bits, and clamped to the width, as that of PTX's shl and shr: the most
 * that C can shift by at once, and whether there is one more. */
#define MOST(x)    (8 * (uint32_t)sizeof(x) - 1)
#define NEAR(x, y) ((uint32_t)(y) < MOST(x) ? (uint32_t)(y) : MOST(x))
#define FAR(x, y)  ((uint32_t)(y) > MOST(x))

#define UNSIGNED_QUOTIENT(x, y)  ((y) == 0 ? ~(y) : (x) / (y))
#define UNSIGNED_REMAINDER(x, y) ((y) == 0 ? ~(y) : (x) % (y))
#define SIGNED_QUOTIENT(x, y, U) ((y) == 0 ? ~(U)0 : (y) == -1 ? 0 - (U)(x) : (U)((x) / (y)))
#define SIGNED_REMAINDER(x, y)   ((y) == 0 ? ~(y) : (y) == -1 ? 0 : (x) % (y))

/* Processors divide many doubles at once, but integers one by one. Of numbers of 32 bits that is
 * exact: a quotient that is not whole lies below the next whole one by at least its 2^32nd part.
 * There is no choice in it that might become a branch. */
static inline uint32_t i32_quotient(int32_t x, int32_t y)
{
    uint32_t is_zero = y == 0, is_minus_one = y == -1, is_odd = is_zero | is_minus_one;
    int32_t by = (int32_t)(((uint32_t)y & (is_odd - 1)) | is_odd);
    uint32_t quotient = (uint32_t)(int32_t)((double)x / (double)by);
    return ((quotient ^ (0 - is_minus_one)) + is_minus_one) | (0 - is_zero);
}

static inline uint32_t i32_remainder(int32_t x, int32_t y)
{
    uint32_t is_zero = y == 0;
    return ((uint32_t)x - i32_quotient(x, y) * (uint32_t)y) | (0 - is_zero);
}

static inline uint32_t u32_quotient(uint32_t x, uint32_t y)
{
    uint32_t is_zero = y == 0;
    return (uint32_t)((double)x / (double)(y + is_zero)) | (0 - is_zero);
}

static inline uint32_t u32_remainder(uint32_t x, uint32_t y)
{
    uint32_t is_zero = y == 0;
    return (x - u32_quotient(x, y) * y) | (0 - is_zero);
}

#define WRAP(op, expression)                                                                       \
    HOST_CLONES LANE_FUNCTION(i32_##op, uint32_t, u32, uint32_t, u32, expression)
#define EXACT(op, expression)                                                                      \
    HOST_CLONES LANE_FUNCTION(i32_##op, int32_t, i32, int32_t, i32, expression)
#define TEST(op, expression) LANE_FUNCTION(i32_##op, int32_t, i32, uint32_t, u32, expression)
#define QUOTIENT(x, y)       i32_quotient(x, y)
#define REMAINDER(x, y)      i32_remainder(x, y)
#define ABSOLUTE(x)          ((x) < 0 ? 0 - (uint32_t)(x) : (uint32_t)(x))
#include "vm/lanes/integer.def"

#define WRAP(op, expression)  LANE_FUNCTION(i64_##op, uint64_t, u64, uint64_t, u64, expression)
#define EXACT(op, expression) LANE_FUNCTION(i64_##op, int64_t, i64, int64_t, i64, expression)
#define TEST(op, expression)  LANE_FUNCTION(i64_##op, int64_t, i64, uint32_t, u32, expression)
#define QUOTIENT(x, y)        SIGNED_QUOTIENT(x, y, uint64_t)
#define REMAINDER(x, y)       SIGNED_REMAINDER(x, y)
#define ABSOLUTE(x)           ((x) < 0 ? 0 - (uint64_t)(x) : (uint64_t)(x))
#include "vm/lanes/integer.def"

#define WRAP(op, expression)                                                                       \
    HOST_CLONES LANE_FUNCTION(u32_##op, uint32_t, u32, uint32_t, u32, expression)
#define EXACT(op, expression) WRAP(op, expression)
#define TEST(op, expression)  WRAP(op, expression)
#define QUOTIENT(x, y)        u32_quotient(x, y)
#define REMAINDER(x, y)       u32_remainder(x, y)
#define ABSOLUTE(x)           (x)
#include "vm/lanes/integer.def"

#define QUOTIENT(x, y)        UNSIGNED_QUOTIENT(x, y)
#define REMAINDER(x, y)       UNSIGNED_REMAINDER(x, y)
#define ABSOLUTE(x)           (x)
#define WRAP(op, expression)  LANE_FUNCTION(u64_##op, uint64_t, u64, uint64_t, u64, expression)
#define EXACT(op, expression) WRAP(op, expression)
#define TEST(op, expression)  LANE_FUNCTION(u64_##op, uint64_t, u64, uint32_t, u32, expression)
#include "vm/lanes/integer.def"

LaneFunction *const lane_integer[LANE_INTEGERS][OP_COUNT] = {
#define ROW(op)                                                                                    \
    [LANE_I32][OP_##op] = i32_##op, [LANE_U32][OP_##op] = u32_##op,                                \
    [LANE_I64][OP_##op] = i64_##op, [LANE_U64][OP_##op] = u64_##op,
#define WRAP(op, expression)  ROW(op)
#define EXACT(op, expression) ROW(op)
#define TEST(op, expression)  ROW(op)
#include "vm/lanes/integer.def"
};

static bool is_one_number(const Lanes *lanes)
{
    uint32_t differs = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        differs |= lanes->u32[i] ^ lanes->u32[0];
    return !differs;
}

/* x times 1/y, made larger by 2^-50, is as large as x/y or larger, in spite of three roundings of
 * 2^-53 each; and by less than 2^-17/y, whereas to the next whole number it is 1/y at least. So
 * what is cut off leaves the quotient. */
static double reciprocal(double y)
{
    return 1.0 / y * (1 + 0x1p-50);
}

HOST_CLONES bool lanes_divide(bool is_signed, bool is_rest, Lanes *restrict out, const Lanes *a,
                              const Lanes *b)
{
    uint32_t by = b->u32[0];
    if (!is_one_number(b) || by == 0 || (is_signed && by == UINT32_MAX))
        return false;
    if (is_signed) {
        double factor = reciprocal((double)b->i32[0]);
        for (int i = 0; i < WARP_LANES; ++i)
            out->i32[i] = (int32_t)(a->i32[i] * factor);
    } else {
        double factor = reciprocal((double)by);
        for (int i = 0; i < WARP_LANES; ++i)
            out->u32[i] = (uint32_t)(a->u32[i] * factor);
    }
    for (int i = 0; i < WARP_LANES && is_rest; ++i)
        out->u32[i] = a->u32[i] - out->u32[i] * by;
    return true;
}

HOST_CLONES bool lanes_divide_wide(bool is_rest, Lanes *restrict out, const Lanes *a,
                                   const Lanes *b)
{
    uint64_t by = b->u64[0], differs = 0, all = by;
    for (int i = 0; i < WARP_LANES; ++i) {
        differs |= b->u64[i] ^ by;
        all |= a->u64[i];
    }
    if (differs || !by || all > UINT32_MAX)
        return false;
    double factor = reciprocal((double)by);
    for (int i = 0; i < WARP_LANES; ++i)
        out->u64[i] = (uint32_t)((uint32_t)a->u64[i] * factor);
    for (int i = 0; i < WARP_LANES && is_rest; ++i)
        out->u64[i] = a->u64[i] - out->u64[i] * by;
    return true;
}
