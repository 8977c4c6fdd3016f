/* Which reference fits is told by evidence: the buffers that were read and written, their sizes,
 * and how much was computed. A transpose moves each element once and computes nothing. */
#include "probe/checks/check.h"

#include "probe/products/matmul.h"
#include "probe/results/gap.h"
#include "probe/results/values.h"
#include "probe/results/whole.h"

#include <math.h>

/* The buffers that were only read and only written; false unless there is one of each. */
static bool find_pair(const Launch *launch, const Report *report, int *input, int *output)
{
    int inputs = 0, outputs = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(report)[i];
        if (buffer_loads(count) && count->stores)
            return false;
        if (buffer_loads(count) && ++inputs)
            *input = i;
        if (count->stores && ++outputs)
            *output = i;
    }
    return inputs == 1 && outputs == 1;
}

/* The contents that a transpose is told by. */
typedef struct Transposed {
    const Launch *launch;
    Values in, out, before; /* before: the output's at the start, once a cell of it is wanted */
    int output;
    bool is_part; /* of the output, only what was written counts */
} Transposed;

/* The cell was not written. */
static bool is_gap(Transposed *transposed, uint64_t cell)
{
    if (!transposed->before.bytes)
        transposed->before = values_initial(transposed->launch, transposed->output, UINT64_MAX);
    return transposed->before.bytes && gap_at(&transposed->out, &transposed->before, cell);
}

/* How many cells of the output are wrong, if the input has so many rows and columns; they are noted
 * in result, unless that is NULL. */
static uint64_t count_wrong(Arena *arena, Transposed *transposed, uint64_t rows, uint64_t cols,
                            CheckResult *result)
{
    const Values *in = &transposed->in, *out = &transposed->out;
    uint64_t wrong = 0;
    if (values_are_transposed(in, out, rows, cols))
        return 0;
    for (uint64_t col = 0; col < cols; ++col)
        for (uint64_t row = 0; row < rows; ++row) {
            double found = value_at(out, col * rows + row);
            double expected = value_at(in, row * cols + col), error = fabs(found - expected);
            bool is_old = error != 0 && is_gap(transposed, col * rows + row);
            if (error == 0 || (is_old && transposed->is_part))
                continue;
            ++wrong;
            if (!result)
                continue;
            result->wrong_cells[col * rows + row] = 1;
            result->unwritten += is_old;
            check_note(arena, result, col * rows + row, found, expected);
            if (!(error <= result->max_abs_error))
                result->max_abs_error = error;
        }
    return wrong;
}

/* More than so many cells of the output are not what the input holds in their place. */
static bool has_not_copied(Transposed *transposed, uint64_t more_than)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < transposed->in.count && count <= more_than; ++i)
        count += value_at(&transposed->in, i) != value_at(&transposed->out, i) &&
                 !(transposed->is_part && is_gap(transposed, i));
    return count > more_than;
}

/* The number of rows of the input with which the fewest cells are wrong, *wrong of them; 0 if none
 * is likely. */
static uint64_t find_rows(const Program *program, const Launch *launch, const Buffer *buffer,
                          Transposed *transposed, uint64_t *wrong)
{
    const Values *in = &transposed->in;
    uint64_t candidates[64], count = 0, best = 0, least = in->count;
    candidates[count++] = buffer->rows;
    if (!buffer->rows) /* else it is known to be no square, or told already */
        candidates[count++] = (uint64_t)llround(sqrt((double)in->count));
    for (int i = 0; i < program->parameter_count && count < 63; ++i)
        if (program->parameters[i].type->kind == TYPE_SCALAR &&
            !scalar_is_float(program->parameters[i].type->scalar)) {
            candidates[count++] = (uint32_t)launch->arguments[i];
            if ((uint32_t)launch->arguments[i])
                candidates[count++] = in->count / (uint32_t)launch->arguments[i];
        }
    for (uint64_t i = 0; i < count && least > 0; ++i) {
        uint64_t rows = candidates[i];
        if (rows < 2 || in->count % rows || in->count / rows < 2)
            continue;
        *wrong = count_wrong(NULL, transposed, rows, in->count / rows, NULL);
        if (*wrong < least) {
            least = *wrong;
            best = rows;
        }
    }
    *wrong = least;
    if (!has_not_copied(transposed, least))
        return 0; /* if anything, it is a copy that came out wrong */
    bool is_flat = !buffer->rows && launch->block.y * launch->grid.y == 1; /* a reversal, say */
    return least == 0 || (!is_flat && least <= in->count / 2) ? best : 0;
}

/* Loads the input, and the output after the run that memory is of. */
static Transposed load_transposed(const Launch *launch, Memory *memory, int input, int output)
{
    return (Transposed){.launch = launch,
                        .in = values_borrow_initial(launch, memory, input, UINT64_MAX),
                        .out = values_borrow_final(launch, memory, output, UINT64_MAX),
                        .output = output};
}

static void free_transposed(Transposed *transposed)
{
    values_free(&transposed->in);
    values_free(&transposed->out);
    values_free(&transposed->before);
}

static bool is_loaded(const Transposed *transposed)
{
    return transposed->in.bytes && transposed->out.bytes;
}

/* Compares memory with the transpose that the whole run has shown to be meant, unless it is known
 * to be right. */
static bool compare_transpose(Arena *arena, const Whole *whole, Memory *memory, int input,
                              uint64_t rows, bool is_right, CheckResult *result)
{
    const Launch *launch = &whole->launch;
    Transposed transposed = load_transposed(launch, memory, input, result->output);
    bool is_good = is_loaded(&transposed);
    if (is_good) {
        uint64_t cols = transposed.in.count / rows;
        result->reference = REFERENCE_TRANSPOSE;
        result->total = transposed.in.count;
        result->wrong_cells = ARENA_ARRAY(arena, uint8_t, transposed.in.count);
        result->wrong = is_right ? 0 : count_wrong(arena, &transposed, rows, cols, result);
        result->reading = arena_printf(
            arena, "%s = transpose of %s, %llu x %llu", launch->buffers[result->output].name,
            launch->buffers[input].name, (unsigned long long)rows, (unsigned long long)cols);
    }
    free_transposed(&transposed);
    return is_good && !(launch->is_part && result->unwritten);
}

static bool check_transpose(Arena *arena, const Whole *whole, Memory *memory, CheckResult *result)
{
    int input = -1, output = -1;
    const Launch *launch = &whole->launch;
    if (!find_pair(launch, whole->report, &input, &output) || whole->report->counters.flops)
        return false;
    const Buffer *from = &launch->buffers[input], *to = &launch->buffers[output];
    uint64_t count = values_count(launch, to), rows = 0, wrong = 0;
    if (from->type != to->type || values_count(launch, from) != count || count < 4)
        return false;
    result->output = output;
    Transposed transposed = load_transposed(launch, whole->memory, input, output);
    transposed.is_part = whole->is_part;
    if (is_loaded(&transposed) && has_not_copied(&transposed, 0))
        rows = find_rows(whole->program, launch, from, &transposed, &wrong);
    free_transposed(&transposed);
    bool is_right = wrong == 0 && memory == whole->memory && !whole->is_part;
    return rows && compare_transpose(arena, whole, memory, input, rows, is_right, result);
}

/* ---- results of which something was not written ---- */

/* A product has two factors, a transpose computes nothing from one. */
static bool could_be_known(const Launch *launch, const Report *report)
{
    int inputs = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(report)[i];
        inputs += count->loads > 0 && count->stores == 0;
    }
    return inputs == 2 || (inputs == 1 && !report->counters.flops);
}

/* Compares memory with what the whole run shows to be meant. */
static bool check_by(Arena *arena, const Whole *whole, Memory *memory, CheckResult *result)
{
    *result = (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    if (check_matmul_whole(arena, whole, memory, result))
        return true;
    *result = (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    return check_transpose(arena, whole, memory, result);
}

static bool check_grid(Arena *arena, const Whole *base, Memory *memory, Dim3 grid,
                       CheckResult *result)
{
    Whole whole;
    if (!whole_run(arena, base->program, &base->launch, grid, &whole))
        return false;
    bool found = check_by(arena, &whole, memory, result);
    if (found)
        result->grid = grid;
    whole_free(&whole);
    return found;
}

static bool check_grids(Arena *arena, const Whole *base, Memory *memory, CheckResult *result)
{
    Dim3 grids[WHOLE_GRIDS];
    bool found = false;
    if (base->launch.is_part || !could_be_known(&base->launch, base->report))
        return false;
    int count = whole_grids(base->program, &base->launch, base->memory, base->report, grids);
    for (int i = 0; i < count && !found; ++i)
        found = check_grid(arena, base, memory, grids[i], result);
    return found;
}

/* Runs the program with the lines that --without has switched off, to see what is meant. */
static bool check_lines(Arena *arena, const Whole *base, Memory *memory, CheckResult *result)
{
    Whole whole;
    const Program *program = base->program->whole;
    if (!program || !whole_run(arena, program, &base->launch, base->launch.grid, &whole))
        return false;
    bool found = check_by(arena, &whole, memory, result) ||
                 (!whole.is_part && check_grids(arena, &whole, memory, result));
    whole_free(&whole);
    return found;
}

CheckResult check_result(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                         const Report *report)
{
    CheckResult result = {.reference = REFERENCE_NONE, .output = -1};
    Whole base = {program, *launch, memory, report, false};
    if (report_part(report))
        return result;
    if (check_matmul(arena, program, launch, memory, report, &result))
        return result;
    result = (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    if (check_transpose(arena, &base, memory, &result) ||
        check_lines(arena, &base, memory, &result) || check_grids(arena, &base, memory, &result))
        return result;
    result = (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    if (check_matmul_part(arena, &base, &result))
        return result;
    return (CheckResult){.reference = REFERENCE_NONE, .output = -1};
}

void check_count_useful(const CheckResult *check, Report *report)
{
    Counters *counters = &report->counters;
    counters->useful_flops = counters->flops;
    if (check->reference != REFERENCE_MATMUL)
        return;
    uint64_t terms = 2 * (uint64_t)check->m * (uint64_t)check->k * (uint64_t)check->n;
    if (terms < counters->flops)
        counters->useful_flops = terms;
}
