/* A product has eight readings: either input may be the left factor, and each may be stored row by
 * row or column by column (a result stored by columns is one of these with the factors exchanged).
 * The sizes follow from the three element counts, or are arguments where the buffers are larger
 * than the matrices in them. Samples of the result choose the reading; only then is everything
 * computed. A kernel that is a product but wrong fits none, so what it computed must tell: sizes
 * that it was given, about two operations for each term, and what each input changes in the
 * result. */
#include "probe/checks/matmul.h"

#include "probe/checks/factor.h"
#include "probe/checks/gap.h"
#include "probe/checks/given.h"
#include "probe/checks/influence.h"
#include "probe/checks/scale.h"
#include "probe/checks/values.h"
#include "probe/rows/length.h"
#include "vm/machine.h"

#include <math.h>
#include <stdlib.h>

#define TERMS_LIMIT ((uint64_t)1 << 30) /* multiply-adds; larger products are checked in part */

enum { SAMPLE_LIMIT = 64, PART_LEAST = 4 };

typedef struct Sizes {
    uint64_t m, k, n;
} Sizes;

typedef struct Reading {
    bool is_exchanged;              /* the second buffer is the left factor */
    bool left_turned, right_turned; /* stored column by column */
    double alpha, beta;
    Sizes sizes;
} Reading;

enum { OUTPUT_LIMIT = 8 };

typedef struct Product {
    const Program *program;
    const Launch *launch;
    const Report *report;
    Memory *memory;   /* whose content tells the reading */
    Memory *compared; /* whose content is compared */
    bool is_whole;    /* the first is of a run made to write everything */
    bool is_part;     /* of only some of its blocks: what was not written does not count */
    int input[2], output;
    int outputs[OUTPUT_LIMIT], output_count; /* what could be the result */
    Values in[2], out, before;               /* before: the output's initial content */
    bool is_exact;                           /* all inputs are small integers */
    ProductScales scales;
} Product;

/* ---- evidence ---- */

/* A buffer that is only added to by atomics is no result: it counts something. */
static bool find_buffers(Product *product)
{
    int inputs = 0;
    for (int i = 0; i < product->launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(product->report)[i];
        if (count->atomics)
            continue;
        if (count->stores && product->output_count < OUTPUT_LIMIT) {
            product->outputs[product->output_count++] = i;
        } else if (buffer_loads(count)) {
            if (inputs < 2)
                product->input[inputs] = i;
            ++inputs;
        }
    }
    return inputs == 2 && !factor_is_index(product->program, product->launch, product->input[0]) &&
           !factor_is_index(product->program, product->launch, product->input[1]);
}

static bool has_kinship(const Product *product)
{
    const Buffer *buffers = product->launch->buffers;
    bool is_float = scalar_is_float(buffers[product->output].type);
    return is_float == scalar_is_float(buffers[product->input[0]].type) &&
           is_float == scalar_is_float(buffers[product->input[1]].type);
}

/* sqrt(a * b / c) if it is a whole number, else 0. */
static uint64_t whole_root(uint64_t a, uint64_t b, uint64_t c)
{
    if (c == 0)
        return 0;
    double root = sqrt((double)a / (double)c * (double)b);
    uint64_t whole = (uint64_t)llround(root);
    return whole && (double)whole * (double)whole * (double)c == (double)a * (double)b ? whole : 0;
}

static bool find_sizes(const Product *product, Sizes *sizes)
{
    const Buffer *buffers = product->launch->buffers;
    uint64_t a = values_count(product->launch, &buffers[product->input[0]]);
    uint64_t b = values_count(product->launch, &buffers[product->input[1]]);
    uint64_t p = values_count(product->launch, &buffers[product->output]);
    *sizes = (Sizes){whole_root(a, p, b), whole_root(a, b, p), whole_root(b, p, a)};
    return sizes->m && sizes->k && sizes->n && sizes->m * sizes->k == a &&
           sizes->k * sizes->n == b && sizes->m * sizes->n == p;
}

static bool is_given(const Product *product, uint64_t size)
{
    return size_is_given(product->program, product->launch, size);
}

/* Roughly as much work as the product needs: half of it if some is lost, or more where threads
 * without an element compute padding. */
static bool has_work(const Product *product, const Sizes *sizes)
{
    const Counters *counters = &product->report->counters;
    uint64_t cells = sizes->m * sizes->n;
    uint64_t workers = cells > counters->threads ? cells : counters->threads;
    if (!scalar_is_float(product->launch->buffers[product->output].type))
        return counters->global_load.accesses + counters->shared_load.accesses +
                   counters->constant_load.accesses >=
               cells * sizes->k;
    return counters->flops >= cells * sizes->k && counters->flops / workers <= 2 * sizes->k + 160;
}

/* The row length that the indices into a buffer show is neither of two sizes. */
static bool is_misfit(const Product *product, int buffer, uint64_t a, uint64_t b)
{
    const Program *program = product->program;
    int parameter = product->launch->buffers[buffer].parameter;
    Operand operand = parameter >= 0 ? row_length_shown(program, parameter, 0) : OPERAND_NONE;
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    uint64_t length = machine_uniform_value(product->launch,
                                            &program->uniforms[OPERAND_INDEX(operand)], (Dim3){0});
    return length != a && length != b;
}

/* The row lengths in the indices fit the sizes, but for one buffer's at most, which may be a
 * mistake. */
static bool has_rows(const Product *product, const Sizes *sizes)
{
    return is_misfit(product, product->input[0], sizes->m, sizes->k) +
               is_misfit(product, product->input[1], sizes->k, sizes->n) +
               is_misfit(product, product->output, sizes->m, sizes->n) <
           2;
}

static bool is_plausible(const Product *product, const Sizes *sizes)
{
    return sizes->k > 1 && is_given(product, sizes->m) && is_given(product, sizes->k) &&
           is_given(product, sizes->n) && has_work(product, sizes) && has_rows(product, sizes) &&
           influence_is_product(product->program, product->launch, product->report,
                                &(ProductShape){product->input[0], product->input[1],
                                                product->output, sizes->m, sizes->n});
}

/* ---- one cell ---- */

static uint64_t stored_at(bool turned, uint64_t row, uint64_t col, uint64_t rows, uint64_t cols)
{
    return turned ? col * rows + row : row * cols + col;
}

static Sizes turned_sizes(const Reading *reading)
{
    Sizes s = reading->sizes;
    return reading->is_exchanged ? (Sizes){s.n, s.k, s.m} : s;
}

static double scaled(const Product *product, const Reading *reading, double sum, uint64_t at)
{
    double before = reading->beta != 0 ? reading->beta * value_at(&product->before, at) : 0;
    return reading->alpha * sum + before;
}

static double expected_at(const Product *product, const Reading *reading, uint64_t row,
                          uint64_t col, double *magnitude)
{
    Sizes s = turned_sizes(reading);
    const Values *left = &product->in[reading->is_exchanged];
    const Values *right = &product->in[!reading->is_exchanged];
    double sum = 0;
    *magnitude = 0;
    for (uint64_t i = 0; i < s.k; ++i) {
        double term = value_at(left, stored_at(reading->left_turned, row, i, s.m, s.k)) *
                      value_at(right, stored_at(reading->right_turned, i, col, s.k, s.n));
        sum += term;
        *magnitude += fabs(term);
    }
    return scaled(product, reading, sum, row * s.n + col);
}

static bool has_whole_scale(const Reading *reading)
{
    return reading->alpha == floor(reading->alpha) && reading->beta == floor(reading->beta);
}

/* How far the result may be off: not at all for integers, else what rounding each of k steps can
 * add up to. */
static double tolerance(const Product *product, const Reading *reading, double expected,
                        double magnitude)
{
    double epsilon = value_epsilon(product->out.type);
    if (product->is_exact && has_whole_scale(reading) && magnitude * epsilon <= 1)
        return 0;
    return epsilon * ((double)reading->sizes.k + 4) * fabs(reading->alpha) * magnitude +
           4 * epsilon * fabs(expected);
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

static int count_wrong_samples(const Product *product, const Reading *reading, int *total)
{
    Sizes s = turned_sizes(reading);
    uint64_t cells = s.m * s.n;
    int wrong = 0, tries = product->is_part ? SAMPLE_LIMIT * SAMPLE_LIMIT : SAMPLE_LIMIT;
    bool is_all = cells <= (uint64_t)tries;
    tries = is_all ? (int)cells : tries;
    *total = 0;
    for (int i = 0; i < tries && *total < SAMPLE_LIMIT; ++i) {
        uint64_t cell = is_all ? (uint64_t)i : (uint64_t)i * 0x9e3779b97f4a7c15u % cells;
        double magnitude;
        if (product->is_part && gap_at(&product->out, &product->before, cell))
            continue;
        ++*total;
        double expected = expected_at(product, reading, cell / s.n, cell % s.n, &magnitude);
        double error = error_of(product, value_at(&product->out, cell), expected);
        wrong += !(error <= tolerance(product, reading, expected, magnitude));
    }
    return wrong;
}

/* Buffers whose shape, where one is known, is not that of the reading. */
static int count_misshapen(const Product *product, const Reading *reading)
{
    Sizes s = turned_sizes(reading);
    const Buffer *left = &product->launch->buffers[product->input[reading->is_exchanged]];
    const Buffer *right = &product->launch->buffers[product->input[!reading->is_exchanged]];
    uint64_t left_rows = reading->left_turned ? s.k : s.m;
    uint64_t right_rows = reading->right_turned ? s.n : s.k;
    return (left->rows && left->rows != left_rows) + (right->rows && right->rows != right_rows);
}

static Reading reading_number(const Product *product, const Sizes *sizes, int number)
{
    int scale = number / 8;
    return (Reading){.is_exchanged = number & 4,
                     .left_turned = number & 1,
                     .right_turned = number & 2,
                     .alpha = product->scales.alpha[scale],
                     .beta = product->scales.beta[scale],
                     .sizes = *sizes};
}

/* Of readings that all do not fit, a few more cells that are right by chance say nothing. */
static Reading likeliest(const Product *product, const Sizes *sizes, const Reading *best)
{
    int total;
    Reading plain = reading_number(product, sizes, 0);
    bool looks_better = count_misshapen(product, best) < count_misshapen(product, &plain) ||
                        4 * count_wrong_samples(product, best, &total) <=
                            3 * count_wrong_samples(product, &plain, &total);
    return looks_better ? *best : plain;
}

static Reading choose(const Product *product, const Sizes *sizes, bool *fits)
{
    Reading best = {0};
    int least = -1, total = 0;
    for (int i = 0; i < 8 * product->scales.count; ++i) {
        Reading reading = reading_number(product, sizes, i);
        int wrong =
            4 * count_wrong_samples(product, &reading, &total) + count_misshapen(product, &reading);
        if (least >= 0 && wrong >= least)
            continue;
        least = wrong;
        best = reading;
    }
    *fits = least >= 0 && least < 4 && total > 0;
    return *fits ? best : likeliest(product, sizes, &best);
}

/* ---- comparing everything ---- */

/* Both factors by rows; magnitudes[i]: the largest of row i of the right one. */
typedef struct Factors {
    Values left, right;
    bool own_left, own_right;
    double *magnitudes, *sums;
} Factors;

static Factors make_factors(const Product *product, const Reading *reading)
{
    Sizes s = turned_sizes(reading);
    Factors factors = {.left = product->in[reading->is_exchanged],
                       .right = product->in[!reading->is_exchanged],
                       .own_left = reading->left_turned,
                       .own_right = reading->right_turned};
    if (factors.own_left)
        factors.left = values_transpose(&factors.left, s.k, s.m);
    if (factors.own_right)
        factors.right = values_transpose(&factors.right, s.n, s.k);
    factors.magnitudes = calloc(s.k, sizeof *factors.magnitudes);
    factors.sums = calloc(s.n, sizeof *factors.sums);
    return factors;
}

static void free_factors(Factors *factors)
{
    if (factors->own_left)
        values_free(&factors->left);
    if (factors->own_right)
        values_free(&factors->right);
    free(factors->magnitudes);
    free(factors->sums);
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

static void compare_row(Arena *arena, const Product *product, const Reading *reading,
                        const Factors *factors, uint64_t row, CheckResult *result)
{
    Sizes s = turned_sizes(reading);
    double magnitude = 0;
    for (uint64_t col = 0; col < s.n; ++col)
        factors->sums[col] = 0;
    for (uint64_t i = 0; i < s.k; ++i) {
        double factor = value_at(&factors->left, row * s.k + i);
        values_accumulate(&factors->right, i * s.n, s.n, factor, factors->sums);
        magnitude += fabs(factor) * factors->magnitudes[i];
    }
    for (uint64_t col = 0; col < s.n; ++col) {
        uint64_t at = row * s.n + col;
        double expected = scaled(product, reading, factors->sums[col], at);
        double found = value_at(&product->out, at), error = error_of(product, found, expected);
        bool wrong = !(error <= tolerance(product, reading, expected, magnitude));
        if (wrong)
            check_note(arena, result, at, found, expected);
        ++result->total;
        result->wrong += wrong;
        result->unwritten += wrong && gap_at(&product->out, &product->before, at);
        result->wrong_cells[at] = wrong;
        if (!(error <= result->max_abs_error))
            result->max_abs_error = error;
    }
}

static bool compare_all(Arena *arena, const Product *product, const Reading *reading,
                        CheckResult *result)
{
    Sizes s = turned_sizes(reading);
    Factors factors = make_factors(product, reading);
    bool ready = factors.left.bytes && factors.right.bytes && factors.magnitudes && factors.sums;
    if (ready) {
        uint64_t terms = s.m * s.n * s.k, stride = (terms + TERMS_LIMIT - 1) / TERMS_LIMIT;
        result->wrong_cells = ARENA_ARRAY(arena, uint8_t, s.m * s.n);
        find_magnitudes(&factors, &s);
        for (uint64_t row = 0; row < s.m; row += stride)
            compare_row(arena, product, reading, &factors, row, result);
    }
    free_factors(&factors);
    return ready;
}

/* ---- the whole check ---- */

static const char *layout_name(bool turned)
{
    return turned ? "column major" : "row major";
}

static const char *reading_text(Arena *arena, const Product *product, const Reading *reading)
{
    Sizes s = turned_sizes(reading);
    const Buffer *buffers = product->launch->buffers;
    const char *left = buffers[product->input[reading->is_exchanged]].name;
    const char *right = buffers[product->input[!reading->is_exchanged]].name;
    const char *text = arena_printf(
        arena, "%s = %s x %s; %s %llu x %llu %s, %s %llu x %llu %s", buffers[product->output].name,
        left, right, left, (unsigned long long)s.m, (unsigned long long)s.k,
        layout_name(reading->left_turned), right, (unsigned long long)s.k, (unsigned long long)s.n,
        layout_name(reading->right_turned));
    if (reading->alpha != 1 || reading->beta != 0)
        text =
            arena_printf(arena, "%s; alpha = %g, beta = %g", text, reading->alpha, reading->beta);
    return text;
}

static bool load_values(Product *product, const Sizes *sizes)
{
    uint64_t m = sizes->m, n = sizes->n, inner = m > n ? m * sizes->k : n * sizes->k;
    for (int i = 0; i < 2; ++i)
        product->in[i] = values_initial_part(product->launch, product->input[i], inner);
    product->out = values_final_part(product->launch, product->memory, product->output, m * n);
    product->before = values_initial_part(product->launch, product->output, m * n);
    if (!product->in[0].bytes || !product->in[1].bytes || !product->out.bytes ||
        !product->before.bytes)
        return false;
    product->is_exact = values_are_integers(&product->in[0]) &&
                        values_are_integers(&product->in[1]) &&
                        (product->scales.count == 1 || values_are_integers(&product->before));
    return true;
}

static void free_values(Product *product)
{
    values_free(&product->in[0]);
    values_free(&product->in[1]);
    values_free(&product->out);
    values_free(&product->before);
}

/* If the run was made to write the whole result, it did so, or seems to. */
static bool is_covered(const Product *product, const Sizes *sizes)
{
    return !product->is_whole || product->is_part ||
           8 * gap_cells(&product->out, &product->before) <= sizes->m * sizes->n;
}

/* Whatever the kernel was told are sizes: there is no part of the result that it could have been
 * meant to leave out. */
static bool is_told_sizes(const Product *product, const Sizes *sizes)
{
    return sizes_are_all(product->program, product->launch,
                         (const uint64_t[]){sizes->m, sizes->k, sizes->n}, 3) &&
           is_given(product, sizes->m) && is_given(product, sizes->k) &&
           is_given(product, sizes->n);
}

/* What was written of the result is right. */
static bool fits_where_written(const Product *product, const Sizes *sizes)
{
    Product part = *product;
    bool fits;
    part.is_part = true;
    choose(&part, sizes, &fits);
    return fits;
}

/* Enough of the result was written to show something: a little shows nothing, and may be all that
 * was wanted. */
static bool is_enough(const Product *product, const Sizes *sizes)
{
    uint64_t cells = sizes->m * sizes->n, gaps = gap_cells(&product->out, &product->before);
    if (gaps == 0)
        return true;
    if (sizes->m == sizes->n && gap_is_triangle(&product->out, &product->before, sizes->n))
        return false;
    if (product->is_whole || !fits_where_written(product, sizes))
        return !product->is_part || product->is_whole;
    return cells - gaps >= PART_LEAST && is_told_sizes(product, sizes);
}

/* Takes the result that is to be compared in place of the one that told the reading. */
static bool load_compared(Product *product)
{
    if (product->compared == product->memory)
        return true;
    uint64_t count = product->out.count;
    values_free(&product->out);
    product->out = values_final_part(product->launch, product->compared, product->output, count);
    return product->out.bytes;
}

/* without_fit: also if no reading fits, but the sizes tell. */
static bool check_sizes(Arena *arena, Product *product, const Sizes *sizes, bool without_fit,
                        CheckResult *result)
{
    product->scales = product_scales(product->program, product->launch,
                                     product->launch->buffers[product->output].type,
                                     (const uint64_t[]){sizes->m, sizes->k, sizes->n});
    bool found = false, fits = false;
    if (load_values(product, sizes)) {
        Reading reading = choose(product, sizes, &fits);
        Sizes s = turned_sizes(&reading);
        found = (fits || (without_fit && !product->is_part && is_plausible(product, sizes))) &&
                is_covered(product, sizes) && is_enough(product, sizes) && load_compared(product) &&
                compare_all(arena, product, &reading, result);
        result->reference = REFERENCE_MATMUL;
        result->reading = reading_text(arena, product, &reading);
        result->output = product->output;
        result->left = product->input[reading.is_exchanged];
        result->right = product->input[!reading.is_exchanged];
        result->left_turned = reading.left_turned;
        result->right_turned = reading.right_turned;
        result->m = (int64_t)s.m;
        result->k = (int64_t)s.k;
        result->n = (int64_t)s.n;
    }
    free_values(product);
    return found;
}

/* The buffers hold such matrices, and more than that, each packed at its start. */
static bool has_room(const Product *product, const Sizes *sizes)
{
    const Buffer *buffers = product->launch->buffers;
    return sizes->m * sizes->k <= values_count(product->launch, &buffers[product->input[0]]) &&
           sizes->k * sizes->n <= values_count(product->launch, &buffers[product->input[1]]) &&
           sizes->m * sizes->n <= values_count(product->launch, &buffers[product->output]);
}

/* Buffers made once for the largest of several problems. */
static bool check_parts(Arena *arena, Product *product, CheckResult *result)
{
    uint64_t given[GIVEN_LIMIT];
    int count = sizes_given(product->program, product->launch, given);
    for (int i = 0; i < count * count * count; ++i) {
        Sizes sizes = {given[i / count / count], given[i / count % count], given[i % count]};
        if (has_room(product, &sizes) && has_work(product, &sizes) &&
            check_sizes(arena, product, &sizes, false, result))
            return true;
    }
    return false;
}

/* One of the outputs as the product. */
static bool check_output(Arena *arena, Product *product, bool without_fit, CheckResult *result)
{
    Sizes sizes;
    if (!has_kinship(product))
        return false;
    bool is_gap = product->is_part && !product->is_whole;
    if (find_sizes(product, &sizes) && (is_gap || has_work(product, &sizes)) &&
        check_sizes(arena, product, &sizes, without_fit, result))
        return true;
    return !without_fit && !is_gap && check_parts(arena, product, result);
}

static bool check_product(Arena *arena, Product *product, CheckResult *result)
{
    if (!find_buffers(product))
        return false;
    for (int without_fit = 0; without_fit < 2; ++without_fit)
        for (int i = 0; i < product->output_count; ++i) {
            product->output = product->outputs[i];
            if (check_output(arena, product, without_fit, result))
                return true;
        }
    return false;
}

bool check_matmul(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                  const Report *report, CheckResult *result)
{
    Product product = {.program = program,
                       .launch = launch,
                       .report = report,
                       .memory = memory,
                       .compared = memory};
    return check_product(arena, &product, result);
}

bool check_matmul_whole(Arena *arena, const Whole *whole, Memory *memory, CheckResult *result)
{
    Product product = {.program = whole->program,
                       .launch = &whole->launch,
                       .report = whole->report,
                       .memory = whole->memory,
                       .compared = memory,
                       .is_whole = true,
                       .is_part = whole->is_part};
    return check_product(arena, &product, result);
}

bool check_matmul_part(Arena *arena, const Whole *run, CheckResult *result)
{
    Product product = {.program = run->program,
                       .launch = &run->launch,
                       .report = run->report,
                       .memory = run->memory,
                       .compared = run->memory,
                       .is_part = true};
    if (!find_buffers(&product))
        return false;
    for (int i = 0; i < product.output_count; ++i) {
        product.output = product.outputs[i];
        if (check_output(arena, &product, false, result))
            return true;
    }
    return false;
}
