/* Rounding in a chosen direction against the processor's own: arithmetic under fesetround, and
 * conversions by the two neighbours that the exact number lies between. With an argument: that many
 * times as many numbers. */
#include "base/hash.h"
#include "test.h"
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static long times = 1;

static uint64_t next_random(uint64_t *state)
{
    *state = hash_u64(*state, 0x51);
    return hash_u64(*state, 0x77);
}

static const struct {
    int digits, exponents;
} formats[SCALAR_COUNT] = {[SCALAR_F16] = {10, 31},
                           [SCALAR_BF16] = {7, 255},
                           [SCALAR_F32] = {23, 255},
                           [SCALAR_F64] = {52, 2047}};

/* Bits of any number, and often of one near 1, near either end, of few digits, or special. */
static uint64_t random_float(ScalarType type, uint64_t *state)
{
    uint64_t bits = next_random(state), choice = next_random(state);
    int digits = formats[type].digits, all = formats[type].exponents, width = 0;
    while (all >> width)
        ++width;
    uint64_t mantissa = bits & (((uint64_t)1 << digits) - 1), exponent;
    static const int near[] = {0, 1, 2};
    switch (choice & 15) {
    case 0: exponent = (uint64_t)(all - near[choice >> 8 & 1] - 0); break;
    case 1: exponent = (uint64_t)near[choice >> 8 & 1]; break;
    case 2:
    case 3:
    case 4:
    case 5: exponent = (uint64_t)(all / 2 + (int)(choice >> 8 & 7) - 4); break;
    case 6: exponent = (uint64_t)(all / 2 + (int)(choice >> 8 & 127) - 64) & (uint64_t)all; break;
    default: exponent = bits >> digits & (uint64_t)all;
    }
    if (choice >> 16 & 1)
        mantissa &= ~(uint64_t)0 << (choice >> 20 & 63) % (uint64_t)(digits + 1);
    if ((choice >> 32 & 31) == 0)
        exponent = mantissa = 0;
    if ((choice >> 32 & 31) == 1)
        mantissa = ((uint64_t)1 << digits) - 1;
    return (bits >> 63) << (digits + width) | exponent << digits | mantissa;
}

static void put(Lanes *lanes, ScalarType type, int i, uint64_t bits)
{
    if (register_words(type) == 2)
        lanes->u64[i] = bits;
    else
        lanes->u32[i] = (uint32_t)bits;
}

static uint64_t taken(const Lanes *lanes, ScalarType type, int i)
{
    return register_words(type) == 2 ? lanes->u64[i] : lanes->u32[i];
}

static float by_float(int op, volatile float x, volatile float y, volatile float z)
{
    switch (op) {
    case OP_ADD: return x + y;
    case OP_SUB: return x - y;
    case OP_MUL: return x * y;
    case OP_DIV: return x / y;
    case OP_FMA: return fmaf(x, y, z);
    default: return sqrtf(x);
    }
}

static double by_double(int op, volatile double x, volatile double y, volatile double z)
{
    switch (op) {
    case OP_ADD: return x + y;
    case OP_SUB: return x - y;
    case OP_MUL: return x * y;
    case OP_DIV: return x / y;
    case OP_FMA: return fma(x, y, z);
    default: return sqrt(x);
    }
}

static const int modes[ROUNDING_COUNT] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

static bool is_as_processor(const Instr *instr, const Lanes in[3], const Lanes *out, int i)
{
    volatile float single = 0;
    volatile double full = 0;
    fesetround(modes[instr->rounding]);
    if (instr->type == SCALAR_F32)
        single = by_float(instr->op, in[0].f32[i], in[1].f32[i], in[2].f32[i]);
    else
        full = by_double(instr->op, in[0].f64[i], in[1].f64[i], in[2].f64[i]);
    fesetround(FE_TONEAREST);
    float is_single = single;
    double is_full = full;
    if (instr->type == SCALAR_F32)
        return isnan(is_single) ? isnan(out->f32[i])
                                : memcmp(&is_single, &out->f32[i], sizeof is_single) == 0;
    return isnan(is_full) ? isnan(out->f64[i])
                          : memcmp(&is_full, &out->f64[i], sizeof is_full) == 0;
}

static void check_operation(int op, ScalarType type, Rounding rounding, uint64_t *state)
{
    Instr instr = {.op = (uint8_t)op,
                   .type = (uint8_t)type,
                   .rounding = (uint8_t)rounding,
                   .imm = op == OP_MATH ? MATH_sqrt : 0,
                   .b = op == OP_MATH ? OPERAND_NONE : 0,
                   .c = op == OP_FMA ? 0 : OPERAND_NONE};
    for (long round = 0; round < 600 * times; ++round) {
        Lanes in[3], out;
        for (int i = 0; i < WARP_LANES; ++i)
            for (int n = 0; n < 3; ++n)
                put(&in[n], type, i, random_float(type, state));
        lanes_compute(&instr, UINT32_MAX, &out, &in[0], &in[1], &in[2]);
        for (int i = 0; i < WARP_LANES; ++i)
            if (!is_as_processor(&instr, in, &out, i))
                fail_msg("%s.%d %s: %llx %llx %llx gives %llx", opcode_info[op].mnemonic, rounding,
                         scalar_name(type), (unsigned long long)taken(&in[0], type, i),
                         (unsigned long long)taken(&in[1], type, i),
                         (unsigned long long)taken(&in[2], type, i),
                         (unsigned long long)taken(&out, type, i));
    }
}

static void test_operations(void **unused)
{
    (void)unused;
    static const int ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_FMA, OP_MATH};
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i)
        for (int rounding = ROUNDING_ZERO; rounding < ROUNDING_COUNT; ++rounding) {
            check_operation(ops[i], SCALAR_F32, (Rounding)rounding, &state);
            check_operation(ops[i], SCALAR_F64, (Rounding)rounding, &state);
        }
}

/* ---- conversions ---- */

/* Numbers of 64 bits are exact in it, with a processor of x86 and by software of ARM. */
typedef long double Long;

static Long number_of(ScalarType type, uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float single;
    double full;
    memcpy(&single, &word, sizeof single);
    memcpy(&full, &bits, sizeof full);
    switch (type) {
    case SCALAR_F16: return (Long)half_to_double(word);
    case SCALAR_BF16: return (Long)bfloat_to_double(word);
    case SCALAR_F32: return (Long)single;
    case SCALAR_F64: return (Long)full;
    case SCALAR_I32: return (Long)(int32_t)word;
    case SCALAR_U32: return (Long)word;
    case SCALAR_I64: return (Long)(int64_t)bits;
    default: return (Long)bits;
    }
}

/* The bits of the next number away from zero, or toward it. */
static bool is_rounded(ScalarType to, uint64_t bits, Long exact, Rounding rounding)
{
    uint64_t sign = (uint64_t)1 << (8 * scalar_size_bytes(to) - 1);
    Long got = number_of(to, bits);
    bool is_inward =
        rounding == ROUNDING_ZERO || rounding == (exact < 0 ? ROUNDING_UP : ROUNDING_DOWN);
    if (got == exact)
        return signbit(got) == signbit(exact);
    if ((bits & sign) != (signbit(exact) ? sign : 0))
        return false;
    if (is_inward)
        return fabsl(got) < fabsl(exact) && fabsl(number_of(to, bits + 1)) > fabsl(exact);
    return fabsl(got) > fabsl(exact) && fabsl(number_of(to, bits - 1)) < fabsl(exact);
}

static uint64_t random_number(ScalarType type, uint64_t *state)
{
    if (scalar_is_float(type))
        return random_float(type, state);
    uint64_t bits = next_random(state), choice = next_random(state);
    if (choice & 1)
        bits >>= choice >> 8 & 63;
    if (choice & 2)
        bits &= ~(uint64_t)0 << (choice >> 16 & 63);
    return register_words(type) == 2 ? bits : (uint32_t)bits;
}

static void check_conversion(ScalarType from, ScalarType to, Rounding rounding, uint64_t *state)
{
    Instr instr = {.op = OP_CONVERT,
                   .type = (uint8_t)to,
                   .type2 = (uint8_t)from,
                   .rounding = (uint8_t)rounding,
                   .b = OPERAND_NONE,
                   .c = OPERAND_NONE};
    for (long round = 0; round < 300 * times; ++round) {
        Lanes in, out;
        for (int i = 0; i < WARP_LANES; ++i)
            put(&in, from, i, random_number(from, state));
        lanes_compute(&instr, UINT32_MAX, &out, &in, &in, &in);
        for (int i = 0; i < WARP_LANES; ++i) {
            Long exact = number_of(from, taken(&in, from, i));
            uint64_t bits = taken(&out, to, i);
            bool is_right = isnan(exact)   ? isnan(number_of(to, bits))
                            : isinf(exact) ? number_of(to, bits) == exact
                                           : is_rounded(to, bits, exact, rounding);
            if (!is_right)
                fail_msg("%s -> %s.%d: %llx gives %llx", scalar_name(from), scalar_name(to),
                         rounding, (unsigned long long)taken(&in, from, i),
                         (unsigned long long)bits);
        }
    }
}

static void test_conversions(void **unused)
{
    (void)unused;
    static const ScalarType sources[] = {SCALAR_I32, SCALAR_U32, SCALAR_I64,
                                         SCALAR_U64, SCALAR_F32, SCALAR_F64},
                            results[] = {SCALAR_F16, SCALAR_BF16, SCALAR_F32, SCALAR_F64};
    uint64_t state = 2;
    for (size_t from = 0; from < sizeof sources / sizeof *sources; ++from)
        for (size_t to = 0; to < sizeof results / sizeof *results; ++to)
            for (int rounding = ROUNDING_ZERO; rounding < ROUNDING_COUNT; ++rounding)
                check_conversion(sources[from], results[to], (Rounding)rounding, &state);
}

/* A whole number of 64 bits goes to the nearest bfloat16 at once, not by way of a double. */
static void test_whole_to_bfloat(void **unused)
{
    (void)unused;
    Instr instr = {.op = OP_CONVERT, .type = SCALAR_BF16, .type2 = SCALAR_I64};
    Lanes in, out;
    for (int i = 0; i < WARP_LANES; ++i)
        in.i64[i] = ((int64_t)1 << 62) + ((int64_t)1 << 54) + i - 1; /* around half way */
    lanes_compute(&instr, UINT32_MAX, &out, &in, &in, &in);
    assert_int_equal(out.u32[0], 0x5e80);
    assert_int_equal(out.u32[1], 0x5e80);
    assert_int_equal(out.u32[2], 0x5e81);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_operations),
                                       cmocka_unit_test(test_conversions),
                                       cmocka_unit_test(test_whole_to_bfloat)};
    times = count > 1 ? strtol(arguments[1], NULL, 10) : 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
