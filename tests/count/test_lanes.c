/* Every instruction set's lanes give what the C library gives, bit for bit, and every NaN as the
 * one that a device knows: on values that are anything, on values so close in size that sums fall
 * half way between two floats, on short ones whose products are exact, with zeros among them and
 * now and then one that is far too small, and on whole numbers, of which all products are exact. */
#include "count/lanes/lanes_float.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64, ROUNDS = 20000 };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

typedef enum { VALUES_ANY, VALUES_CLOSE, VALUES_SHORT, VALUES_WHOLE, VALUES_KINDS } Values;

static uint32_t short_bits(uint64_t *state, uint32_t bits)
{
    uint32_t pick = (uint32_t)(next_random(state) >> 40) % 400;
    if (pick < 40)
        return bits & 0x80000000u;
    uint32_t exponent = pick == 40 ? 40 : 96 + pick % 64;
    return (bits & 0x807ff000u) | exponent << 23;
}

static float any_float(uint64_t *state, Values values)
{
    uint32_t bits = (uint32_t)(next_random(state) >> 20);
    if (values == VALUES_CLOSE)
        bits = (bits & 0x807fff00u) | (uint32_t)(115 + (next_random(state) >> 40) % 24) << 23;
    if (values == VALUES_WHOLE)
        return (float)(int32_t)(bits % 4096) - 2048;
    if (values == VALUES_SHORT)
        bits = short_bits(state, bits);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void assert_same(float got, float wanted)
{
    uint32_t bits;
    memcpy(&bits, &got, sizeof bits);
    if (isnan(wanted))
        assert_int_equal(bits, 0x7fffffff);
    else
        assert_memory_equal(&got, &wanted, sizeof got);
}

static void check_arithmetic(const LaneFunctions *functions)
{
    uint64_t state = 88172645463325252u;
    float a[LANES], b[LANES], c[LANES], out[LANES];
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < LANES; ++i) {
            a[i] = any_float(&state, round % VALUES_KINDS);
            b[i] = any_float(&state, round % VALUES_KINDS);
            c[i] = any_float(&state, round % VALUES_KINDS);
        }
        functions->fma(LANES, out, a, b, c);
        for (int i = 0; i < LANES; ++i)
            assert_same(out[i], fmaf(a[i], b[i], c[i]));
        functions->add(LANES, out, a, b);
        for (int i = 0; i < LANES; ++i)
            assert_same(out[i], a[i] + b[i]);
        memcpy(out, a, sizeof out);
        functions->fma(LANES, out, out, b, out);
        for (int i = 0; i < LANES; ++i)
            assert_same(out[i], fmaf(a[i], b[i], a[i]));
    }
}

static void check_gather(const LaneFunctions *functions)
{
    int32_t rel[LANES];
    uint8_t kind[LANES / LANE_GROUP] = {GROUP_RUN, GROUP_ONE, GROUP_OTHER, GROUP_OTHER};
    uint32_t from[2 * LANES], out[LANES];
    for (uint32_t i = 0; i < 2 * LANES; ++i)
        from[i] = i * 3 + 1;
    for (int i = 0; i < LANES; ++i)
        rel[i] = i < LANE_GROUP ? i : i < 2 * LANE_GROUP ? 7 : (i * 5) % 61;
    functions->gather(LANES, out, from, rel, kind);
    for (int i = 0; i < LANES; ++i)
        assert_int_equal(out[i], from[rel[i]]);
}

enum { SUM_LANES = 256, SUM_STEPS = 9, SUM_WORDS = 2 * SUM_LANES + SUM_STEPS * 5 };

/* How the lanes of a stream lie: all in a row; a row of threads and a column of them, in blocks 16,
 * 32 and 8 wide; all on one place; groups of all kinds; none in order. */
static int32_t place_of(int shape, int lane)
{
    switch (shape) {
    case 0: return lane;
    case 1: return lane % 16;
    case 2: return lane / 16;
    case 3: return lane % 32;
    case 4: return lane / 32 * 3;
    case 5: return 0;
    case 6: return lane < 64 ? lane : lane < 128 ? lane / 16 : lane * 5 % 61;
    case 7: return lane % 8;
    case 8: return lane / 8 * 2;
    case 9: return lane % 8 + lane / 16 * 3;
    default: return lane * 7 % 509;
    }
}
enum { SHAPES = 11 };

static void check_sum(const LaneFunctions *functions, const Pattern shapes[2], uint64_t *state,
                      Values values)
{
    float from[2][SUM_WORDS], before[SUM_LANES], out[SUM_LANES];
    uint32_t words[2][SUM_WORDS];
    for (int i = 0; i < SUM_WORDS; ++i)
        for (int k = 0; k < 2; ++k)
            from[k][i] = any_float(state, values);
    for (int i = 0; i < SUM_LANES; ++i)
        before[i] = any_float(state, values);
    memcpy(words, from, sizeof words);
    LaneStream a = {words[0], 5, &shapes[0]}, b = {words[1], 1, &shapes[1]};
    functions->sum_products(SUM_LANES, SUM_STEPS, out, before, &a, &b);
    for (int i = 0; i < SUM_LANES; ++i) {
        float sum = before[i];
        for (int step = 0; step < SUM_STEPS; ++step)
            sum = fmaf(from[0][shapes[0].rel[i] + 5 * step], from[1][shapes[1].rel[i] + step], sum);
        assert_same(out[i], sum);
    }
}

/* Sums along streams of every shape are chains of multiply-adds. */
static void check_sums(const LaneFunctions *functions)
{
    uint64_t state = 88172645463325252u;
    int32_t rel[SHAPES][SUM_LANES];
    uint8_t kind[SHAPES][SUM_LANES / LANE_GROUP];
    Pattern shapes[SHAPES];
    for (int k = 0; k < SHAPES; ++k) {
        for (int i = 0; i < SUM_LANES; ++i)
            rel[k][i] = place_of(k, i);
        pattern_describe(&shapes[k], SUM_LANES, SUM_LANES, rel[k], kind[k]);
    }
    for (int round = 0; round < 20 * SHAPES * SHAPES; ++round) {
        Pattern both[] = {shapes[round % SHAPES], shapes[round / SHAPES % SHAPES]};
        check_sum(functions, both, &state, (Values)(round % VALUES_KINDS));
    }
}

static void groups_come_again_after_a_period(void **state)
{
    static const uint32_t periods[SHAPES] = {0, 1, 0, 2, 0, 1, 0, 1, 0, 0, 0};
    for (int k = 0; k < SHAPES; ++k) {
        int32_t rel[SUM_LANES];
        uint8_t kind[SUM_LANES / LANE_GROUP];
        Pattern pattern;
        for (int i = 0; i < SUM_LANES; ++i)
            rel[i] = place_of(k, i);
        pattern_describe(&pattern, SUM_LANES, SUM_LANES, rel, kind);
        assert_int_equal(pattern.period, periods[k]);
        assert_int_equal(pattern.is_alike, k != 6);
        assert_int_equal(pattern.is_row, k == 0);
    }
}

/* The sets are chosen by environment, as a person would; a set that is not there gives a lesser. */
static void all_sets_agree(void **state)
{
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        setenv("TILESTEP_LANES", names[i], 1);
        const LaneFunctions *functions = lanes_pick();
        print_message("asked for %s, got %s\n", names[i], functions->name);
        check_arithmetic(functions);
        check_gather(functions);
        check_sums(functions);
    }
    unsetenv("TILESTEP_LANES");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_sets_agree),
                                       cmocka_unit_test(groups_come_again_after_a_period)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
