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

/* Elements that a word holds, and one of them as its bits. */
static uint32_t elements_per_word(uint8_t type)
{
    return 4 / scalar_size_bytes((ScalarType)type);
}

static uint32_t element_at(uint8_t type, uint32_t word, uint32_t part)
{
    uint32_t bits = 8 * scalar_size_bytes((ScalarType)type);
    uint32_t element = bits == 32 ? word : word >> (bits * part) & ((1u << bits) - 1);
    return type == SCALAR_F32 ? element & ~0x1fffu : element; /* tf32 */
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
    uint32_t halves = mma->m / 8;
    return (TensorPlace){lane / 4 + 8 * (r % halves), k_of(per_word, lane, r / halves, part)};
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

/* One element of each lane's word; whether some are no finite numbers. */
static inline bool take_lanes(Format f, uint8_t type, const uint32_t *restrict words, uint32_t part,
                              float significands[restrict WARP_LANES],
                              int32_t exponents[restrict WARP_LANES])
{
    uint32_t special = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        special |= !take_apart(f, element_at(type, words[lane], part), &significands[lane],
                               &exponents[lane]);
    return special;
}

static void take_a(const MmaInfo *mma, Parts *parts, const uint32_t *const a[TENSOR_WORDS])
{
    Format f = format_of((ScalarType)mma->ab);
    uint32_t per_word = elements_per_word(mma->ab);
    float significands[WARP_LANES];
    int32_t exponents[WARP_LANES];
    for (uint32_t r = 0; r < mma->a_words; ++r)
        for (uint32_t part = 0; part < per_word; ++part) {
            parts->is_special |= take_lanes(f, mma->ab, a[r], part, significands, exponents);
            for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
                TensorPlace at = place_in_a(mma, per_word, lane, r, part);
                parts->a[at.row][at.column] = significands[lane];
                parts->a_exponent[at.row][at.column] = exponents[lane];
            }
        }
}

static void take_b(const MmaInfo *mma, Parts *parts, const uint32_t *const b[TENSOR_WORDS])
{
    Format f = format_of((ScalarType)mma->ab);
    uint32_t per_word = elements_per_word(mma->ab);
    float significands[WARP_LANES];
    int32_t exponents[WARP_LANES];
    for (uint32_t r = 0; r < mma->b_words; ++r)
        for (uint32_t part = 0; part < per_word; ++part) {
            parts->is_special |= take_lanes(f, mma->ab, b[r], part, significands, exponents);
            for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
                TensorPlace at = place_in_b(per_word, lane, r, part);
                parts->b[at.row][at.column] = significands[lane];
                parts->b_exponent[at.row][at.column] = exponents[lane];
            }
        }
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

static float power_of_two(int32_t exponent) /* 0 below the normal ones */
{
    int32_t raw = exponent + 127 < 0 ? 0 : exponent + 127;
    uint32_t bits = (uint32_t)raw << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* The exponent to which the terms of each column of a row are aligned. */
static inline void find_points(const Parts *parts, uint32_t row, uint32_t depth,
                               int32_t point[COLUMNS])
{
    for (uint32_t k = 0; k < depth; ++k) {
        int32_t a = parts->a_exponent[row][k];
        for (int j = 0; j < COLUMNS; ++j) {
            int32_t exponent = a + parts->b_exponent[k][j];
            point[j] = exponent > point[j] ? exponent : point[j];
        }
    }
}

/* Sums of the products of a row, in units of the last place that is kept. */
static inline void add_products(const Parts *parts, uint32_t row, uint32_t depth,
                                const int32_t point[COLUMNS], int32_t sum[COLUMNS])
{
    for (uint32_t k = 0; k < depth; ++k) {
        int32_t a_exponent = parts->a_exponent[row][k] + KEPT_BITS + 127;
        float a = parts->a[row][k];
        for (int j = 0; j < COLUMNS; ++j) {
            int32_t raw = a_exponent + parts->b_exponent[k][j] - point[j];
            union {
                int32_t bits;
                float power;
            } scale = {.bits = (raw > 0 ? raw : 0) << 23};
            sum[j] += (int32_t)(a * parts->b[k][j] * scale.power);
        }
    }
}

/* Cut to a float: towards zero; what is too large is infinite, and nothing becomes -0. */
static uint32_t float_of_sum(double sum)
{
    float f = (float)sum;
    uint32_t bits;
    if (fabs(sum) >= 0x1p128)
        f = sum < 0 ? -INFINITY : INFINITY;
    memcpy(&bits, &f, sizeof bits);
    bits -= fabs((double)f) > fabs(sum) && fabs(sum) < 0x1p128; /* the next one towards zero */
    return bits == 0x80000000u ? 0 : bits;
}

static uint32_t half_of_sum(double sum)
{
    uint32_t bits = half_from_double(sum);
    return bits == 0x8000 ? 0 : bits;
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

static uint32_t one_sum(const MmaInfo *mma, const Parts *parts, uint32_t row, uint32_t column,
                        uint32_t c, int32_t point, int32_t sum, float term, int32_t exponent)
{
    double addend = sum_as_double(mma->cd, c);
    if (isnan(addend) || isinf(addend) ||
        (parts->is_special && is_special_row(mma, parts, row, column))) {
        Parts whole = *parts;
        restore_special(mma, &whole, row, column);
        return special_sum(mma, &whole, row, column, addend);
    }
    int32_t cut = (int32_t)(term * power_of_two(exponent - point + KEPT_BITS));
    int64_t total = (int64_t)sum + cut;
    uint64_t scale_bits = (uint64_t)(point - KEPT_BITS + 1023) << 52;
    double scale;
    memcpy(&scale, &scale_bits, sizeof scale);
    double result = (double)total * scale;
    return mma->cd == SCALAR_F16 ? half_of_sum(result) : float_of_sum(result);
}

/* sums: a row of c, which becomes that of d. */
static void multiply_row(const MmaInfo *mma, const Parts *parts, uint32_t row,
                         uint32_t sums[COLUMNS])
{
    Format f = format_of((ScalarType)mma->cd);
    int32_t point[COLUMNS], sum[COLUMNS] = {0}, exponent[COLUMNS];
    float term[COLUMNS];
    for (uint32_t j = 0; j < COLUMNS; ++j) {
        take_apart(f, sums[j], &term[j], &exponent[j]);
        int32_t least = least_exponent(f) - GUARD_RANGE;
        point[j] = exponent[j] > least ? exponent[j] : least;
    }
    find_points(parts, row, mma->k, point);
    add_products(parts, row, mma->k, point, sum);
    for (uint32_t j = 0; j < COLUMNS; ++j)
        sums[j] = one_sum(mma, parts, row, j, sums[j], point[j], sum[j], term[j], exponent[j]);
}

static HOST_CLONES void multiply_floats(const MmaInfo *mma, uint32_t *const d[TENSOR_WORDS],
                                        const uint32_t *const a[TENSOR_WORDS],
                                        const uint32_t *const b[TENSOR_WORDS],
                                        const uint32_t *const c[TENSOR_WORDS])
{
    Parts parts;
    Sums sums;
    parts.is_special = false;
    take_a(mma, &parts, a);
    take_b(mma, &parts, b);
    take_sums(mma, sums, c);
    for (uint32_t row = 0; row < mma->m; ++row)
        multiply_row(mma, &parts, row, sums[row]);
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
