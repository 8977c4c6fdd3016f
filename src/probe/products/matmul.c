/* The sizes follow from the three element counts, or are arguments where the buffers are larger
 * than the matrices in them. A kernel that is a product but wrong fits no reading, so what it
 * computed must tell: sizes that it was given, about two operations for each term, and what each
 * input changes in the result. What could as well be meant to be something else is not claimed. */
#include "probe/products/matmul.h"

#include "probe/products/factor.h"
#include "probe/products/given.h"
#include "probe/products/influence.h"
#include "probe/products/reading.h"
#include "probe/results/gap.h"
#include "probe/rows/length.h"
#include "vm/machine.h"

#include <math.h>

enum { PART_LEAST = 4 };

/* ---- evidence ---- */

/* Of three that are read, one that is as large as the result, and of its type, can be C of
 * D = alpha A B + beta C; the others are the factors then. */
static bool take_added(Product *product, int which)
{
    const Buffer *buffers = product->launch->buffers;
    const Buffer *out = &buffers[product->outputs[0]], *in = &buffers[product->read[which]];
    if (product->output_count != 1 || in->type != out->type ||
        values_count(product->launch, in) != values_count(product->launch, out))
        return false;
    product->added = product->read[which];
    product->input[0] = product->read[which == 0];
    product->input[1] = product->read[which == 2 ? 1 : 2];
    return true;
}

/* How many ways there are to tell C from the factors. */
static int count_roles(const Product *product)
{
    return product->read_count == 3 ? 3 : product->read_count == 2;
}

/* Way number i, that of the last one first; false: it is none. */
static bool take_roles(Product *product, int i)
{
    product->added = -1;
    product->input[0] = product->read[0];
    product->input[1] = product->read[1];
    bool are_factors = product->read_count == 2 || take_added(product, 2 - i);
    return are_factors && !factor_is_index(product->program, product->launch, product->input[0]) &&
           !factor_is_index(product->program, product->launch, product->input[1]);
}

/* A buffer that is only added to by atomics is no result: it counts something. */
static void find_buffers(Product *product)
{
    for (int i = 0; i < product->launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(product->report)[i];
        if (count->atomics)
            continue;
        if (count->stores && product->output_count < OUTPUT_LIMIT) {
            product->outputs[product->output_count++] = i;
        } else if (buffer_loads(count)) {
            if (product->read_count < READ_LIMIT)
                product->read[product->read_count] = i;
            ++product->read_count;
        }
    }
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

/* Terms that tensor cores have multiplied, at most. */
static uint64_t tensor_terms(const Product *product)
{
    uint64_t most = 0;
    for (uint32_t pc = 0; pc < product->program->code_count; ++pc) {
        const Instr *instr = &product->program->code[pc];
        const MmaInfo *mma = &mma_info[instr->op == OP_MMA ? instr->imm & ~MMA_SATURATES : 0];
        uint64_t terms = instr->op == OP_MMA ? (uint64_t)mma->m * mma->k * MMA_N : 0;
        most = terms > most ? terms : most;
    }
    return most * product->report->counters.tensor;
}

/* Roughly as much work as the product needs: half of it if some is lost, or more where threads
 * without an element compute padding. */
static bool has_work(const Product *product, const Sizes *sizes)
{
    const Counters *counters = &product->report->counters;
    uint64_t cells = sizes->m * sizes->n;
    uint64_t workers = cells > counters->threads ? cells : counters->threads;
    if (!scalar_is_float(product->launch->buffers[product->output].type))
        return tensor_terms(product) >= cells * sizes->k ||
               counters->global_load.accesses + counters->shared_load.accesses +
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
           is_given(product, sizes->n) && has_work(product, sizes) && has_rows(product, sizes);
}

/* What a product that fits no reading is multiplied by; NULL: it is none, or may be none. */
static const double *find_alpha(const Product *product, const Sizes *sizes)
{
    const ProductScales *scales = &product->scales;
    ProductShape shape = {product->input[0], product->input[1], product->output,
                          product->added,    sizes->m,          sizes->n};
    if (product->launch->is_part || !is_plausible(product, sizes) ||
        reading_is_stack(product, sizes))
        return NULL;
    int which = influence_of_product(product->program, product->launch, &shape, product->is_named,
                                     scales->alpha, scales->count);
    return which < 0 ? NULL : &scales->alpha[which];
}

/* Only what lies on one side of the diagonal, with it or without, is wrong: the rest was meant to
 * be hidden. */
static bool is_mask(const CheckResult *result, const Sizes *sizes)
{
    bool is_mask[4] = {true, true, true, true}, is_any = sizes->m > 2 && sizes->n > 2;
    for (uint64_t at = 0; is_any && at < sizes->m * sizes->n; ++at) {
        uint64_t row = at / sizes->n, col = at % sizes->n;
        bool sides[4] = {col > row, col >= row, col < row, col <= row};
        for (int i = 0; i < 4; ++i)
            is_mask[i] &= sides[i] == (result->wrong_cells[at] != 0);
        is_any = is_mask[0] || is_mask[1] || is_mask[2] || is_mask[3];
    }
    return is_any;
}

/* ---- the whole check ---- */

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
    reading_choose(&part, sizes, NULL, &fits);
    return fits;
}

/* Enough of the result was written to show something: a little shows nothing, and may be all that
 * was wanted. */
static bool is_enough(const Product *product, const Sizes *sizes)
{
    uint64_t cells = sizes->m * sizes->n, gaps = gap_cells(&product->out, &product->before);
    if (gaps == 0)
        return true;
    if (product->launch->is_part)
        return false;
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
    product->out = values_borrow_final(product->launch, product->compared, product->output, count);
    return product->out.bytes;
}

/* Finds the reading that is to be compared with; false: none. */
static bool find_reading(const Product *product, const Sizes *sizes, bool without_fit,
                         Reading *reading)
{
    bool fits;
    *reading = reading_choose(product, sizes, NULL, &fits);
    if (fits || !without_fit || product->is_part)
        return fits;
    const double *alpha = find_alpha(product, sizes);
    if (alpha)
        *reading = reading_choose(product, sizes, alpha, &fits);
    return alpha;
}

static void tell(Arena *arena, const Product *product, const Reading *reading, CheckResult *result)
{
    Sizes s = reading_sizes(reading);
    result->reference = REFERENCE_MATMUL;
    result->reading = reading_text(arena, product, reading);
    result->output = product->output;
    result->left = product->input[reading->is_exchanged];
    result->right = product->input[!reading->is_exchanged];
    result->left_transposed = reading->left_transposed;
    result->right_transposed = reading->right_transposed;
    result->m = (int64_t)s.m;
    result->k = (int64_t)s.k;
    result->n = (int64_t)s.n;
}

/* without_fit: also if no reading fits, but the sizes tell. */
static bool check_sizes(Arena *arena, Product *product, const Sizes *sizes, bool without_fit,
                        CheckResult *result)
{
    Reading reading;
    bool is_loaded =
        product->added >= 0 || report_buffers(product->report)[product->output].loads > 0;
    product->scales = product_scales(product->program, product->launch,
                                     product->launch->buffers[product->output].type, is_loaded,
                                     (const uint64_t[]){sizes->m, sizes->k, sizes->n});
    bool found = product_load(product, sizes) &&
                 find_reading(product, sizes, without_fit, &reading) &&
                 is_covered(product, sizes) && is_enough(product, sizes) &&
                 load_compared(product) && reading_compare(arena, product, &reading, result);
    if (found) {
        Sizes s = reading_sizes(&reading);
        tell(arena, product, &reading, result);
        found = !is_mask(result, &s);
    }
    product_free(product);
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

/* With each way to tell C from the factors, each output. */
static bool check_outputs(Arena *arena, Product *product, bool without_fit, CheckResult *result)
{
    for (int roles = 0; roles < count_roles(product); ++roles)
        for (int i = 0; i < product->output_count && take_roles(product, roles); ++i) {
            product->output = product->outputs[i];
            if (check_output(arena, product, without_fit, result))
                return true;
        }
    return false;
}

/* Where C might be any of three, a name tells less than what the inputs change. */
static bool check_product(Arena *arena, Product *product, CheckResult *result)
{
    bool is_named = name_says_product(product->program->name);
    find_buffers(product);
    product->is_named = is_named && product->read_count == 2;
    if (check_outputs(arena, product, false, result) || check_outputs(arena, product, true, result))
        return true;
    if (!is_named || product->is_named)
        return false;
    product->is_named = true;
    return check_outputs(arena, product, true, result);
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
    find_buffers(&product);
    return check_outputs(arena, &product, false, result);
}
