/* Which reference fits is told by evidence: the buffers that were read and written, their sizes, and
 * how much was computed. A transpose moves each element once and computes nothing. */
#include "probe/check.h"

#include "probe/check_matmul.h"
#include "probe/values.h"

#include <math.h>

const char *const reference_names[] = {"none", "matmul", "transpose"};

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

void check_note(Arena *arena, CheckResult *result, uint64_t at, double found, double expected)
{
    if (result->list_count < WRONG_CELLS_KEPT)
        *ARENA_PUSH(arena, result->list, result->list_count, result->list_capacity) =
            (WrongCell){at, found, expected};
}

const WrongCell *check_wrong_cell(const CheckResult *result, uint64_t at)
{
    int low = 0, high = result->list_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (result->list[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < result->list_count && result->list[low].at == at ? &result->list[low] : NULL;
}

/* Those of the output, in its order; with a result they are noted there. */
static uint64_t count_wrong(Arena *arena, const Values *in, const Values *out, uint64_t rows,
                            uint64_t cols, CheckResult *result)
{
    uint64_t wrong = 0;
    for (uint64_t col = 0; col < cols; ++col)
        for (uint64_t row = 0; row < rows; ++row) {
            double found = value_at(out, col * rows + row);
            double expected = value_at(in, row * cols + col), error = fabs(found - expected);
            if (error == 0)
                continue;
            ++wrong;
            if (!result)
                continue;
            result->wrong_cells[col * rows + row] = 1;
            check_note(arena, result, col * rows + row, found, expected);
            if (!(error <= result->max_abs_error))
                result->max_abs_error = error;
        }
    return wrong;
}

static uint64_t count_not_copied(const Values *in, const Values *out)
{
    uint64_t count = 0;
    for (uint64_t i = 0; i < in->count; ++i)
        count += value_at(in, i) != value_at(out, i);
    return count;
}

/* Rows of the input, of which the fewest cells are wrong; 0 if none is likely. */
static uint64_t find_rows(const Program *program, const Launch *launch, const Buffer *buffer,
                          const Values *in, const Values *out)
{
    uint64_t candidates[64], count = 0, best = 0, least = in->count;
    candidates[count++] = buffer->rows;
    candidates[count++] = (uint64_t)llround(sqrt((double)in->count));
    for (int i = 0; i < program->parameter_count && count < 63; ++i)
        if (program->parameters[i].type->kind == TYPE_SCALAR &&
            !scalar_is_float(program->parameters[i].type->scalar)) {
            candidates[count++] = (uint32_t)launch->arguments[i];
            if ((uint32_t)launch->arguments[i])
                candidates[count++] = in->count / (uint32_t)launch->arguments[i];
        }
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t rows = candidates[i];
        if (rows < 2 || in->count % rows || in->count / rows < 2)
            continue;
        uint64_t wrong = count_wrong(NULL, in, out, rows, in->count / rows, NULL);
        if (wrong < least) {
            least = wrong;
            best = rows;
        }
    }
    if (least >= count_not_copied(in, out))
        return 0; /* a copy that came out wrong, if anything */
    bool is_flat = !buffer->rows && launch->block.y * launch->grid.y == 1; /* a reversal, say */
    return least == 0 || (!is_flat && least <= in->count / 2) ? best : 0;
}

static bool compare_transpose(Arena *arena, const Program *program, const Launch *launch,
                              const Buffer *buffer, const Values *in, const Values *out,
                              CheckResult *result)
{
    if (!in->bytes || !out->bytes || !count_not_copied(in, out))
        return false;
    uint64_t rows = find_rows(program, launch, buffer, in, out);
    if (!rows)
        return false;
    uint64_t cols = in->count / rows;
    result->reference = REFERENCE_TRANSPOSE;
    result->total = in->count;
    result->wrong_cells = ARENA_ARRAY(arena, uint8_t, in->count);
    result->wrong = count_wrong(arena, in, out, rows, cols, result);
    result->reading = arena_printf(arena, "%s = transpose of %s, %llu x %llu",
                                   launch->buffers[result->output].name, buffer->name,
                                   (unsigned long long)rows, (unsigned long long)cols);
    return true;
}

static bool check_transpose(Arena *arena, const Program *program, const Launch *launch,
                            Memory *memory, const Report *report, CheckResult *result)
{
    int input = -1, output = -1;
    if (!find_pair(launch, report, &input, &output) || report->counters.flops)
        return false;
    const Buffer *from = &launch->buffers[input], *to = &launch->buffers[output];
    uint64_t count = values_count(launch, to);
    if (from->type != to->type || values_count(launch, from) != count || count < 4)
        return false;
    result->output = output;
    Values in = values_initial(launch, input), out = values_final(launch, memory, output);
    bool found = compare_transpose(arena, program, launch, from, &in, &out, result);
    values_free(&in);
    values_free(&out);
    return found;
}

CheckResult check_result(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                         const Report *report)
{
    CheckResult result = {.reference = REFERENCE_NONE, .output = -1};
    if (check_matmul(arena, program, launch, memory, report, &result))
        return result;
    result = (CheckResult){.reference = REFERENCE_NONE, .output = -1};
    if (check_transpose(arena, program, launch, memory, report, &result))
        return result;
    return (CheckResult){.reference = REFERENCE_NONE, .output = -1};
}
