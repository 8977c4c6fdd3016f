/* Sums of tensor cores against those that an H200 gave (tensor_sums.txt: CUDA 13.0, 2026-11-23),
 * and layouts against the PTX manual. A sum is asked for at every place of the result. */
#include "vm/lanes/half.h"
#include "vm/lanes/tensor.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = TENSOR_WORDS };

typedef struct Operands {
    uint32_t a[SLOTS][WARP_LANES], b[SLOTS][WARP_LANES], c[SLOTS][WARP_LANES], d[SLOTS][WARP_LANES];
} Operands;

static int shape_named(const char *text)
{
    for (int i = 0; i < MMA_SHAPES; ++i)
        if (strcmp(mma_info[i].text, text) == 0)
            return i;
    return -1;
}

static void multiply(int32_t imm, Operands *o)
{
    uint32_t *d[] = {o->d[0], o->d[1], o->d[2], o->d[3]};
    const uint32_t *a[] = {o->a[0], o->a[1], o->a[2], o->a[3]};
    const uint32_t *b[] = {o->b[0], o->b[1], o->b[2], o->b[3]};
    const uint32_t *c[] = {o->c[0], o->c[1], o->c[2], o->c[3]};
    tensor_multiply(imm, d, a, b, c);
}

/* The same row of a for all rows, the same column of b for all columns, the same c everywhere. */
static void spread(const MmaInfo *mma, const uint32_t *row, const uint32_t *column, uint32_t c,
                   Operands *o)
{
    uint32_t bits = 8 * scalar_size_bytes((ScalarType)mma->ab), each = 32 / bits;
    memset(o, 0, sizeof *o);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        for (uint32_t word = 0; word < mma->a_words; ++word)
            for (uint32_t part = 0; part < each; ++part)
                o->a[word][lane] |= row[word / (mma->m / 8) * 4 * each + lane % 4 * each + part]
                                    << (bits % 32 * part);
        for (uint32_t word = 0; word < mma->b_words; ++word)
            for (uint32_t part = 0; part < each; ++part)
                o->b[word][lane] |= column[word * 4 * each + lane % 4 * each + part]
                                    << (bits % 32 * part);
        for (uint32_t word = 0; word < mma->c_words; ++word)
            o->c[word][lane] = mma->cd == SCALAR_F16 ? c << 16 | c : c;
    }
}

static uint32_t different(const MmaInfo *mma, const Operands *o, uint32_t d)
{
    uint32_t wanted = mma->cd == SCALAR_F16 ? d << 16 | d : d, count = 0;
    for (uint32_t word = 0; word < mma->c_words; ++word)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            count += o->d[word][lane] != wanted;
    return count;
}

static void read_numbers(char **at, uint32_t *out, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        out[i] = (uint32_t)strtoul(*at, at, 16);
}

TEST(sums_are_those_of_an_h200)
{
    char line[2048], name[64];
    FILE *file = fopen(getenv("TENSOR_SUMS"), "r");
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (*line == '#' || sscanf(line, "%63s", name) != 1)
            continue;
        int shape = shape_named(name);
        assert_true(shape >= 0);
        const MmaInfo *mma = &mma_info[shape];
        uint32_t row[32], column[32], c, d;
        char *at = line + strlen(name);
        read_numbers(&at, row, mma->k);
        read_numbers(&at, column, mma->k);
        read_numbers(&at, &c, 1);
        read_numbers(&at, &d, 1);
        Operands o;
        spread(mma, row, column, c, &o);
        multiply(shape, &o);
        if (different(mma, &o, d))
            fail_msg("%s: %08x is wanted, %08x came: %s", name, d, o.d[0][0], line);
        ++count;
    }
    fclose(file);
    assert_true(count > 100);
}

/* a holds its row, b its column: what comes is the product of the two, at its place. */
TEST(fragments_lie_as_the_manual_says)
{
    static const char *const halves[] = {"m16n8k16.f32.f16", "m16n8k8.f32.f16"};
    for (int i = 0; i < 2; ++i) {
        Operands o;
        memset(&o, 0, sizeof o);
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
            if (lane % 4) /* k = 0 alone, which lanes 0, 4, 8, ... have in their first word */
                continue;
            o.a[0][lane] = half_from_double(1 + lane / 4);
            o.a[1][lane] = half_from_double(9 + lane / 4);
            o.b[0][lane] = half_from_double(1 + lane / 4);
        }
        multiply(shape_named(halves[i]), &o);
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            for (uint32_t word = 0; word < 4; ++word) {
                uint32_t row = lane / 4 + word / 2 * 8, column = lane % 4 * 2 + word % 2;
                float d;
                memcpy(&d, &o.d[word][lane], sizeof d);
                assert_true(d == (float)((row + 1) * (column + 1)));
            }
    }
}

TEST(bytes_are_added_exactly)
{
    Operands o;
    memset(&o, 0x80, sizeof o); /* -128 everywhere, and c = 0x80808080 */
    multiply(shape_named("m16n8k32.s32.s8"), &o);
    assert_int_equal(o.d[3][31], 0x80808080u + 32 * 128 * 128);
    for (int word = 0; word < SLOTS; ++word)
        for (int lane = 0; lane < WARP_LANES; ++lane)
            o.c[word][lane] = 0x7ffffff0;
    multiply(shape_named("m16n8k32.s32.s8"), &o);
    assert_int_equal(o.d[0][0], 0x7ffffff0u + 32 * 128 * 128);
    multiply(shape_named("m16n8k32.s32.s8") | MMA_SATURATES, &o);
    assert_int_equal(o.d[0][0], INT32_MAX);
}

/* Row r of matrix m is in lane 8 m + r; its halves are numbered through. */
TEST(rows_are_handed_out)
{
    uint32_t rows[SLOTS][WARP_LANES], out[SLOTS][WARP_LANES], back[SLOTS][WARP_LANES];
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t word = 0; word < 4; ++word)
            rows[word][lane] = (lane * 8 + word * 2) | (lane * 8 + word * 2 + 1) << 16;
    const uint32_t *from[] = {rows[0], rows[1], rows[2], rows[3]};
    uint32_t *to[] = {out[0], out[1], out[2], out[3]};
    const uint32_t *again[] = {out[0], out[1], out[2], out[3]};
    uint32_t *home[] = {back[0], back[1], back[2], back[3]};
    for (int32_t trans = 0; trans <= MATRIX_TRANSPOSED; trans += MATRIX_TRANSPOSED) {
        tensor_move(4 | trans, to, from);
        for (uint32_t m = 0; m < 4; ++m)
            for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
                for (uint32_t half = 0; half < 2; ++half) {
                    uint32_t row = lane / 4, column = lane % 4 * 2 + half;
                    uint32_t wanted =
                        trans ? (m * 8 + column) * 8 + row : (m * 8 + row) * 8 + column;
                    assert_int_equal(out[m][lane] >> (16 * half) & 0xffff, wanted);
                }
        tensor_move(4 | trans | MATRIX_TO_ROWS, home, again);
        assert_memory_equal(back, rows, sizeof rows);
    }
}

static void check_place(char operand, uint32_t word, uint32_t part, uint32_t row, uint32_t column)
{
    TensorPlace at =
        tensor_place((int32_t)shape_named("m16n8k16.f32.f16"), operand, 12, word, part);
    assert_int_equal(at.row, row);
    assert_int_equal(at.column, column);
}

/* What lane 12 has, as it was measured on an H200. */
TEST(places_are_those_of_an_h200)
{
    check_place('a', 0, 0, 3, 0);
    check_place('a', 1, 1, 11, 1);
    check_place('a', 2, 0, 3, 8);
    check_place('b', 0, 1, 1, 3);
    check_place('b', 1, 0, 8, 3);
    check_place('d', 1, 0, 3, 1);
    check_place('d', 2, 0, 11, 0);
}
