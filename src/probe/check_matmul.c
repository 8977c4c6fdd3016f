/* A product has eight readings: either input may be the left factor, and each may be stored row by
 * row or column by column (a result stored by columns is one of these with the factors exchanged).
 * The sizes follow from the three element counts, or are arguments where the buffers are larger than
 * the matrices in them. Samples of the result choose the reading; only then is everything computed. A kernel that is a product but wrong fits none, so what it computed
 * must tell: sizes that it was given, about two operations for each term, and what each input changes
 * in the result. */
#include "probe/check_matmul.h"

#include "probe/influence.h"
#include "probe/rows_length.h"
#include "probe/values.h"
#include "vm/machine.h"

#include <math.h>
#include <stdlib.h>

#define TERMS_LIMIT ((uint64_t)1 << 30) /* multiply-adds; larger products are checked in part */

enum { SAMPLE_LIMIT = 64, GIVEN_LIMIT = 6 };

typedef struct Sizes {
    uint64_t m, k, n;
} Sizes;

typedef struct Reading {
    bool is_exchanged;              /* the second buffer is the left factor */
    bool left_turned, right_turned; /* stored column by column */
    double alpha, beta;
    Sizes sizes;
} Reading;

enum { OUTPUT_LIMIT = 8, SCALE_LIMIT = 4 };

typedef struct Product {
    const Program *program;
    const Launch *launch;
    const Report *report;
    int input[2], output;
    int outputs[OUTPUT_LIMIT], output_count; /* what could be the result */
    Values in[2], out, before;               /* before: the output's initial content */
    bool is_exact;                           /* all inputs are small integers */
    double alphas[SCALE_LIMIT], betas[SCALE_LIMIT];
    int scale_count;
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
    return inputs == 2;
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

/* A number, a parameter, or a member of one. */
static bool is_size(const Uniform *uniform)
{
    return (uniform->kind == UNIFORM_CONSTANT || uniform->kind == UNIFORM_PARAMETER) &&
           !scalar_is_float(uniform->type);
}

static bool is_given(const Product *product, uint64_t size)
{
    const Program *program = product->program;
    for (int i = 0; i < program->parameter_count; ++i)
        if (program->parameters[i].type->kind == TYPE_SCALAR &&
            (uint32_t)product->launch->arguments[i] == size)
            return true;
    for (int i = 0; i < program->uniform_count; ++i)
        if (is_size(&program->uniforms[i]) &&
            (uint32_t)machine_uniform_value(product->launch, &program->uniforms[i], (Dim3){0}) ==
                size)
            return true;
    for (int i = 0; i < product->launch->buffer_count; ++i)
        if (product->launch->buffers[i].rows == size || product->launch->buffers[i].cols == size)
            return true;
    return false;
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

/* One may be a mistake. */
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
    int wrong = 0;
    *total = cells < SAMPLE_LIMIT ? (int)cells : SAMPLE_LIMIT;
    for (int i = 0; i < *total; ++i) {
        uint64_t cell =
            *total == (int)cells ? (uint64_t)i : (uint64_t)i * 0x9e3779b97f4a7c15u % cells;
        double magnitude;
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
                     .alpha = product->alphas[scale],
                     .beta = product->betas[scale],
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
    for (int i = 0; i < 8 * product->scale_count; ++i) {
        Reading reading = reading_number(product, sizes, i);
        int wrong =
            4 * count_wrong_samples(product, &reading, &total) + count_misshapen(product, &reading);
        if (least >= 0 && wrong >= least)
            continue;
        least = wrong;
        best = reading;
    }
    *fits = least >= 0 && least < 4;
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

static bool is_one_of(const Sizes *sizes, double value)
{
    return value == (double)sizes->m || value == (double)sizes->k || value == (double)sizes->n;
}

static void add_scale(Product *product, double alpha, double beta)
{
    product->alphas[product->scale_count] = alpha;
    product->betas[product->scale_count++] = beta;
}

/* The next scalar after *last, in the order of parameters and members. */
static const Uniform *next_scalar(const Program *program, bool is_float, const Uniform *last)
{
    const Uniform *next = NULL;
    int64_t after = last ? (int64_t)last->index << 16 | last->part : -1;
    for (int i = 0; i < program->uniform_count; ++i) {
        const Uniform *uniform = &program->uniforms[i];
        int64_t place = (int64_t)uniform->index << 16 | uniform->part;
        if (uniform->kind == UNIFORM_PARAMETER && place > after &&
            scalar_is_float(uniform->type) == is_float &&
            (!next || place < ((int64_t)next->index << 16 | next->part)))
            next = uniform;
    }
    return next;
}

static double uniform_number(const Product *product, const Uniform *uniform)
{
    uint64_t bits = machine_uniform_value(product->launch, uniform, (Dim3){0});
    Values one = {uniform->type, 1, (uint8_t *)&bits};
    return value_at(&one, 0);
}

/* alpha and beta: none, or the first one or two scalars that the kernel uses, of a floating type if
 * the matrices are; else integers that are no sizes. */
static void find_scales(Product *product, const Sizes *sizes)
{
    bool is_float = scalar_is_float(product->launch->buffers[product->output].type);
    const Uniform *uniform = next_scalar(product->program, is_float, NULL);
    double scalars[2] = {0};
    int count = 0;
    for (; uniform && count < 2; uniform = next_scalar(product->program, is_float, uniform)) {
        double value = uniform_number(product, uniform);
        if (is_float || !is_one_of(sizes, value))
            scalars[count++] = value;
    }
    product->scale_count = 0;
    add_scale(product, 1, 0);
    if (count == 2)
        add_scale(product, scalars[0], scalars[1]);
    if (count >= 1)
        add_scale(product, scalars[0], 0);
}

static bool load_values(Product *product, Memory *memory, const Sizes *sizes)
{
    uint64_t m = sizes->m, n = sizes->n, inner = m > n ? m * sizes->k : n * sizes->k;
    for (int i = 0; i < 2; ++i)
        product->in[i] = values_initial_part(product->launch, product->input[i], inner);
    product->out = values_final_part(product->launch, memory, product->output, m * n);
    product->before = values_initial_part(product->launch, product->output, m * n);
    if (!product->in[0].bytes || !product->in[1].bytes || !product->out.bytes ||
        !product->before.bytes)
        return false;
    product->is_exact = values_are_integers(&product->in[0]) &&
                        values_are_integers(&product->in[1]) &&
                        (product->scale_count == 1 || values_are_integers(&product->before));
    return true;
}

static void free_values(Product *product)
{
    values_free(&product->in[0]);
    values_free(&product->in[1]);
    values_free(&product->out);
    values_free(&product->before);
}

/* without_fit: also if no reading fits, but the sizes tell. */
static bool check_sizes(Arena *arena, Product *product, Memory *memory, const Sizes *sizes,
                        bool without_fit, CheckResult *result)
{
    find_scales(product, sizes);
    bool found = false, fits = false;
    if (load_values(product, memory, sizes)) {
        Reading reading = choose(product, sizes, &fits);
        Sizes s = turned_sizes(&reading);
        found = (fits || (without_fit && is_plausible(product, sizes))) &&
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

/* The different sizes that the kernel was given as whole arguments. */
static int given_sizes(const Product *product, uint64_t sizes[GIVEN_LIMIT])
{
    const Program *program = product->program;
    int count = 0;
    for (int i = 0; i < program->parameter_count && count < GIVEN_LIMIT; ++i) {
        const Type *type = program->parameters[i].type;
        uint64_t size = (uint32_t)product->launch->arguments[i];
        bool is_new = type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar) && size > 1;
        for (int known = 0; known < count && is_new; ++known)
            is_new = sizes[known] != size;
        if (is_new)
            sizes[count++] = size;
    }
    return count;
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
static bool check_parts(Arena *arena, Product *product, Memory *memory, CheckResult *result)
{
    uint64_t given[GIVEN_LIMIT];
    int count = given_sizes(product, given);
    for (int i = 0; i < count * count * count; ++i) {
        Sizes sizes = {given[i / count / count], given[i / count % count], given[i % count]};
        if (has_room(product, &sizes) && has_work(product, &sizes) &&
            check_sizes(arena, product, memory, &sizes, false, result))
            return true;
    }
    return false;
}

/* One of the outputs as the product. */
static bool check_output(Arena *arena, Product *product, Memory *memory, bool without_fit,
                         CheckResult *result)
{
    Sizes sizes;
    if (!has_kinship(product))
        return false;
    if (find_sizes(product, &sizes) && has_work(product, &sizes) &&
        check_sizes(arena, product, memory, &sizes, without_fit, result))
        return true;
    return !without_fit && check_parts(arena, product, memory, result);
}

bool check_matmul(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                  const Report *report, CheckResult *result)
{
    Product product = {.program = program, .launch = launch, .report = report};
    if (!find_buffers(&product))
        return false;
    for (int without_fit = 0; without_fit < 2; ++without_fit)
        for (int i = 0; i < product.output_count; ++i) {
            product.output = product.outputs[i];
            if (check_output(arena, &product, memory, without_fit, result))
                return true;
        }
    return false;
}
