/* Which grid is needed follows from the part of the result that was written: three times as many
 * blocks along x, if a third of the columns was. Blocks are run with a probe, in an order that goes
 * all over the grid, so that a few tell about all if all would take too long. */
#include "probe/results/whole.h"

#include "probe/probe.h"
#include "probe/results/values.h"
#include "probe/rows/length.h"
#include "vm/page.h"

#include <stdlib.h>

#define STEP_LIMIT ((uint64_t)1 << 21)

/* ---- running ---- */

uint64_t whole_stride(uint64_t count)
{
    uint64_t stride = count * 5 / 13 + 1;
    for (;; ++stride) {
        uint64_t a = stride, b = count;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

static void scale(uint64_t *number, uint64_t all, uint64_t done)
{
    *number = (uint64_t)((double)*number * (double)all / (double)done);
}

static void tell_about_all(Report *report, uint64_t all, uint64_t done)
{
    Counters *counters = &report->counters;
    scale(&counters->flops, all, done);
    scale(&counters->threads, all, done);
    scale(&counters->instructions, all, done);
    scale(&counters->global_load.accesses, all, done);
    scale(&counters->shared_load.accesses, all, done);
}

/* The walk is open. */
static bool run_blocks(Arena *arena, Whole *whole, Walk *walk, Probe *probe)
{
    uint64_t all = walk->count;
    Step step;
    walk_over(walk, 0, whole_stride(all), all);
    walk->steps_left = STEP_LIMIT;
    probe_start(probe, whole->program, &whole->launch, PROBE_COUNT);
    while (walk_next(walk, &step))
        probe_follow(probe, walk, &step);
    if (walk->done == 0)
        return false;
    whole->is_part = walk->done < all;
    Report *report = arena_alloc(arena, report_size(whole->program, &whole->launch));
    report_start(report, whole->program, &whole->launch);
    report_merge(report, probe_report(probe));
    tell_about_all(report, all, walk->done);
    whole->report = report;
    whole->memory = walk->memory;
    walk->memory = NULL;
    return true;
}

bool whole_run(Arena *arena, const Program *program, const Launch *launch, Dim3 grid, Whole *whole)
{
    const char *reason;
    Walk walk;
    *whole = (Whole){.program = program, .launch = *launch};
    whole->launch.grid = grid;
    if (rounds_are_wanted(program)) /* one probe cannot follow blocks that take turns */
        return false;
    if (launch_check(arena, &whole->launch, program))
        return false;
    Probe *probe = page_alloc_aligned(probe_size(program, &whole->launch, PROBE_COUNT));
    bool is_good = walk_open(&walk, program, &whole->launch, &reason) &&
                   run_blocks(arena, whole, &walk, probe);
    page_free_aligned(probe);
    walk_close(&walk);
    return is_good;
}

void whole_free(Whole *whole)
{
    if (whole->memory)
        memory_free(whole->memory);
    whole->memory = NULL;
}

/* ---- grids ---- */

typedef struct Extents {
    uint64_t cells, written;
    uint64_t rows, columns;                 /* of the result */
    uint64_t rows_written, columns_written; /* its upper left part that holds all that was */
} Extents;

/* The largest buffer that was stored to. */
static int find_output(const Launch *launch, const Report *report)
{
    int output = -1;
    uint64_t most = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(report)[i];
        uint64_t cells = values_count(launch, &launch->buffers[i]);
        if (count->stores && !count->atomics && cells > most) {
            most = cells;
            output = i;
        }
    }
    return output;
}

static uint64_t columns_of(const Program *program, const Launch *launch, const Buffer *buffer)
{
    if (buffer->cols)
        return buffer->cols;
    Operand operand =
        buffer->parameter >= 0 ? row_length_shown(program, buffer->parameter, 0) : OPERAND_NONE;
    return OPERAND_IS_UNIFORM(operand)
               ? (uint32_t)machine_uniform_value(launch, &program->uniforms[OPERAND_INDEX(operand)],
                                                 (Dim3){0})
               : 0;
}

static Extents find_extents(const Program *program, const Launch *launch, Memory *memory,
                            int output)
{
    Values before = values_initial(launch, output, UINT64_MAX),
           after = values_final(launch, memory, output, UINT64_MAX);
    Extents extents = {.cells = after.count,
                       .columns = columns_of(program, launch, &launch->buffers[output])};
    if (!extents.columns || extents.cells % extents.columns)
        extents.columns = extents.cells;
    extents.rows = extents.cells / extents.columns;
    for (uint64_t i = 0; before.bytes && after.bytes && i < extents.cells; ++i) {
        if (value_at(&before, i) == value_at(&after, i))
            continue;
        uint64_t row = i / extents.columns + 1, column = i % extents.columns + 1;
        ++extents.written;
        extents.rows_written = row > extents.rows_written ? row : extents.rows_written;
        if (column > extents.columns_written)
            extents.columns_written = column;
    }
    values_free(&before);
    values_free(&after);
    return extents;
}

static uint32_t times(uint32_t blocks, uint64_t all, uint64_t covered)
{
    uint64_t needed = (blocks * all + covered - 1) / covered;
    return needed > INT32_MAX ? INT32_MAX : (uint32_t)needed;
}

int whole_grids(const Program *program, const Launch *launch, Memory *memory, const Report *report,
                Dim3 grids[WHOLE_GRIDS])
{
    Dim3 grid = launch->grid;
    int output = find_output(launch, report), count = 0;
    if (output < 0)
        return 0;
    Extents e = find_extents(program, launch, memory, output);
    if (e.written == 0 || e.written == e.cells)
        return 0;
    if (grid.x != grid.y)
        grids[count++] = (Dim3){grid.y, grid.x, grid.z};
    grids[count++] = (Dim3){times(grid.x, e.columns, e.columns_written),
                            times(grid.y, e.rows, e.rows_written), grid.z};
    grids[count++] = (Dim3){times(grid.x, e.rows, e.rows_written),
                            times(grid.y, e.columns, e.columns_written), grid.z};
    grids[count++] = (Dim3){times(grid.x, e.cells, e.written), grid.y, grid.z};
    return count;
}
