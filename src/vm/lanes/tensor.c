/* Products of a tensor core. Operands are taken apart into significands, which are floats below 2
 * with their sign, and exponents; a sum of eight columns goes over vectors. A product of two
 * significands is exact in a float, and cutting it at a place is a conversion to an integer. */
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

/* Matrices of floats taken apart; b is kept row by row. */
typedef struct Parts {
    float a[ROWS][DEPTH], b[DEPTH][COLUMNS];
    int32_t a_exponent[ROWS][DEPTH], b_exponent[DEPTH][COLUMNS];
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

static inline void bits_of_a(const MmaInfo *mma, uint32_t per_word, uint32_t to[ROWS][DEPTH],
                             const uint32_t *const a[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->a_words; ++r)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            for (uint32_t part = 0; part < per_word; ++part) {
                TensorPlace at = place_in_a(mma, per_word, lane, r, part);
                to[at.row][at.column] = element_at(per_word, a[r][lane], part);
            }
}

static inline void bits_of_b(const MmaInfo *mma, uint32_t per_word, uint32_t to[DEPTH][COLUMNS],
                             const uint32_t *const b[TENSOR_WORDS])
{
    for (uint32_t r = 0; r < mma->b_words; ++r)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
            for (uint32_t part = 0; part < per_word; ++part) {
                TensorPlace at = place_in_b(per_word, lane, r, part);
                to[at.row][at.column] = element_at(per_word, b[r][lane], part);
            }
}

/* Takes a row apart; whether some are no finite numbers. */
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
    uint32_t left[ROWS][DEPTH], right[DEPTH][COLUMNS];
    bool special = false;
    bits_of_a(mma, per_word, left, a);
    bits_of_b(mma, per_word, right, b);
    for (uint32_t row = 0; row < mma->m; ++row)
        special |= take_row(f, mma->k, left[row], parts->a[row], parts->a_exponent[row]);
    for (uint32_t k = 0; k < mma->k; ++k)
        special |= take_row(f, COLUMNS, right[k], parts->b[k], parts->b_exponent[k]);
    parts->is_special = special;
}

/* The bits of c or d as a matrix. */
typedef uint32_t Sums[ROWS][COLUMNS];

static void take_sums(const MmaInfo *mma, Sums sums, const uint32_t *const c[TENSOR_WORDS])
{
    uint32_t per_word = elements_per_word(mma->cd);
    for (uint32_t r = 0; r < mma->c_words; ++r)
        for (uint32_t part = 0; part < per_word; ++part)
            for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
                TensorPlace at = place_in_sums(per_word, lane, r, part);
                sums[at.row][at.column] =
                    per_word == 2 ? c[r][lane] >> (16 * part) & 0xffff : c[r][lane];
            }
}

static void give_sums(const MmaInfo *mma, Sums sums, uint32_t *const d[TENSOR_WORDS])
{
    uint32_t per_word = elements_per_word(mma->cd);
    for (uint32_t r = 0; r < mma->c_words; ++r)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
            uint32_t word = 0;
            for (uint32_t part = 0; part < per_word; ++part) {
                TensorPlace at = place_in_sums(per_word, lane, r, part);
                word |= sums[at.row][at.column] << (16 * part);
            }
            d[r][lane] = word;
        }
}

/* ---- floats ---- */

/* Four columns of a row side by side. A compiler that may choose takes k instead, and gathers. */
typedef int32_t Places __attribute__((vector_size(16)));
typedef float Factors __attribute__((vector_size(16)));
enum { ABREAST = 4 };

static inline Places larger_of(Places a, Places b)
{
    Places is_a = a > b;
    return (a & is_a) | (b & ~is_a);
}

/* The exponent to which the terms of each column of a row are aligned. */
static inline void find_points(const Parts *parts, uint32_t row, uint32_t depth,
                               int32_t point[COLUMNS])
{
    for (int j = 0; j < COLUMNS; j += ABREAST) {
        Places most, b;
        memcpy(&most, point + j, sizeof most);
        for (uint32_t k = 0; k < depth; ++k) {
            memcpy(&b, &parts->b_exponent[k][j], sizeof b);
            most = larger_of(parts->a_exponent[row][k] + b, most);
        }
        memcpy(point + j, &most, sizeof most);
    }
}

/* Sums of the products of a row, in units of the last place that is kept. */
static inline void add_products(const Parts *parts, uint32_t row, uint32_t depth,
                                const int32_t point[COLUMNS], int32_t sum[COLUMNS])
{
    for (int j = 0; j < COLUMNS; j += ABREAST) {
        Places most, exponent, total = {0};
        Factors b, scale;
        memcpy(&most, point + j, sizeof most);
        most -= KEPT_BITS + 127;
        for (uint32_t k = 0; k < depth; ++k) {
            memcpy(&exponent, &parts->b_exponent[k][j], sizeof exponent);
            memcpy(&b, &parts->b[k][j], sizeof b);
            Places raw = larger_of(parts->a_exponent[row][k] + exponent - most, (Places){0}) << 23;
            memcpy(&scale, &raw, sizeof scale);
            total += __builtin_convertvector(parts->a[row][k] * b * scale, Places);
        }
        memcpy(sum + j, &total, sizeof total);
    }
}

/* Cut to a float: towards zero; what is too large is infinite, and nothing becomes -0. Without a
 * branch, so that the sums of a row are cut at once. */
static inline uint32_t float_of_sum(double sum)
{
    union {
        float f;
        uint32_t bits;
    } cut = {.f = (float)sum};
    bool is_finite = fabs(sum) < 0x1p128;
    uint32_t largest = sum < 0 ? 0xff800000u : 0x7f800000u;
    uint32_t bits = cut.bits - (fabs((double)cut.f) > fabs(sum)); /* the next one towards zero */
    bits = is_finite ? bits : largest;
    return bits == 0x80000000u ? 0 : bits;
}

static uint32_t half_of_sum(double sum)
{
    uint32_t bits = half_from_double(sum);
    return bits == 0x8000 ? 0 : bits;
}

static inline void floats_of_sums(const double whole[restrict COLUMNS],
                                  uint32_t sums[restrict COLUMNS])
{
    for (uint32_t j = 0; j < COLUMNS; ++j)
        sums[j] = float_of_sum(whole[j]);
}

static inline void halves_of_sums(const double whole[restrict COLUMNS],
                                  uint32_t sums[restrict COLUMNS])
{
    for (uint32_t j = 0; j < COLUMNS; ++j)
        sums[j] = half_of_sum(whole[j]);
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
        sum += ldexp((double)parts->a[row][k], parts->a_exponent[row][k]) *
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
        float *both[] = {&parts->a[row][k], &parts->b[k][column]};
        int32_t *exponents[] = {&parts->a_exponent[row][k], &parts->b_exponent[k][column]};
        for (int i = 0; i < 2; ++i)
            if (*exponents[i] == most) {
                *both[i] = fabsf(*both[i]) == 1 ? *both[i] * INFINITY : NAN;
                *exponents[i] = 0;
            }
    }
}

static bool is_special_row(const MmaInfo *mma, const Parts *parts, uint32_t row, uint32_t column)
{
    Format f = format_of((ScalarType)mma->ab);
    int32_t most = (int32_t)f.exponent_mask - f.bias;
    bool found = false;
    for (uint32_t k = 0; k < mma->k; ++k)
        found |= parts->a_exponent[row][k] == most || parts->b_exponent[k][column] == most;
    return found;
}

/* A row of c, and what its sums are aligned to. */
typedef struct Row {
    float term[COLUMNS];
    int32_t exponent[COLUMNS], point[COLUMNS], sum[COLUMNS];
} Row;

/* The sum of a column, products and c, as a double that has all its digits. */
static inline double whole_of(const Row *own, uint32_t j)
{
    union {
        int32_t bits;
        float power;
    } place;
    union {
        uint64_t bits;
        double power;
    } unit;
    int32_t raw = own->exponent[j] - own->point[j] + KEPT_BITS + 127;
    place.bits = (raw > 0 ? raw : 0) << 23;
    int32_t cut = (int32_t)(own->term[j] * place.power);
    unit.bits = (uint64_t)(uint32_t)(own->point[j] - KEPT_BITS + 1023) << 52;
    return ((double)own->sum[j] + (double)cut) * unit.power;
}

/* Those of the sums in which something is infinite or no number, by the ways of floats. */
static void mend_special(const MmaInfo *mma, const Parts *parts, uint32_t row,
                         const uint32_t before[COLUMNS], uint32_t sums[COLUMNS])
{
    for (uint32_t j = 0; j < COLUMNS; ++j) {
        double addend = sum_as_double(mma->cd, before[j]);
        bool is_special = isnan(addend) || isinf(addend);
        if (!is_special && !(parts->is_special && is_special_row(mma, parts, row, j)))
            continue;
        Parts whole = *parts;
        restore_special(mma, &whole, row, j);
        sums[j] = special_sum(mma, &whole, row, j, addend);
    }
}

/* sums: a row of c, which becomes that of d. */
static inline void multiply_row(Format f, const MmaInfo *mma, const Parts *parts, uint32_t row,
                                uint32_t sums[COLUMNS])
{
    Row own;
    uint32_t before[COLUMNS];
    double whole[COLUMNS];
    int32_t least = least_exponent(f) - GUARD_RANGE;
    memcpy(before, sums, sizeof before);
    bool is_special = take_row(f, COLUMNS, before, own.term, own.exponent) || parts->is_special;
    for (uint32_t j = 0; j < COLUMNS; ++j)
        own.point[j] = own.exponent[j] > least ? own.exponent[j] : least;
    find_points(parts, row, mma->k, own.point);
    add_products(parts, row, mma->k, own.point, own.sum);
    for (uint32_t j = 0; j < COLUMNS; ++j)
        whole[j] = whole_of(&own, j);
    if (mma->cd == SCALAR_F16)
        halves_of_sums(whole, sums);
    else
        floats_of_sums(whole, sums);
    if (is_special)
        mend_special(mma, parts, row, before, sums);
}

static HOST_CLONES void multiply_floats(const MmaInfo *mma, uint32_t *const d[TENSOR_WORDS],
                                        const uint32_t *const a[TENSOR_WORDS],
                                        const uint32_t *const b[TENSOR_WORDS],
                                        const uint32_t *const c[TENSOR_WORDS])
{
    Parts parts;
    Sums sums;
    switch (mma->ab) { /* one by one, so that each is compiled with the numbers of its format */
    case SCALAR_F16: take_factors(format_of(SCALAR_F16), 2, mma, &parts, a, b); break;
    case SCALAR_BF16: take_factors(format_of(SCALAR_BF16), 2, mma, &parts, a, b); break;
    default: take_factors(format_of(SCALAR_F32), 1, mma, &parts, a, b); break;
    }
    take_sums(mma, sums, c);
    for (uint32_t row = 0; row < mma->m; ++row)
        if (mma->cd == SCALAR_F16)
            multiply_row(format_of(SCALAR_F16), mma, &parts, row, sums[row]);
        else
            multiply_row(format_of(SCALAR_F32), mma, &parts, row, sums[row]);
    give_sums(mma, sums, d);
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
    take_sums(mma, sums, c);
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
            sums[row][j] = whole_sum((int64_t)sum[j] + (int32_t)sums[row][j], saturates);
    }
    give_sums(mma, sums, d);
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

uint32_t tensor_source(int32_t imm, uint32_t lane, uint32_t word, uint32_t *slot)
{
    bool is_transposed = imm & MATRIX_TRANSPOSED;
    if (imm & MATRIX_TO_ROWS) { /* word `word` of row lane % 8 of matrix lane / 8 */
        *slot = lane / 8 % matrix_count(imm);
        return is_transposed ? word * 8 + lane % 8 / 2 : lane % 8 * 4 + word;
    }
    *slot = is_transposed ? lane / 8 : lane % 4;
    return is_transposed ? 8 * word + lane % 4 * 2 : 8 * word + lane / 4;
}

/* Element e of a transposed row that a lane has: word `word`, half e. */
static uint32_t transposed_half(int32_t imm, const uint32_t *const from[TENSOR_WORDS],
                                uint32_t lane, uint32_t word, uint32_t half)
{
    uint32_t slot, source = tensor_source(imm, lane, word, &slot), odd;
    if (imm & MATRIX_TO_ROWS) { /* element 2 word + half of row r is in column r of the fragment */
        source = (2 * word + half) * 4 + lane % 8 / 2;
        odd = lane % 2;
        return from[slot][source] >> (16 * odd) & 0xffff;
    }
    odd = lane / 4 % 2;
    return from[slot][source + half] >> (16 * odd) & 0xffff;
}

void tensor_move(int32_t imm, uint32_t *const to[TENSOR_WORDS],
                 const uint32_t *const from[TENSOR_WORDS])
{
    uint32_t words = imm & MATRIX_TO_ROWS ? TENSOR_WORDS : matrix_count(imm), slot;
    for (uint32_t word = 0; word < words; ++word)
        for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
            if (imm & MATRIX_TRANSPOSED)
                to[word][lane] = transposed_half(imm, from, lane, word, 0) |
                                 transposed_half(imm, from, lane, word, 1) << 16;
            else {
                uint32_t source = tensor_source(imm, lane, word, &slot);
                to[word][lane] = from[slot][source];
            }
        }
}
