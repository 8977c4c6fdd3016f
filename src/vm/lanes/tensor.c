/* Products of a tensor core. Operands are taken apart into significands, which are floats below 2
 * with their sign, and exponents; the sums of a column of d, sixteen rows, are a vector. A product
 * of two significands is exact in a float, and cutting it at a place is a conversion to an integer.
 */
#include "vm/lanes/tensor.h"

#include "base/clones.h"
#include "vm/lanes/half.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = 16,
    COLUMNS = MMA_N,
    DEPTH = 32,       /* k, at most */
    KEPT_BITS = 25,   /* behind the point of the largest term */
    GUARD_RANGE = 7,  /* below the smallest normal exponent of d the point stays where it is */
    FAR_BELOW = -4096 /* the exponent of 0: below all others */
};

enum { FLOAT_DEPTH = 16 }; /* k of floats, at most */

/* Matrices of floats taken apart: a column by column, b row by row. */
typedef struct Parts {
    _Alignas(64) float a[FLOAT_DEPTH][ROWS];
    _Alignas(64) int32_t a_exponent[FLOAT_DEPTH][ROWS];
    float b[FLOAT_DEPTH][COLUMNS];
    int32_t b_exponent[FLOAT_DEPTH][COLUMNS];
    bool is_special; /* some element is infinite or no number */
} Parts;

/* How a float lies in its bits. */
typedef struct Format {
    int fraction_bits, bias;
    uint32_t sign, exponent_mask;
    float unit; /* of the fraction */
} Format;

static Format format_of(ScalarType type)
{
    if (type == SCALAR_F16)
        return (Format){10, 15, 0x8000, 31, 0x1p-10f};
    if (type == SCALAR_BF16)
        return (Format){7, 127, 0x8000, 255, 0x1p-7f};
    return (Format){23, 127, 0x80000000u, 255, 0x1p-23f};
}

/* Smallest exponent of a normal number. */
static int least_exponent(Format f)
{
    return 1 - f.bias;
}

/* The bits as significand times two to the exponent; false if they are no finite number. */
static bool take_apart(Format f, uint32_t bits, float *significand, int32_t *exponent)
{
    uint32_t fraction = bits & ((1u << f.fraction_bits) - 1);
    uint32_t raw = bits >> f.fraction_bits & f.exponent_mask;
    uint32_t whole = fraction | (raw ? 1u << f.fraction_bits : 0);
    float size = (float)(int32_t)whole * f.unit;
    *significand = bits & f.sign ? -size : size;
    *exponent = !whole ? FAR_BELOW : raw ? (int32_t)raw - f.bias : least_exponent(f);
    return raw != f.exponent_mask;
}

/* Elements that a word holds. */
static uint32_t elements_per_word(uint8_t type)
{
    return 4 / scalar_size_bytes((ScalarType)type);
}

static inline uint32_t k_of(uint32_t per_word, uint32_t lane, uint32_t block, uint32_t part)
{
    return block * 4 * per_word + lane % 4 * per_word + part;
}

/* Where element `part` of word r of a lane lies. In a the words go down by halves of eight rows,
 * then along k. */
static inline TensorPlace place_in_a(const MmaInfo *mma, uint32_t per_word, uint32_t lane,
                                     uint32_t r, uint32_t part)
{
    uint32_t whole = mma->m == 16; /* two halves of eight rows, or one */
    return (TensorPlace){lane / 4 + 8 * (r & whole), k_of(per_word, lane, r >> whole, part)};
}

static inline TensorPlace place_in_b(uint32_t per_word, uint32_t lane, uint32_t r, uint32_t part)
{
    return (TensorPlace){k_of(per_word, lane, r, part), lane / 4};
}

/* In c and d two neighbours of a row are in one word, or in two that follow each other. */
static inline TensorPlace place_in_sums(uint32_t per_word, uint32_t lane, uint32_t r, uint32_t part)
{
    uint32_t element = r * per_word + part;
    return (TensorPlace){lane / 4 + 8 * (element / 2), lane % 4 * 2 + element % 2};
}

/* The bits of `part` of a word's elements; tf32 does not look at its low 13. */
static inline uint32_t element_at(uint32_t per_word, uint32_t word, uint32_t part)
{
    return per_word == 1 ? word & ~0x1fffu : word >> (16 * part) & 0xffff;
}

/* Of four lanes side by side each holds places of its own; the next four hold those of the next
 * row, or of b's next column. So the eight of a place lie PAIRS lanes apart. */
enum { EIGHT = WARP_LANES / 4, PAIRS = 4 };

static inline void bits_of_a(const MmaInfo *mma, uint32_t per_word, uint32_t to[FLOAT_DEPTH][ROWS],
                             const uint32_t *const a[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->a_words; ++r)
        for (uint32_t pair = 0; pair < PAIRS; ++pair)
            for (uint32_t part = 0; part < per_word; ++part) {
                TensorPlace at = place_in_a(mma, per_word, pair, r, part);
                for (uint32_t i = 0; i < EIGHT; ++i)
                    to[at.column][at.row + i] = element_at(per_word, a[r][i * PAIRS + pair], part);
            }
}

static inline void bits_of_b(const MmaInfo *mma, uint32_t per_word,
                             uint32_t to[FLOAT_DEPTH][COLUMNS],
                             const uint32_t *const b[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->b_words; ++r)
        for (uint32_t pair = 0; pair < PAIRS; ++pair)
            for (uint32_t part = 0; part < per_word; ++part) {
                TensorPlace at = place_in_b(per_word, pair, r, part);
                for (uint32_t i = 0; i < EIGHT; ++i)
                    to[at.row][at.column + i] = element_at(per_word, b[r][i * PAIRS + pair], part);
            }
}

/* Takes elements apart; whether some are no finite numbers. */
static inline bool take_row(Format f, uint32_t count, const uint32_t *restrict bits,
                            float *restrict significands, int32_t *restrict exponents)
{
    uint32_t special = 0;
    for (uint32_t i = 0; i < count; ++i)
        special |= !take_apart(f, bits[i], &significands[i], &exponents[i]);
    return special;
}

static inline void take_factors(Format f, uint32_t per_word, const MmaInfo *mma, Parts *parts,
                                const uint32_t *const a[TENSOR_WORDS],
                                const uint32_t *const b[TENSOR_WORDS])
{
    uint32_t left[FLOAT_DEPTH][ROWS], right[FLOAT_DEPTH][COLUMNS];
    bits_of_a(mma, per_word, left, a);
    bits_of_b(mma, per_word, right, b);
    parts->is_special = take_row(f, mma->k * ROWS, left[0], parts->a[0], parts->a_exponent[0]) |
                        take_row(f, mma->k * COLUMNS, right[0], parts->b[0], parts->b_exponent[0]);
}

/* The bits of c or d as a matrix, column by column. */
typedef uint32_t Sums[COLUMNS][ROWS];

static inline void take_sums(const MmaInfo *mma, uint32_t per_word, Sums sums,
                             const uint32_t *const c[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->c_words; ++r)
        for (uint32_t part = 0; part < per_word; ++part)
            for (uint32_t pair = 0; pair < PAIRS; ++pair) {
                TensorPlace at = place_in_sums(per_word, pair, r, part);
                for (uint32_t i = 0; i < EIGHT; ++i) {
                    uint32_t word = c[r][i * PAIRS + pair];
                    sums[at.column][at.row + i] =
                        per_word == 2 ? word >> (16 * part) & 0xffff : word;
                }
            }
}

static inline void give_sums(const MmaInfo *mma, uint32_t per_word, Sums sums,
                             uint32_t *const d[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->c_words; ++r)
        for (uint32_t pair = 0; pair < PAIRS; ++pair) {
            TensorPlace at = place_in_sums(per_word, pair, r, 0);
            TensorPlace next = place_in_sums(per_word, pair, r, per_word - 1);
            for (uint32_t i = 0; i < EIGHT; ++i) {
                uint32_t word = sums[at.column][at.row + i];
                if (per_word == 2)
                    word |= sums[next.column][next.row + i] << 16;
                d[r][i * PAIRS + pair] = word;
            }
        }
}

/* ---- floats ---- */

/* A column: its rows side by side. A compiler that may choose takes k instead, and gathers. */
typedef int32_t Places __attribute__((vector_size(ROWS * sizeof(int32_t))));
typedef float Factors __attribute__((vector_size(ROWS * sizeof(float))));

/* Raises *to to `least` where it is lower. */
static inline void raise_to(Places *to, const Places *least)
{
    Places is_lower = *to < *least;
    *to = (*to & ~is_lower) | (*least & is_lower);
}

/* The exponents to which the terms of a column are aligned. */
static inline void find_points(const Parts *parts, uint32_t column, uint32_t depth,
                               int32_t point[ROWS])
{
    Places most, a;
    memcpy(&most, point, sizeof most);
    for (uint32_t k = 0; k < depth; ++k) {
        memcpy(&a, parts->a_exponent[k], sizeof a);
        a += parts->b_exponent[k][column];
        raise_to(&most, &a);
    }
    memcpy(point, &most, sizeof most);
}

/* Sums of the products of a column, in units of the last place that is kept. */
static inline void add_products(const Parts *parts, uint32_t column, uint32_t depth,
                                const int32_t point[ROWS], int32_t sum[ROWS])
{
    Places most, exponent, total = {0}, none = {0};
    Factors a, scale;
    memcpy(&most, point, sizeof most);
    most -= KEPT_BITS + 127;
    for (uint32_t k = 0; k < depth; ++k) {
        memcpy(&exponent, parts->a_exponent[k], sizeof exponent);
        memcpy(&a, parts->a[k], sizeof a);
        exponent += parts->b_exponent[k][column] - most;
        raise_to(&exponent, &none);
        exponent <<= 23;
        memcpy(&scale, &exponent, sizeof scale);
        total += __builtin_convertvector(a * parts->b[k][column] * scale, Places);
    }
    memcpy(sum, &total, sizeof total);
}

/* Half a column: its sums with all their digits, what is told of them, and their floats. */
enum { HALF_COLUMN = ROWS / 2 };
typedef double Wholes __attribute__((vector_size(HALF_COLUMN * sizeof(double))));
typedef int64_t Longs __attribute__((vector_size(HALF_COLUMN * sizeof(int64_t))));
typedef float Cuts __attribute__((vector_size(HALF_COLUMN * sizeof(float))));
typedef int32_t CutBits __attribute__((vector_size(HALF_COLUMN * sizeof(int32_t))));

static inline void take_signs(Wholes *of)
{
    Longs bits;
    memcpy(&bits, of, sizeof bits);
    bits &= INT64_MAX;
    memcpy(of, &bits, sizeof bits);
}

/* Cut to floats: towards zero; what is too large is infinite, and nothing becomes -0. */
static inline void cut_sums(const double whole[HALF_COLUMN], uint32_t sums[HALF_COLUMN])
{
    Wholes sum, back;
    CutBits bits;
    memcpy(&sum, whole, sizeof sum);
    Cuts cut = __builtin_convertvector(sum, Cuts);
    memcpy(&bits, &cut, sizeof bits);
    back = __builtin_convertvector(cut, Wholes);
    take_signs(&sum);
    take_signs(&back);
    Longs is_beyond = back > sum, is_finite = sum < 0x1p128;
    CutBits is_cut = __builtin_convertvector(is_finite, CutBits);
    CutBits infinite = (bits & INT32_MIN) | 0x7f800000;
    bits += __builtin_convertvector(is_beyond, CutBits); /* the next one towards zero */
    bits = (bits & is_cut) | (infinite & ~is_cut);
    bits &= ~(CutBits)(bits == INT32_MIN);
    memcpy(sums, &bits, sizeof bits);
}

static inline void floats_of_sums(const double whole[ROWS], uint32_t sums[ROWS])
{
    cut_sums(whole, sums);
    cut_sums(whole + HALF_COLUMN, sums + HALF_COLUMN);
}

/* The same of one sum. */
static uint32_t float_of_sum(double sum)
{
    double whole[HALF_COLUMN] = {sum};
    uint32_t cut[HALF_COLUMN];
    cut_sums(whole, cut);
    return cut[0];
}

static uint32_t half_of_sum(double sum)
{
    uint32_t bits = half_from_double(sum);
    return bits == 0x8000 ? 0 : bits;
}

static inline void halves_of_sums(const double whole[restrict ROWS], uint32_t sums[restrict ROWS])
{
    for (uint32_t row = 0; row < ROWS; ++row)
        sums[row] = half_of_sum(whole[row]);
}

static double sum_as_double(uint8_t type, uint32_t bits)
{
    float f;
    if (type == SCALAR_F16)
        return half_to_double(bits);
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

/* A sum in which something is infinite or no number: as always in floats. */
static uint32_t special_sum(const MmaInfo *mma, const Parts *parts, uint32_t row, uint32_t column,
                            double sum)
{
    for (uint32_t k = 0; k < mma->k; ++k)
        sum += ldexp((double)parts->a[k][row], parts->a_exponent[k][row]) *
               ldexp((double)parts->b[k][column], parts->b_exponent[k][column]);
    if (mma->cd == SCALAR_F16)
        return isnan(sum) ? 0x7fff : half_of_sum(sum);
    return isnan(sum) ? 0x7fffffff : float_of_sum(sum);
}

/* The parts of what is no finite number are put back as such. */
static void restore_special(const MmaInfo *mma, Parts *parts, uint32_t row, uint32_t column)
{
    Format f = format_of((ScalarType)mma->ab);
    int32_t most = (int32_t)f.exponent_mask - f.bias;
    for (uint32_t k = 0; k < mma->k; ++k) {
        float *both[] = {&parts->a[k][row], &parts->b[k][column]};
        int32_t *exponents[] = {&parts->a_exponent[k][row], &parts->b_exponent[k][column]};
        for (int i = 0; i < 2; ++i)
            if (*exponents[i] == most) {
                *both[i] = fabsf(*both[i]) == 1 ? *both[i] * INFINITY : NAN;
                *exponents[i] = 0;
            }
    }
}

static bool is_special_sum(const MmaInfo *mma, const Parts *parts, uint32_t row, uint32_t column)
{
    Format f = format_of((ScalarType)mma->ab);
    int32_t most = (int32_t)f.exponent_mask - f.bias;
    bool found = false;
    for (uint32_t k = 0; k < mma->k; ++k)
        found |= parts->a_exponent[k][row] == most || parts->b_exponent[k][column] == most;
    return found;
}

/* A column of c, and what its sums are aligned to. */
typedef struct Column {
    float term[ROWS];
    int32_t exponent[ROWS], point[ROWS], sum[ROWS];
} Column;

/* The sum of a row, products and c, as a double that has all its digits. */
static inline double whole_of(const Column *own, uint32_t row)
{
    union {
        int32_t bits;
        float power;
    } place;
    union {
        uint64_t bits;
        double power;
    } unit;
    int32_t raw = own->exponent[row] - own->point[row] + KEPT_BITS + 127;
    place.bits = (raw > 0 ? raw : 0) << 23;
    int32_t cut = (int32_t)(own->term[row] * place.power);
    unit.bits = (uint64_t)(uint32_t)(own->point[row] - KEPT_BITS + 1023) << 52;
    return ((double)own->sum[row] + (double)cut) * unit.power;
}

/* Those of the sums in which something is infinite or no number, by the ways of floats. */
static void mend_special(const MmaInfo *mma, const Parts *parts, uint32_t column,
                         const uint32_t before[ROWS], uint32_t sums[ROWS])
{
    for (uint32_t row = 0; row < mma->m; ++row) {
        double addend = sum_as_double(mma->cd, before[row]);
        bool is_special = isnan(addend) || isinf(addend);
        if (!is_special && !(parts->is_special && is_special_sum(mma, parts, row, column)))
            continue;
        Parts whole = *parts;
        restore_special(mma, &whole, row, column);
        sums[row] = special_sum(mma, &whole, row, column, addend);
    }
}

/* sums: a column of c, which becomes that of d. */
static inline void multiply_column(Format f, const MmaInfo *mma, const Parts *parts,
                                   uint32_t column, uint32_t sums[ROWS])
{
    Column own;
    uint32_t before[ROWS];
    double whole[ROWS];
    int32_t least = least_exponent(f) - GUARD_RANGE;
    memcpy(before, sums, sizeof before);
    bool is_special = take_row(f, ROWS, before, own.term, own.exponent) || parts->is_special;
    for (uint32_t row = 0; row < ROWS; ++row)
        own.point[row] = own.exponent[row] > least ? own.exponent[row] : least;
    find_points(parts, column, mma->k, own.point);
    add_products(parts, column, mma->k, own.point, own.sum);
    for (uint32_t row = 0; row < ROWS; ++row)
        whole[row] = whole_of(&own, row);
    if (mma->cd == SCALAR_F16)
        halves_of_sums(whole, sums);
    else
        floats_of_sums(whole, sums);
    if (is_special)
        mend_special(mma, parts, column, before, sums);
}

static inline void multiply_columns(ScalarType type, const MmaInfo *mma, const Parts *parts,
                                    uint32_t *const d[TENSOR_WORDS],
                                    const uint32_t *const c[TENSOR_WORDS])
{
    Sums sums;
    take_sums(mma, elements_per_word((uint8_t)type), sums, c);
    for (uint32_t column = 0; column < COLUMNS; ++column)
        multiply_column(format_of(type), mma, parts, column, sums[column]);
    give_sums(mma, elements_per_word((uint8_t)type), sums, d);
}

static HOST_CLONES void multiply_floats(const MmaInfo *mma, uint32_t *const d[TENSOR_WORDS],
                                        const uint32_t *const a[TENSOR_WORDS],
                                        const uint32_t *const b[TENSOR_WORDS],
                                        const uint32_t *const c[TENSOR_WORDS])
{
    Parts parts;
    switch (mma->ab) { /* one by one, so that each is compiled with the numbers of its format */
    case SCALAR_F16: take_factors(format_of(SCALAR_F16), 2, mma, &parts, a, b); break;
    case SCALAR_BF16: take_factors(format_of(SCALAR_BF16), 2, mma, &parts, a, b); break;
    default: take_factors(format_of(SCALAR_F32), 1, mma, &parts, a, b); break;
    }
    if (mma->cd == SCALAR_F16)
        multiply_columns(SCALAR_F16, mma, &parts, d, c);
    else
        multiply_columns(SCALAR_F32, mma, &parts, d, c);
}

/* ---- integers ---- */

static int32_t byte_at(uint8_t type, uint32_t word, uint32_t part)
{
    uint32_t byte = word >> (8 * part) & 255;
    return type == SCALAR_U8 ? (int32_t)byte : (int32_t)(int8_t)byte;
}

static uint32_t whole_sum(int64_t sum, bool saturates)
{
    if (saturates && sum > INT32_MAX)
        return INT32_MAX;
    if (saturates && sum < INT32_MIN)
        return (uint32_t)INT32_MIN;
    return (uint32_t)sum;
}

static HOST_CLONES void multiply_bytes(const MmaInfo *mma, bool saturates,
                                       uint32_t *const d[TENSOR_WORDS],
                                       const uint32_t *const a[TENSOR_WORDS],
                                       const uint32_t *const b[TENSOR_WORDS],
                                       const uint32_t *const c[TENSOR_WORDS])
{
    int32_t left[ROWS][DEPTH], right[DEPTH][COLUMNS];
    Sums sums;
    take_sums(mma, 1, sums, c);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        for (uint32_t part = 0; part < 4; ++part) {
            for (uint32_t r = 0; r < mma->a_words; ++r) {
                TensorPlace at = place_in_a(mma, 4, lane, r, part);
                left[at.row][at.column] = byte_at(mma->ab, a[r][lane], part);
            }
            for (uint32_t r = 0; r < mma->b_words; ++r) {
                TensorPlace at = place_in_b(4, lane, r, part);
                right[at.row][at.column] = byte_at(mma->ab, b[r][lane], part);
            }
        }
    for (uint32_t row = 0; row < mma->m; ++row) {
        int32_t sum[COLUMNS] = {0};
        for (uint32_t k = 0; k < mma->k; ++k)
            for (uint32_t j = 0; j < COLUMNS; ++j)
                sum[j] += left[row][k] * right[k][j];
        for (uint32_t j = 0; j < COLUMNS; ++j)
            sums[j][row] = whole_sum((int64_t)sum[j] + (int32_t)sums[j][row], saturates);
    }
    give_sums(mma, 1, sums, d);
}

void tensor_multiply(int32_t imm, uint32_t *const d[TENSOR_WORDS],
                     const uint32_t *const a[TENSOR_WORDS], const uint32_t *const b[TENSOR_WORDS],
                     const uint32_t *const c[TENSOR_WORDS])
{
    const MmaInfo *mma = &mma_info[imm & ~MMA_SATURATES];
    if (mma->cd == SCALAR_I32)
        multiply_bytes(mma, imm & MMA_SATURATES, d, a, b, c);
    else
        multiply_floats(mma, d, a, b, c);
}

/* ---- places ---- */

static const MmaInfo *mma_of(int32_t imm)
{
    return &mma_info[imm & ~MMA_SATURATES];
}

static bool is_factor(char operand)
{
    return operand == 'a' || operand == 'b';
}

uint32_t tensor_word_elements(int32_t imm, char operand)
{
    return elements_per_word(is_factor(operand) ? mma_of(imm)->ab : mma_of(imm)->cd);
}

TensorPlace tensor_place(int32_t imm, char operand, uint32_t lane, uint32_t word, uint32_t part)
{
    uint32_t per_word = tensor_word_elements(imm, operand);
    return operand == 'a'   ? place_in_a(mma_of(imm), per_word, lane, word, part)
           : operand == 'b' ? place_in_b(per_word, lane, word, part)
                            : place_in_sums(per_word, lane, word, part);
}

TensorPlace tensor_extent(int32_t imm, char operand)
{
    const MmaInfo *mma = mma_of(imm);
    return (TensorPlace){operand == 'b' ? mma->k : mma->m, operand == 'a' ? mma->k : MMA_N};
}

/* ---- rows ---- */

/* Whether rows are transposed, and whether they are given back instead of handed out. */
typedef struct Rows {
    bool are_transposed, go_back;
    uint32_t matrices;
} Rows;

static inline Rows rows_of(int32_t imm)
{
    return (Rows){imm & MATRIX_TRANSPOSED, imm & MATRIX_TO_ROWS, matrix_count(imm)};
}

static inline uint32_t source_of(Rows rows, uint32_t lane, uint32_t word, uint32_t *slot)
{
    if (rows.go_back) { /* word `word` of row lane % 8 of matrix lane / 8 */
        *slot = lane / 8 % rows.matrices;
        return rows.are_transposed ? word * 8 + lane % 8 / 2 : lane % 8 * 4 + word;
    }
    *slot = rows.are_transposed ? lane / 8 : lane % 4;
    return rows.are_transposed ? 8 * word + lane % 4 * 2 : 8 * word + lane / 4;
}

uint32_t tensor_source(int32_t imm, uint32_t lane, uint32_t word, uint32_t *slot)
{
    return source_of(rows_of(imm), lane, word, slot);
}

/* Element e of a transposed row that a lane has: word `word`, half e. */
static inline uint32_t transposed_half(Rows rows, const uint32_t *const from[TENSOR_WORDS],
                                       uint32_t lane, uint32_t word, uint32_t half)
{
    uint32_t slot, source = source_of(rows, lane, word, &slot), odd;
    if (rows.go_back) { /* element 2 word + half of row r is in column r of the fragment */
        source = (2 * word + half) * 4 + lane % 8 / 2;
        odd = lane % 2;
        return from[slot][source] >> (16 * odd) & 0xffff;
    }
    odd = lane / 4 % 2;
    return from[slot][source + half] >> (16 * odd) & 0xffff;
}

static inline void move_rows(Rows rows, uint32_t words, uint32_t *const to[TENSOR_WORDS],
                             const uint32_t *const from[TENSOR_WORDS])
{
    for (uint32_t word = 0; word < words; ++word)
        for (uint32_t i = 0; i < EIGHT; ++i)
            for (uint32_t pair = 0; pair < PAIRS; ++pair) {
                uint32_t lane = i * PAIRS + pair, slot, source = source_of(rows, lane, word, &slot);
                to[word][lane] = rows.are_transposed
                                     ? transposed_half(rows, from, lane, word, 0) |
                                           transposed_half(rows, from, lane, word, 1) << 16
                                     : from[slot][source];
            }
}

void tensor_move(int32_t imm, uint32_t *const to[TENSOR_WORDS],
                 const uint32_t *const from[TENSOR_WORDS])
{
    uint32_t count = matrix_count(imm);
    switch (imm & (MATRIX_TRANSPOSED | MATRIX_TO_ROWS)) { /* each is compiled by itself */
    case 0: move_rows((Rows){false, false, count}, count, to, from); break;
    case MATRIX_TRANSPOSED: move_rows((Rows){true, false, count}, count, to, from); break;
    default: move_rows(rows_of(imm), TENSOR_WORDS, to, from);
    }
}
