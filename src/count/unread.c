/* The reading of the product (probe/checks) says where element (row, col) of a factor lies; a row
 * is unread if none of its elements was read. */
#include "count/unread.h"

#include "probe/results/gap.h"
#include "probe/results/values.h"
#include "probe/rows/pointer.h"

bool unread_is_wanted(const CheckResult *check)
{
    return check->reference == REFERENCE_MATMUL && check->wrong > 0 && check->grid.x == 0;
}

/* A factor as a matrix. */
typedef struct Factor {
    int buffer;
    bool is_transposed;         /* stored column by column */
    bool is_left;               /* the left one: the sum runs over its columns, not its rows */
    uint64_t rows, cols, start; /* start: scalars before it in the buffer */
} Factor;

typedef struct UnreadSearch {
    const Program *program;
    const Launch *launch;
    const CheckResult *check;
    Reads *reads;
    Values after, before; /* of the result */
} UnreadSearch;

static Factor factor_of(const Launch *launch, const CheckResult *check, bool is_left)
{
    Factor factor = {.buffer = is_left ? check->left : check->right,
                     .is_transposed = is_left ? check->left_transposed : check->right_transposed,
                     .is_left = is_left,
                     .rows = (uint64_t)(is_left ? check->m : check->k),
                     .cols = (uint64_t)(is_left ? check->k : check->n)};
    const Buffer *buffer = &launch->buffers[factor.buffer];
    uint64_t all = buffer_bytes(buffer) / scalar_size_bytes(buffer->type);
    factor.start = all - values_count(launch, buffer);
    return factor;
}

static uint64_t scalar_at(const Factor *factor, uint64_t row, uint64_t col)
{
    return factor->start +
           (factor->is_transposed ? col * factor->rows + row : row * factor->cols + col);
}

static bool is_read(const UnreadSearch *search, const Factor *factor, bool is_row, uint64_t number)
{
    uint64_t length = is_row ? factor->cols : factor->rows;
    for (uint64_t i = 0; i < length; ++i)
        if (reads_have(search->reads, factor->buffer,
                       scalar_at(factor, is_row ? number : i, is_row ? i : number)))
            return true;
    return false;
}

/* Some element of a row or column of the result was written. */
static bool is_result_written(const UnreadSearch *search, bool is_row, uint64_t number)
{
    uint64_t rows = (uint64_t)search->check->m, cols = (uint64_t)search->check->n;
    for (uint64_t i = 0; i < (is_row ? cols : rows); ++i)
        if (!gap_at(&search->after, &search->before,
                    is_row ? number * cols + i : i * cols + number))
            return true;
    return false;
}

static FindingSlices find_slices(const UnreadSearch *search, const Factor *factor, bool is_row)
{
    FindingSlices slices = {0, 0, 0};
    uint64_t count = is_row ? factor->rows : factor->cols;
    bool is_summed = is_row != factor->is_left;
    for (uint64_t i = 0; i < count; ++i) {
        if (is_read(search, factor, is_row, i) ||
            (!is_summed && !is_result_written(search, is_row, i)))
            continue;
        slices.first = slices.count ? slices.first : i;
        slices.last = i;
        ++slices.count;
    }
    return slices;
}

/* The first line that loads from the buffer; 0 if none is certain. */
static uint32_t line_of_load(const UnreadSearch *search, int buffer)
{
    const Program *program = search->program;
    Arena *arena = arena_new();
    Definitions definitions = definitions_of(arena, program);
    uint32_t line = 0;
    for (uint32_t pc = 0; pc < program->code_count && !line; ++pc) {
        PointerPath path;
        if (program->code[pc].op != OP_LOAD ||
            !pointer_path(&definitions, program->code[pc].a, pc, &path))
            continue;
        const Uniform *base = &program->uniforms[OPERAND_INDEX(path.base)];
        uint64_t address = machine_uniform_value(search->launch, base, (Dim3){0, 0, 0});
        if (address_space(address) == SPACE_GLOBAL && (int)address_object(address) == buffer)
            line = program->code[pc].own_line;
    }
    arena_free(arena);
    return line;
}

static void find_in_factor(const UnreadSearch *search, bool is_left, Report *report)
{
    Factor factor = factor_of(search->launch, search->check, is_left);
    FindingSlices rows = find_slices(search, &factor, true);
    FindingSlices cols = find_slices(search, &factor, false);
    if (!rows.count && !cols.count)
        return;
    bool is_all = rows.count == factor.rows || cols.count == factor.cols;
    if (is_all)
        rows.count = cols.count = 0;
    Finding finding = {.kind = FINDING_NEVER_READ,
                       .space = SPACE_GLOBAL,
                       .buffer = factor.buffer,
                       .line = line_of_load(search, factor.buffer),
                       .count = is_all ? 1 : rows.count + cols.count,
                       .thread = FINDING_NO_THREAD,
                       .other_thread = FINDING_NO_THREAD,
                       .landed = -1,
                       .rows = rows,
                       .columns = cols};
    finding.element =
        (int64_t)scalar_at(&factor, rows.count ? rows.first : 0, rows.count ? 0 : cols.first);
    report_find(report, &finding);
}

static GridStatus run(UnreadSearch *search, const GridOptions *options, Memory *memory)
{
    Arena *arena = arena_new();
    GridOptions own = *options;
    own.reads = search->reads;
    own.block_steps = NULL;
    own.stepped = NULL;
    GridStatus status =
        grid_count(search->program, search->launch, memory, &own,
                   arena_alloc(arena, report_size(search->program, search->launch)));
    arena_free(arena);
    return status;
}

static GridStatus search_in(UnreadSearch *search, const GridOptions *options, Memory *memory,
                            Report *report)
{
    GridStatus status = run(search, options, memory);
    if (status != GRID_DONE)
        return status;
    search->before = values_initial(search->launch, search->check->output, UINT64_MAX);
    search->after = values_final(search->launch, memory, search->check->output, UINT64_MAX);
    if (search->before.bytes && search->after.bytes) {
        find_in_factor(search, true, report);
        find_in_factor(search, false, report);
    }
    values_free(&search->before);
    values_free(&search->after);
    return status;
}

/* Where memory cannot be had nothing is added to the report, as if nobody had looked. */
GridStatus unread_find(const Program *program, const Launch *launch, const CheckResult *check,
                       const GridOptions *options, Report *report)
{
    const char *reason;
    bool wanted[LAUNCH_BUFFER_LIMIT] = {false};
    wanted[check->left] = wanted[check->right] = true;
    UnreadSearch search = {
        .program = program, .launch = launch, .check = check, .reads = reads_new(launch, wanted)};
    Memory *memory = search.reads ? memory_new(launch, &reason) : NULL;
    GridStatus status = memory ? search_in(&search, options, memory, report) : GRID_DONE;
    if (memory)
        memory_free(memory);
    reads_free(search.reads);
    return status;
}
