/* Every VALUE opcode at every type that has it, on random and on edge values, against plain C
 * written another way: integers through 128 bits, floats one by one. */
#include "base/hash.h"
#include "build.h"
#include "test.h"
#include "vm/atomic.h"
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

__extension__ typedef __int128 Wide;

typedef struct Bits {
    uint64_t a, b, c;
} Bits;

/* Runs one instruction over a warp; the values of lane i are in[i], results come in out. */
static void run_one(Opcode op, ScalarType type, ScalarType source, ScalarType result, int imm,
                    const Bits in[WARP_LANES], uint32_t active, uint64_t out[WARP_LANES],
                    Step *step)
{
    Arena *arena = arena_new();
    Build *build = build_new(arena);
    Operand operands[3];
    ScalarType types[3] = {op == OP_SELECT ? SCALAR_BOOL : source, source, source};
    for (int i = 0; i < 3; ++i)
        operands[i] = build_register(build, types[i]);
    Operand dst = build_register(build, result);
    Operand mask = build_register(build, SCALAR_BOOL);
    build_if(build, mask);
    Instr *instr = build_emit(build, op, type, dst, operands[0], operands[1], operands[2]);
    instr->type2 = (uint8_t)source;
    instr->imm = imm;
    build_mark(build, OP_ENDIF, 0);
    const Program *program = build_program(build);
    Launch *launch = build_launch(arena, program, (Dim3){1, 1, 1}, (Dim3){32, 1, 1}, 0, SCALAR_I32,
                                  0, FILL_ZEROS);
    Machine *machine = build_machine(arena, program, launch, 0);
    for (int i = 0; i < WARP_LANES; ++i) {
        uint64_t values[3] = {in[i].a, in[i].b, in[i].c};
        for (int n = 0; n < 3; ++n)
            if (scalar_size_bytes(types[n]) == 8)
                ((uint64_t *)machine_slot(machine, operands[n], 0))[i] = values[n];
            else
                machine_slot(machine, operands[n], 0)[i] = (uint32_t)values[n];
        machine_slot(machine, mask, 0)[i] = active >> i & 1;
    }
    assert_true(machine_step(machine, program, launch, NULL, step));
    assert_true(machine_step(machine, program, launch, NULL, step));
    assert_int_equal(step->active, active);
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        out[i] = machine_value(machine, dst, result, i);
    arena_free(arena);
}

static bool is_narrow(ScalarType type)
{
    return type < SCALAR_I32;
}

static int bit_count(ScalarType type)
{
    return type == SCALAR_BOOL ? 1 : 8 * (int)scalar_size_bytes(type);
}

/* The number that a register of the type holds. */
static Wide number_of(ScalarType type, uint64_t bits)
{
    if (scalar_size_bytes(type) == 8)
        return scalar_is_signed(type) ? (Wide)(int64_t)bits : (Wide)bits;
    return scalar_is_signed(type) ? (Wide)(int32_t)(uint32_t)bits : (Wide)(uint32_t)bits;
}

/* A number wrapped to the type, as register bits. */
static uint64_t register_of(ScalarType type, Wide number)
{
    if (type == SCALAR_BOOL)
        return number != 0;
    int bits = bit_count(type);
    Wide modulus = (Wide)1 << bits, rest = number % modulus;
    if (rest < 0)
        rest += modulus;
    if (scalar_is_signed(type) && rest >= modulus / 2)
        rest -= modulus;
    return bits == 64 ? (uint64_t)rest : (uint32_t)(int64_t)rest;
}

static uint64_t next_random(uint64_t *state)
{
    *state = hash_u64(*state, 0x51);
    return hash_u64(*state, 0x77);
}

/* Random register bits of a type, often near an edge. */
static uint64_t random_bits(ScalarType type, uint64_t *state)
{
    static const double edges[] = {0,     -0.0,    1,        -1,      0.5,  2147483648.0, -3e9,
                                   65504, 65520.5, 1.5e19,   -1e-7,   6e-8, INFINITY,     -INFINITY,
                                   NAN,   300.7,   -129.875, 32768.5, 7.25, 1e300};
    uint64_t bits = next_random(state), choice = next_random(state) >> 60;
    double number = choice < 6 ? edges[(bits >> 8) % 20] : ((double)(int64_t)bits) * 0x1p-52;
    float single = (float)number;
    if (type == SCALAR_F64) {
        memcpy(&bits, &number, 8);
        return bits;
    }
    if (type == SCALAR_F32) {
        uint32_t word;
        memcpy(&word, &single, 4);
        return word;
    }
    if (type == SCALAR_F16)
        return half_from_double(number);
    if (type == SCALAR_BF16)
        return bfloat_from_double(number);
    Wide value = choice < 4    ? (Wide)(int64_t)(bits % 9) - 4
                 : choice == 4 ? ((Wide)1 << (bit_count(type) - 1)) - (Wide)(bits % 3)
                               : (Wide)(int64_t)bits;
    return register_of(type, value);
}

/* The promoted type in which C computes. */
static ScalarType promoted(ScalarType type)
{
    return is_narrow(type) ? SCALAR_I32 : type;
}

static Wide divide(Opcode op, Wide x, Wide y, int bits)
{
    if (y == 0)
        return ((Wide)1 << bits) - 1;
    return op == OP_DIV ? x / y : x % y;
}

static uint64_t integer_expected(Opcode op, ScalarType type, Bits in)
{
    ScalarType wide = promoted(type);
    int bits = bit_count(wide);
    Wide x = number_of(wide, in.a), y = number_of(wide, in.b), z = number_of(wide, in.c), r = 0;
    int shift = (uint32_t)in.b < (uint32_t)bits ? (int)in.b : bits;
    switch (op) {
    case OP_ADD: r = x + y; break;
    case OP_SUB: r = x - y; break;
    case OP_MUL: r = (Wide)((uint64_t)x * (uint64_t)y); break;
    case OP_FMA: r = (Wide)((uint64_t)x * (uint64_t)y + (uint64_t)z); break;
    case OP_DIV:
    case OP_REM: r = divide(op, x, y, bits); break;
    case OP_NEG: r = -x; break;
    case OP_ABS: r = x < 0 ? -x : x; break;
    case OP_MIN: r = x < y ? x : y; break;
    case OP_MAX: r = x < y ? y : x; break;
    case OP_AND: r = (Wide)(in.a & in.b); break;
    case OP_OR: r = (Wide)(in.a | in.b); break;
    case OP_XOR: r = (Wide)(in.a ^ in.b); break;
    case OP_NOT: r = type == SCALAR_BOOL ? !x : -x - 1; break;
    case OP_SHL: r = shift == bits ? 0 : (Wide)((uint64_t)x << shift); break;
    case OP_SHR: r = x >> shift; break;
    case OP_EQ: return x == y;
    case OP_NE: return x != y;
    case OP_LT: return x < y;
    case OP_LE: return x <= y;
    case OP_GT: return x > y;
    case OP_GE: return x >= y;
    default: fail();
    }
    return register_of(type, (Wide)number_of(wide, register_of(wide, r)));
}

static float float_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float single;
    memcpy(&single, &word, 4);
    return single;
}

static double double_of(ScalarType type, uint64_t bits)
{
    double full;
    memcpy(&full, &bits, 8);
    return type == SCALAR_F64    ? full
           : type == SCALAR_F32  ? (double)float_of(bits)
           : type == SCALAR_BF16 ? (double)float_of(bits << 16)
                                 : half_to_double((uint32_t)bits);
}

/* Cut, with the last bit set where anything was lost: what is rounded from it was rounded once. */
static double fused_to_odd(double x, double y, double z)
{
    volatile double cut;
    uint64_t bits;
    feclearexcept(FE_INEXACT);
    fesetround(FE_TOWARDZERO);
    cut = fma(x, y, z);
    fesetround(FE_TONEAREST);
    double result = cut;
    memcpy(&bits, &result, 8);
    if (fetestexcept(FE_INEXACT))
        bits |= 1;
    memcpy(&result, &bits, 8);
    return result;
}

static double float_result(Opcode op, ScalarType type, double x, double y, double z)
{
    bool is_full = type == SCALAR_F64 || type == SCALAR_BF16;
    float fx = (float)x, fy = (float)y, fz = (float)z;
    switch (op) {
    case OP_ADD: return is_full ? x + y : (double)(fx + fy);
    case OP_SUB: return is_full ? x - y : (double)(fx - fy);
    case OP_MUL: return is_full ? x * y : (double)(fx * fy);
    case OP_DIV: return is_full ? x / y : (double)(fx / fy);
    case OP_REM: return is_full ? fmod(x, y) : (double)fmodf(fx, fy);
    case OP_FMA:
        return type == SCALAR_BF16  ? fused_to_odd(x, y, z)
               : type == SCALAR_F64 ? fma(x, y, z)
               : type == SCALAR_F32 ? fmaf(fx, fy, fz)
                                    : x * y + z;
    case OP_NEG: return copysign(x, signbit(x) ? 1 : -1);
    case OP_ABS: return fabs(x);
    case OP_MIN: return isnan(x) ? y : isnan(y) ? x : x < y ? x : y < x ? y : signbit(x) ? x : y;
    case OP_MAX: return isnan(x) ? y : isnan(y) ? x : x < y ? y : y < x ? x : signbit(x) ? y : x;
    default: fail();
    }
    return 0;
}

static bool float_test(Opcode op, double x, double y)
{
    return op == OP_EQ   ? x == y
           : op == OP_NE ? !(x == y)
           : op == OP_LT ? x < y
           : op == OP_LE ? x < y || x == y
           : op == OP_GT ? y < x
                         : y < x || x == y;
}

static void check_float(Opcode op, ScalarType type, Bits in, uint64_t got)
{
    double x = double_of(type, in.a), y = double_of(type, in.b), z = double_of(type, in.c);
    if (op >= OP_EQ && op <= OP_GE) {
        assert_int_equal(got, float_test(op, x, y));
        return;
    }
    double expected = float_result(op, type, x, y, z), result = double_of(type, got);
    if (type == SCALAR_BF16)
        expected = double_of(type, bfloat_from_double(expected));
    if (type == SCALAR_F16)
        expected = half_to_double(half_from_double(expected));
    if (isnan(expected))
        assert_true(isnan(result));
    else
        assert_memory_equal(&expected, &result, sizeof result);
}

/* All lanes divide by one number, half of them what it divides or one less than that; half of the
 * times numbers of 64 bits have 32 at most. */
static void divide_by_one_number(ScalarType type, Bits in[WARP_LANES], uint64_t *state)
{
    bool is_small = scalar_size_bytes(type) == 8 && next_random(state) >> 63;
    if (is_small)
        in[0].b >>= 32 + next_random(state) % 32;
    for (int i = 0; i < WARP_LANES; ++i) {
        uint64_t choice = next_random(state);
        in[i].b = in[0].b;
        if (choice & 1)
            in[i].a = register_of(type, number_of(type, in[0].b) * (Wide)(choice >> 40) -
                                            (Wide)(choice >> 1 & 1));
        if (is_small)
            in[i].a = (uint32_t)in[i].a;
    }
}

static void check_opcode(Opcode op, ScalarType type, uint64_t *state)
{
    bool is_test = op >= OP_EQ && op <= OP_GE;
    bool divides = (op == OP_DIV || op == OP_REM) && !scalar_is_float(type);
    uint32_t active = (uint32_t)next_random(state) | 1, zeros = 0;
    if (next_random(state) >> 63)
        active = UINT32_MAX;
    Bits in[WARP_LANES];
    uint64_t out[WARP_LANES];
    Step step;
    for (int i = 0; i < WARP_LANES; ++i)
        in[i] =
            (Bits){random_bits(type, state), random_bits(type, state), random_bits(type, state)};
    if (divides && next_random(state) >> 63)
        divide_by_one_number(type, in, state);
    for (int i = 0; i < WARP_LANES; ++i)
        zeros |= (uint32_t)(in[i].b == 0) << i;
    run_one(op, type, type, is_test ? SCALAR_BOOL : type, 0, in, active, out, &step);
    for (int i = 0; i < WARP_LANES; ++i)
        if (!(active >> i & 1))
            assert_int_equal(out[i], 0);
        else if (scalar_is_float(type))
            check_float(op, type, in[i], out[i]);
        else if (out[i] != integer_expected(op, type, in[i]))
            fail_msg("%s %s: %llx, %llx -> %llx, not %llx", opcode_info[op].mnemonic,
                     scalar_name(type), (unsigned long long)in[i].a, (unsigned long long)in[i].b,
                     (unsigned long long)out[i],
                     (unsigned long long)integer_expected(op, type, in[i]));
    assert_int_equal(step.fault_lanes, divides ? zeros & active : 0);
    assert_int_equal(step.fault, divides && zeros & active ? FAULT_DIVIDE_BY_ZERO : FAULT_NONE);
}

static void test_arithmetic(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int op = OP_ADD; op <= OP_GE; ++op)
        for (int type = 0; type < SCALAR_COUNT; ++type) {
            bool is_bitwise = op >= OP_AND && op <= OP_SHR;
            if (scalar_is_float((ScalarType)type) && is_bitwise)
                continue;
            int rounds = op == OP_DIV || op == OP_REM ? 400 : 12;
            for (int round = 0; round < rounds; ++round)
                check_opcode((Opcode)op, (ScalarType)type, &state);
        }
}

static double exact(ScalarType type, uint64_t bits)
{
    return scalar_is_float(type) ? double_of(type, bits) : (double)number_of(type, bits);
}

/* Float and double become integers of 8 and 16 bits by way of those of 32. */
static Wide saturated(ScalarType from, ScalarType to, double x)
{
    bool is_by_way = from == SCALAR_F32 || from == SCALAR_F64;
    int bits = is_by_way && bit_count(to) < 32 ? 32 : bit_count(to);
    Wide low = scalar_is_signed(to) ? -((Wide)1 << (bits - 1)) : 0;
    Wide high = ((Wide)1 << (scalar_is_signed(to) ? bits - 1 : bits)) - 1;
    bool is_half = bits == 64 || (bits == 32 && from == SCALAR_F64);
    if (isnan(x))
        return is_half ? (Wide)1 << (bits - 1) : 0;
    return x <= (double)low ? low : x >= (double)high ? high : (Wide)x;
}

static uint64_t convert_expected(ScalarType from, ScalarType to, uint64_t bits)
{
    double x = exact(from, bits);
    float single = scalar_is_float(from) ? (float)x : (float)number_of(from, bits);
    if (to == SCALAR_BOOL)
        return x != 0;
    if (to == SCALAR_F16)
        return half_from_double(x);
    if (to == SCALAR_BF16)
        return bfloat_from_double(x);
    if (to == SCALAR_F64) {
        memcpy(&bits, &x, 8);
        return bits;
    }
    if (to == SCALAR_F32) {
        uint32_t word;
        memcpy(&word, &single, 4);
        return word;
    }
    return register_of(to, scalar_is_float(from) ? saturated(from, to, x) : number_of(from, bits));
}

static void check_convert(ScalarType from, ScalarType to, uint64_t *state)
{
    Bits in[WARP_LANES];
    uint64_t out[WARP_LANES];
    Step step;
    for (int i = 0; i < WARP_LANES; ++i)
        in[i] = (Bits){random_bits(from, state), 0, 0};
    run_one(OP_CONVERT, to, from, to, 0, in, UINT32_MAX, out, &step);
    for (int i = 0; i < WARP_LANES; ++i) {
        if (scalar_is_float(to) && isnan(exact(from, in[i].a)))
            assert_true(isnan(double_of(to, out[i])));
        else if (out[i] != convert_expected(from, to, in[i].a))
            fail_msg("%s -> %s: %llx gives %llx, not %llx", scalar_name(from), scalar_name(to),
                     (unsigned long long)in[i].a, (unsigned long long)out[i],
                     (unsigned long long)convert_expected(from, to, in[i].a));
    }
}

static void test_convert(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    for (int from = 0; from < SCALAR_COUNT; ++from)
        for (int to = 0; to < SCALAR_COUNT; ++to)
            for (int round = 0; round < 6; ++round)
                check_convert((ScalarType)from, (ScalarType)to, &state);
}

static void test_moves(void **unused)
{
    (void)unused;
    uint64_t state = 3, out[WARP_LANES];
    Bits in[WARP_LANES];
    Step step;
    for (int type = 0; type < SCALAR_COUNT; ++type) {
        for (int i = 0; i < WARP_LANES; ++i)
            in[i] =
                (Bits){random_bits((ScalarType)type, &state), random_bits((ScalarType)type, &state),
                       random_bits((ScalarType)type, &state)};
        run_one(OP_MOV, (ScalarType)type, (ScalarType)type, (ScalarType)type, 0, in, 0xf0f0ffff,
                out, &step);
        for (int i = 0; i < WARP_LANES; ++i) {
            assert_int_equal(out[i], 0xf0f0ffff >> i & 1 ? in[i].a : 0);
            assert_int_equal(step.after[0][i], (uint32_t)out[i]);
            assert_int_equal(step.before[0][i], 0);
        }
        for (int i = 0; i < WARP_LANES; ++i)
            in[i].a = in[i].a & 1;
        run_one(OP_SELECT, (ScalarType)type, (ScalarType)type, (ScalarType)type, 0, in, UINT32_MAX,
                out, &step);
        for (int i = 0; i < WARP_LANES; ++i)
            assert_int_equal(out[i], in[i].a ? in[i].b : in[i].c);
    }
    for (int i = 0; i < WARP_LANES; ++i)
        in[i].a = (uint32_t)next_random(&state);
    run_one(OP_BITS, SCALAR_F32, SCALAR_I32, SCALAR_F32, 0, in, UINT32_MAX, out, &step);
    for (int i = 0; i < WARP_LANES; ++i)
        assert_int_equal(out[i], in[i].a);
}

static void check_math(MathFunction function, ScalarType type, ScalarType result, uint64_t a,
                       uint64_t b, uint64_t expected)
{
    Bits in[WARP_LANES];
    uint64_t out[WARP_LANES];
    Step step;
    for (int i = 0; i < WARP_LANES; ++i)
        in[i] = (Bits){a, b, 0};
    run_one(OP_MATH, type, type, result, (int)function, in, 0x80000001, out, &step);
    assert_int_equal(out[0], expected);
    assert_int_equal(out[31], expected);
    assert_int_equal(out[1], 0);
}

static uint64_t single_bits(float x)
{
    uint32_t word;
    memcpy(&word, &x, 4);
    return word;
}

static uint64_t full_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return bits;
}

static void test_math(void **unused)
{
    (void)unused;
    /* The library is to compute them, as it does for the machine: compilers round some better. */
    volatile double x, y;
    uint64_t state = 5;
    for (int take = 0; take < 50; ++take) {
        x = (double)(float)((double)next_random(&state) * 0x1p-62);
        y = (double)(float)((double)next_random(&state) * 0x1p-63);
        const struct {
            MathFunction function;
            double value;
        } rows[] = {
            {MATH_sqrt, sqrt(x)},      {MATH_rsqrt, 1 / sqrt(x)}, {MATH_exp, exp(x)},
            {MATH_exp2, exp2(x)},      {MATH_log, log(x)},        {MATH_log2, log2(x)},
            {MATH_log10, log10(x)},    {MATH_sin, sin(x)},        {MATH_cos, cos(x)},
            {MATH_tan, tan(x)},        {MATH_tanh, tanh(x)},      {MATH_erf, erf(x)},
            {MATH_erfc, erfc(x)},      {MATH_lgamma, lgamma(x)},  {MATH_tgamma, tgamma(x)},
            {MATH_sinh, sinh(x)},      {MATH_expm1, expm1(x)},    {MATH_ceil, ceil(x)},
            {MATH_floor, floor(x)},    {MATH_round, round(x)},    {MATH_trunc, trunc(x)},
            {MATH_rint, rint(x)},      {MATH_pow, pow(x, y)},     {MATH_fmod, fmod(x, y)},
            {MATH_hypot, hypot(x, y)}, {MATH_atan2, atan2(x, y)},
        };
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
            MathFunction f = rows[i].function;
            /* Those two have a device's last places: tests/kernels/features/last_places.cu. */
            if (f != MATH_tanh && f != MATH_erf)
                check_math(f, SCALAR_F32, SCALAR_F32, single_bits((float)x), single_bits((float)y),
                           single_bits((float)rows[i].value));
            check_math(f, SCALAR_F64, SCALAR_F64, full_bits(x), full_bits(y),
                       full_bits(rows[i].value));
        }
    }
    check_math(MATH_nextafter, SCALAR_F32, SCALAR_F32, single_bits(1), single_bits(2),
               single_bits(1 + 0x1p-23f));
    check_math(MATH_sqrt, SCALAR_F16, SCALAR_F16, half_from_double(9), 0, half_from_double(3));
    check_math(MATH_popc, SCALAR_U32, SCALAR_I32, 0xf00f, 0, 8);
    check_math(MATH_popc, SCALAR_U64, SCALAR_I32, 0xf00f00000001, 0, 9);
    check_math(MATH_ffs, SCALAR_U32, SCALAR_I32, 0, 0, 0);
    check_math(MATH_ffs, SCALAR_U64, SCALAR_I32, (uint64_t)1 << 40, 0, 41);
    check_math(MATH_clz, SCALAR_U32, SCALAR_I32, 1, 0, 31);
    check_math(MATH_clz, SCALAR_U32, SCALAR_I32, 0, 0, 32);
    check_math(MATH_clz, SCALAR_U64, SCALAR_I32, 1, 0, 63);
    check_math(MATH_brev, SCALAR_U32, SCALAR_U32, 0x80000001 >> 1, 0, 2);
    check_math(MATH_brev, SCALAR_U64, SCALAR_U64, 1, 0, (uint64_t)1 << 63);
}

/* Every finite half is its own double; the double between two halves goes to the even one. */
static void test_half(void **unused)
{
    (void)unused;
    for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
        double x = half_to_double(bits), next = half_to_double(bits + 1);
        assert_int_equal(half_from_double(x), bits);
        assert_int_equal(half_from_double(-x), bits | 0x8000);
        if (bits == 0x7bff)
            next = 65536;
        assert_int_equal(half_from_double((x + next) / 2), bits & 1 ? bits + 1 : bits);
        assert_int_equal(half_from_double(nextafter((x + next) / 2, 0)), bits);
        assert_int_equal(half_from_double(nextafter((x + next) / 2, 1e9)), bits + 1);
    }
    assert_true(half_to_double(0x3c00) == 1);
    assert_true(half_to_double(1) == 0x1p-24);
    assert_true(isinf(half_to_double(0xfc00)));
    assert_true(isnan(half_to_double(half_from_double(NAN))));
}

/* The same of bfloat16, whose exponents are those of float. */
static void test_bfloat(void **unused)
{
    (void)unused;
    for (uint32_t bits = 0; bits < 0x7f80; ++bits) {
        double x = bfloat_to_double(bits), next = bfloat_to_double(bits + 1);
        assert_int_equal(bfloat_from_double(x), bits);
        assert_int_equal(bfloat_from_double(-x), bits | 0x8000);
        if (bits == 0x7f7f)
            next = 0x1p128;
        assert_int_equal(bfloat_from_double((x + next) / 2), bits & 1 ? bits + 1 : bits);
        assert_int_equal(bfloat_from_double(nextafter((x + next) / 2, 0)), bits);
        assert_int_equal(bfloat_from_double(nextafter((x + next) / 2, 1e300)), bits + 1);
    }
    assert_true(bfloat_to_double(0x3fc0) == 1.5);
    assert_true(isinf(bfloat_to_double(0xff80)));
    assert_int_equal(bfloat_from_double(1e300), 0x7f80);
    assert_true(isnan(bfloat_to_double(bfloat_from_double(NAN))));
}

/* Of numbers around the ends, around quotients that are whole, and of any others. */
static void test_quotients(void **unused)
{
    (void)unused;
    static const uint32_t ends[] = {0,          1,          2,          3,          7,
                                    10,         0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
                                    0xfffffff6, 0xfffffffe, 0xffffffff, 65535,      65537};
    enum { ENDS = sizeof ends / sizeof *ends };
    uint64_t random = 1;
    for (int take = 0; take < 20000; ++take) {
        Lanes a, b, got[4];
        for (int i = 0; i < WARP_LANES; ++i) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            uint32_t high = (uint32_t)(random >> 32), low = (uint32_t)(random >> 13);
            a.u32[i] = high % 3 ? high : ends[high / 3 % ENDS];
            b.u32[i] = low % 3 == 0 ? low : low % 3 == 1 ? ends[low / 3 % ENDS] : low >> high % 32;
            if (high % 5 == 0)
                a.u32[i] = a.u32[i] / (b.u32[i] | 1) * b.u32[i] - high / 5 % 2;
        }
        lane_integer[LANE_U32][OP_DIV](&got[0], &a, &b, &b);
        lane_integer[LANE_U32][OP_REM](&got[1], &a, &b, &b);
        lane_integer[LANE_I32][OP_DIV](&got[2], &a, &b, &b);
        lane_integer[LANE_I32][OP_REM](&got[3], &a, &b, &b);
        for (int i = 0; i < WARP_LANES; ++i) {
            uint32_t x = a.u32[i], y = b.u32[i];
            int64_t p = a.i32[i], q = b.i32[i];
            assert_int_equal(got[0].u32[i], y ? x / y : UINT32_MAX);
            assert_int_equal(got[1].u32[i], y ? x % y : UINT32_MAX);
            assert_int_equal(got[2].u32[i], q ? (uint32_t)(p / q) : UINT32_MAX);
            assert_int_equal(got[3].u32[i], q ? (uint32_t)(p % q) : UINT32_MAX);
        }
    }
}

/* An atomic sum is what the lane function gives for one lane. */
static void test_atomic_sums(void **unused)
{
    static const ScalarType types[] = {SCALAR_F16, SCALAR_BF16, SCALAR_F32, SCALAR_F64};
    uint64_t state = 11;
    (void)unused;
    for (int i = 0; i < 400000; ++i) {
        int kind = i % 4;
        Instr instr = {.op = OP_ATOMIC, .atomic = ATOMIC_ADD, .type = types[kind]};
        uint64_t old = atomic_cut(next_random(&state), types[kind]);
        uint64_t by = atomic_cut(next_random(&state), types[kind]);
        Lanes a = {.u64 = {old}}, b = {.u64 = {by}}, sum = {.u64 = {0}};
        lane_functions(types[kind])[OP_ADD](&sum, &a, &b, &b);
        assert_int_equal(atomic_result(&instr, SPACE_SHARED, old, by, 0),
                         atomic_cut(sum.u64[0], types[kind]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half),       cmocka_unit_test(test_bfloat),
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_convert),
        cmocka_unit_test(test_moves),      cmocka_unit_test(test_math),
        cmocka_unit_test(test_quotients),  cmocka_unit_test(test_atomic_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
