/* What the cells of a product should hold, for each of its readings. Samples of the result choose
 * the reading; only then is everything computed. */
#include "probe/products/reading.h"

#include "probe/products/blocked.h"
#include "probe/products/freivalds.h"
#include "probe/results/gap.h"

#include <math.h>
#include <stdlib.h>

#define TERMS_LIMIT ((uint64_t)1 << 30) /* multiply-adds; more are computed in part */

#define HALF_LARGEST 65504.0

enum {
    SAMPLE_LIMIT = 64,
    STACK_SIDE_LIMIT = 16,
    READINGS_OF_SCALE = 8,
    FLOAT_ROWS = 64, /* whose sums are made in single precision, too, and columns of each */
    FLOAT_COLUMNS = 16
};

/* ---- values ---- */

/* A tensor core rounds a sum once for each of its products: in half precision as many times as
 * these are, in single precision that is nothing beside the rounding to what is stored. Of several
 * kinds in a program that with the most counts. 0: the program has none. */
static double roundings_of(const Program *program, uint64_t k)
{
    double most = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        if (program->code[pc].op != OP_MMA)
            continue;
        const MmaInfo *mma = &mma_info[program->code[pc].imm & ~MMA_SATURATES];
        most = fmax(most, mma->cd == SCALAR_F16 ? (double)k / mma->k : 1);
    }
    return most;
}

/* How far, relatively, a number may be off what it was before it became one of these. */
static double rounding_of(Precision precision)
{
    switch (precision) {
    case PRECISION_HALF: return 2 * value_epsilon(SCALAR_F16);
    case PRECISION_BFLOAT16: return 2 * value_epsilon(SCALAR_BF16);
    case PRECISION_TF32: return 0x1p-10;
    case PRECISION_FLOAT: return 2 * value_epsilon(SCALAR_F32);
    default: return 0;
    }
}

/* What the factors are multiplied as: what their buffers hold, or, of less bits, what a tensor core
 * of the program takes. */
static void find_factors(Product *product)
{
    const Program *program = product->program;
    Precision held = precision_of(product->in[0].type);
    product->factors = held;
    for (uint32_t pc = 0; held != PRECISION_NONE && pc < program->code_count; ++pc) {
        if (program->code[pc].op != OP_MMA)
            continue;
        ScalarType type = mma_info[program->code[pc].imm & ~MMA_SATURATES].ab;
        Precision own = type == SCALAR_F32 ? PRECISION_TF32 : precision_of(type);
        if (rounding_of(own) > rounding_of(product->factors))
            product->factors = own;
    }
    product->factor_rounding = product->factors == held ? 0 : rounding_of(product->factors);
    for (int i = 0; i < 2; ++i)
        product->is_exact &= product->largest[i] * product->factor_rounding <= 2;
}

bool product_load(Product *product, const Sizes *sizes)
{
    uint64_t m = sizes->m, n = sizes->n, inner = m > n ? m * sizes->k : n * sizes->k;
    for (int i = 0; i < 2; ++i)
        product->in[i] =
            values_borrow_initial(product->launch, product->memory, product->input[i], inner);
    product->out = values_borrow_final(product->launch, product->memory, product->output, m * n);
    product->before = values_initial(product->launch, product->output, m * n);
    product->sum = product->added < 0 ? product->before
                                      : values_initial(product->launch, product->added, m * n);
    if (!product->in[0].bytes || !product->in[1].bytes || !product->out.bytes ||
        !product->before.bytes || !product->sum.bytes)
        return false;
    product->is_exact =
        values_are_integers(&product->in[0], &product->largest[0]) &&
        values_are_integers(&product->in[1], &product->largest[1]) &&
        (product->scales.count == 1 || values_are_integers(&product->sum, &product->largest_sum));
    product->roundings = roundings_of(product->program, sizes->k);
    find_factors(product);
    return true;
}

void product_free(Product *product)
{
    values_free(&product->in[0]);
    values_free(&product->in[1]);
    values_free(&product->out);
    if (product->added >= 0)
        values_free(&product->sum);
    values_free(&product->before);
}

/* ---- one cell ---- */

static uint64_t stored_at(bool transposed, uint64_t row, uint64_t col, uint64_t rows, uint64_t cols)
{
    return transposed ? col * rows + row : row * cols + col;
}

Sizes reading_sizes(const Reading *reading)
{
    Sizes s = reading->sizes;
    return reading->is_exchanged ? (Sizes){s.n, s.k, s.m} : s;
}

static double scaled(const Product *product, const Reading *reading, double sum, uint64_t at)
{
    double before = reading->beta != 0 ? reading->beta * value_at(&product->sum, at) : 0;
    return reading->alpha * sum + before;
}

static double expected_at(const Product *product, const Reading *reading, uint64_t row,
                          uint64_t col, double *magnitude)
{
    Sizes s = reading_sizes(reading);
    const Values *left = &product->in[reading->is_exchanged];
    const Values *right = &product->in[!reading->is_exchanged];
    double sum = 0;
    *magnitude = 0;
    for (uint64_t i = 0; i < s.k; ++i) {
        double term = value_at(left, stored_at(reading->left_transposed, row, i, s.m, s.k)) *
                      value_at(right, stored_at(reading->right_transposed, i, col, s.k, s.n));
        sum += term;
        *magnitude += fabs(term);
    }
    return scaled(product, reading, sum, row * s.n + col);
}

static bool has_whole_scale(const Reading *reading)
{
    return reading->alpha == floor(reading->alpha) && reading->beta == floor(reading->beta);
}

/* What of the result is not the product. */
static double kept_at(const Product *product, const Reading *reading, uint64_t at)
{
    return reading->beta != 0 ? fabs(reading->beta * value_at(&product->sum, at)) : 0;
}

/* How far the result may be off: not at all for integers, else what rounding each of k steps, or
 * each product of a tensor core, can add up to, and what is cut off the factors. Without end where
 * numbers of half precision were too large on their way: such a cell tells nothing. */
static double tolerance(const Product *product, const Reading *reading, double expected,
                        double magnitude, uint64_t at)
{
    double epsilon = value_epsilon(product->out.type), kept = kept_at(product, reading, at);
    double largest = fmax(1, fabs(reading->alpha)) * magnitude + kept;
    bool is_in_half = product->roundings > 0 && scalar_is_half(product->out.type);
    double steps = is_in_half ? product->roundings : (double)reading->sizes.k;
    if (product->out.type == SCALAR_F16 && largest >= HALF_LARGEST)
        return INFINITY;
    if (product->is_exact && has_whole_scale(reading) && magnitude * epsilon <= 1)
        return 0;
    return epsilon *
               ((steps + 4) * fabs(reading->alpha) * magnitude + 4 * fabs(expected) + 4 * kept) +
           2 * product->factor_rounding * fabs(reading->alpha) * magnitude;
}

/* Integers wrap around as the kernel's do. */
static double error_of(const Product *product, double found, double expected)
{
    uint32_t bits = 8 * scalar_size_bytes(product->out.type);
    if (scalar_is_float(product->out.type) || bits == 64)
        return fabs(found - expected);
    double range = ldexp(1, (int)bits), apart = fmod(fabs(found - expected), range);
    return apart < range - apart ? apart : range - apart;
}

/* ---- choosing the reading ---- */

/* Number i of the cells that stand for all: each one if `tries` are enough. */
static uint64_t sample_cell(uint64_t i, uint64_t cells, uint64_t tries)
{
    return cells <= tries ? i : i * 0x9e3779b97f4a7c15u % cells;
}

/* Of so many cells at most, also where they tell nothing: each is a row times a column. *errors:
 * what all are off together. */
static int count_wrong_samples(const Product *product, const Reading *reading, int *total,
                               double *errors)
{
    Sizes s = reading_sizes(reading);
    uint64_t cells = s.m * s.n,
             tries = product->is_part ? SAMPLE_LIMIT * SAMPLE_LIMIT : SAMPLE_LIMIT;
    int wrong = 0, computed = 0;
    *total = 0;
    *errors = 0;
    for (uint64_t i = 0; i < tries && i < cells && computed < SAMPLE_LIMIT; ++i) {
        uint64_t cell = sample_cell(i, cells, tries);
        double magnitude;
        if (product->is_part && gap_at(&product->out, &product->before, cell))
            continue;
        ++computed;
        double expected = expected_at(product, reading, cell / s.n, cell % s.n, &magnitude);
        double allowed = tolerance(product, reading, expected, magnitude, cell);
        if (isinf(allowed))
            continue;
        double error = error_of(product, value_at(&product->out, cell), expected);
        ++*total;
        *errors += error;
        wrong += !(error <= allowed);
    }
    return wrong;
}

/* Buffers whose shape, where one is known, is not that of the reading. */
static int count_misshapen(const Product *product, const Reading *reading)
{
    Sizes s = reading_sizes(reading);
    const Buffer *left = &product->launch->buffers[product->input[reading->is_exchanged]];
    const Buffer *right = &product->launch->buffers[product->input[!reading->is_exchanged]];
    uint64_t left_rows = reading->left_transposed ? s.k : s.m;
    uint64_t right_rows = reading->right_transposed ? s.n : s.k;
    return (left->rows && left->rows != left_rows) + (right->rows && right->rows != right_rows);
}

static Reading reading_number(const Product *product, const Sizes *sizes, int number)
{
    int scale = number / READINGS_OF_SCALE;
    return (Reading){.is_exchanged = number & 4,
                     .left_transposed = number & 1,
                     .right_transposed = number & 2,
                     .alpha = product->scales.alpha[scale],
                     .beta = product->scales.beta[scale],
                     .sizes = *sizes};
}

/* Of readings that all do not fit, a few more cells that are right by chance say nothing. */
static Reading likeliest(const Product *product, const Reading *plain, const Reading *best)
{
    int total;
    double errors;
    bool looks_better = count_misshapen(product, best) < count_misshapen(product, plain) ||
                        4 * count_wrong_samples(product, best, &total, &errors) <=
                            3 * count_wrong_samples(product, plain, &total, &errors);
    return looks_better ? *best : *plain;
}

Reading reading_choose(const Product *product, const Sizes *sizes, const double *alpha, bool *fits)
{
    Reading best = {0}, plain = {0};
    int least = -1, total = 0;
    double errors, least_errors = 0;
    for (int i = 0; i < READINGS_OF_SCALE * product->scales.count; ++i) {
        Reading reading = reading_number(product, sizes, i);
        if (alpha && reading.alpha != *alpha)
            continue;
        int wrong = 4 * count_wrong_samples(product, &reading, &total, &errors) +
                    count_misshapen(product, &reading);
        bool is_closer = wrong == 0 && total > 0 && errors < least_errors;
        if (least < 0)
            plain = reading;
        if (least >= 0 && wrong >= least && !is_closer)
            continue;
        least = wrong;
        least_errors = errors;
        best = reading;
        if (least == 0 && total > 0 && errors == 0)
            break; /* none can be better */
    }
    *fits = least >= 0 && least < 4 && total > 0;
    return *fits ? best : likeliest(product, &plain, &best);
}

/* A cell of the product number `part` of a stack of products of these sizes. */
static double stacked_at(const Product *product, const Sizes *part, uint64_t cell, bool transposed,
                         double *magnitude)
{
    uint64_t area = part->m * part->n, number = cell / area, row = cell % area / part->n;
    uint64_t col = cell % part->n;
    double sum = 0;
    *magnitude = 0;
    for (uint64_t i = 0; i < part->k; ++i) {
        double term =
            value_at(&product->in[0], (number * part->m + row) * part->k + i) *
            value_at(&product->in[1],
                     number * part->k * part->n + stored_at(transposed, i, col, part->k, part->n));
        sum += term;
        *magnitude += fabs(term);
    }
    return sum;
}

static bool is_stack_of(const Product *product, const Sizes *part, const Reading *scale,
                        bool transposed)
{
    uint64_t cells = product->out.count;
    for (uint64_t i = 0; i < SAMPLE_LIMIT && i < cells; ++i) {
        uint64_t cell = sample_cell(i, cells, SAMPLE_LIMIT);
        double magnitude, sum = stacked_at(product, part, cell, transposed, &magnitude);
        double expected = scaled(product, scale, sum, cell);
        double allowed = tolerance(product, scale, expected, magnitude, cell);
        if (!(error_of(product, value_at(&product->out, cell), expected) <= allowed))
            return false;
    }
    return true;
}

bool reading_is_stack(const Product *product, const Sizes *sizes)
{
    for (uint64_t side = 2; side <= STACK_SIDE_LIMIT; ++side) {
        Sizes part = {sizes->m / side, sizes->k / side, sizes->n / side};
        if (sizes->m % side || sizes->k % side || sizes->n % side)
            continue;
        for (int i = 0; i < 2 * product->scales.count; ++i) {
            Reading scale = reading_number(product, sizes, i / 2 * READINGS_OF_SCALE);
            if (is_stack_of(product, &part, &scale, i % 2))
                return true;
        }
    }
    return false;
}

/* ---- comparing everything ---- */

/* Both factors by rows; magnitudes[i]: the largest of row i of the right one; is_left_out[i]: row i
 * of the result need not be computed. */
typedef struct Factors {
    Values left, right;
    bool own_left, own_right;
    double *magnitudes;
    uint8_t *is_left_out;
    Blocked blocked;
} Factors;

static Factors make_factors(const Product *product, const Reading *reading)
{
    Sizes s = reading_sizes(reading);
    Factors factors = {.left = product->in[reading->is_exchanged],
                       .right = product->in[!reading->is_exchanged],
                       .own_left = reading->left_transposed,
                       .own_right = reading->right_transposed};
    if (factors.own_left)
        factors.left = values_transpose(&factors.left, s.k, s.m);
    if (factors.own_right)
        factors.right = values_transpose(&factors.right, s.n, s.k);
    factors.magnitudes = calloc(s.k, sizeof *factors.magnitudes);
    factors.is_left_out = calloc(s.m, sizeof *factors.is_left_out);
    return factors;
}

static void free_factors(Factors *factors)
{
    if (factors->own_left)
        values_free(&factors->left);
    if (factors->own_right)
        values_free(&factors->right);
    free(factors->magnitudes);
    free(factors->is_left_out);
    blocked_free(&factors->blocked);
}

static void find_magnitudes(Factors *factors, const Sizes *sizes)
{
    for (uint64_t i = 0; i < sizes->k; ++i)
        for (uint64_t col = 0; col < sizes->n; ++col) {
            double value = fabs(value_at(&factors->right, i * sizes->n + col));
            if (value > factors->magnitudes[i])
                factors->magnitudes[i] = value;
        }
}

/* What single precision would make of a sum, one term after the other. */
static double float_sum(const Factors *factors, const Sizes *s, uint64_t row, uint64_t col)
{
    float sum = 0;
    for (uint64_t i = 0; i < s->k; ++i)
        sum = fmaf((float)value_at(&factors->left, row * s->k + i),
                   (float)value_at(&factors->right, i * s->n + col), sum);
    return (double)sum;
}

/* What is told of a product that is less precise than float: how far float's sums would be off. */
static void note_precision(const Product *product, const Reading *reading, const Factors *factors,
                           uint64_t row, const double *sums, CheckResult *result)
{
    Sizes s = reading_sizes(reading);
    Precision stored = precision_of(product->out.type);
    bool is_rough = rounding_of(stored) > rounding_of(PRECISION_FLOAT) ||
                    rounding_of(product->factors) > rounding_of(PRECISION_FLOAT);
    result->factors = is_rough ? product->factors : PRECISION_NONE;
    result->result = is_rough ? stored : PRECISION_NONE;
    bool is_looked_at = is_rough && row % ((s.m + FLOAT_ROWS - 1) / FLOAT_ROWS) == 0;
    for (uint64_t col = 0; is_looked_at && col < s.n && col < FLOAT_COLUMNS; ++col) {
        double error = fabs(reading->alpha * (float_sum(factors, &s, row, col) - sums[col]));
        result->float_error = fmax(result->float_error, error);
    }
}

/* sums: of the row, without the scale. */
static void compare_row(Arena *arena, const Product *product, const Reading *reading,
                        const Factors *factors, uint64_t row, const double *sums,
                        CheckResult *result)
{
    Sizes s = reading_sizes(reading);
    double magnitude = 0;
    note_precision(product, reading, factors, row, sums, result);
    for (uint64_t i = 0; i < s.k; ++i)
        magnitude += fabs(value_at(&factors->left, row * s.k + i)) * factors->magnitudes[i];
    for (uint64_t col = 0; col < s.n; ++col) {
        uint64_t at = row * s.n + col;
        double expected = scaled(product, reading, sums[col], at);
        double found = value_at(&product->out, at), error = error_of(product, found, expected);
        double allowed = tolerance(product, reading, expected, magnitude, at);
        bool wrong = !isinf(allowed) && !(error <= allowed);
        if (wrong)
            check_note(arena, result, at, found, expected);
        ++result->total;
        result->wrong += wrong;
        result->unwritten += wrong && gap_at(&product->out, &product->before, at);
        result->wrong_cells[at] = wrong;
        if (!isinf(allowed) && allowed > result->allowed_error)
            result->allowed_error = allowed;
        if (!isinf(allowed) && !(error <= result->max_abs_error))
            result->max_abs_error = error;
    }
}

/* Leaves all but every stride-th of the rows out that are to be computed. */
static void thin_out(Factors *factors, uint64_t rows, uint64_t stride)
{
    uint64_t seen = 0;
    for (uint64_t row = 0; row < rows; ++row)
        if (!factors->is_left_out[row])
            factors->is_left_out[row] = seen++ % stride != 0;
}

/* The next rows to be computed; *row is the one to go on with. */
static uint64_t draw_rows(const Factors *factors, uint64_t m, uint64_t *row,
                          uint64_t rows[BLOCKED_ROWS])
{
    uint64_t count = 0;
    for (; *row < m && count < BLOCKED_ROWS; ++*row)
        if (!factors->is_left_out[*row])
            rows[count++] = *row;
    return count;
}

/* Computes what is not left out, `count` rows or part of them; false if there is no memory. */
static bool compare_rows(Arena *arena, const Product *product, const Reading *reading,
                         Factors *factors, uint64_t count, CheckResult *result)
{
    Sizes s = reading_sizes(reading);
    uint64_t rows[BLOCKED_ROWS], row = 0;
    if (!blocked_make(&factors->blocked, &factors->right, s.k, s.n))
        return false;
    thin_out(factors, s.m, (count * s.n * s.k + TERMS_LIMIT - 1) / TERMS_LIMIT);
    find_magnitudes(factors, &s);
    for (uint64_t drawn; (drawn = draw_rows(factors, s.m, &row, rows)) > 0;) {
        blocked_multiply(&factors->blocked, &factors->left, rows, drawn);
        for (uint64_t i = 0; i < drawn; ++i)
            compare_row(arena, product, reading, factors, rows[i],
                        blocked_row(&factors->blocked, i), result);
    }
    return true;
}

bool reading_compare(Arena *arena, const Product *product, const Reading *reading,
                     CheckResult *result)
{
    Sizes s = reading_sizes(reading);
    Factors factors = make_factors(product, reading);
    bool ready =
        factors.left.bytes && factors.right.bytes && factors.magnitudes && factors.is_left_out;
    if (ready) {
        uint64_t right = 0;
        result->wrong_cells = ARENA_ARRAY(arena, uint8_t, s.m * s.n);
        freivalds_rows(product, reading, &factors.left, &factors.right, factors.is_left_out);
        for (uint64_t row = 0; row < s.m; ++row)
            right += factors.is_left_out[row];
        result->total = right * s.n;
        ready =
            right == s.m || compare_rows(arena, product, reading, &factors, s.m - right, result);
    }
    free_factors(&factors);
    return ready;
}

/* ---- in words ---- */

static const char *layout_name(bool transposed)
{
    return transposed ? "column major" : "row major";
}

const char *reading_text(Arena *arena, const Product *product, const Reading *reading)
{
    Sizes s = reading_sizes(reading);
    const Buffer *buffers = product->launch->buffers;
    const char *left = buffers[product->input[reading->is_exchanged]].name;
    const char *right = buffers[product->input[!reading->is_exchanged]].name;
    const char *text = arena_printf(
        arena, "%s = %s x %s; %s %llu x %llu %s, %s %llu x %llu %s", buffers[product->output].name,
        left, right, left, (unsigned long long)s.m, (unsigned long long)s.k,
        layout_name(reading->left_transposed), right, (unsigned long long)s.k,
        (unsigned long long)s.n, layout_name(reading->right_transposed));
    if (reading->alpha != 1 || reading->beta != 0)
        text =
            arena_printf(arena, "%s; alpha = %g, beta = %g", text, reading->alpha, reading->beta);
    return text;
}
