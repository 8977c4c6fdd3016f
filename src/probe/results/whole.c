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

typedef struct Runner {
    Whole *whole;
    Machine *machine;
    Probe *probe;
    uint64_t steps_left;
} Runner;

/* ---- running ---- */

static bool run_block(Runner *runner, uint64_t block)
{
    const Program *program = runner->whole->program;
    const Launch *launch = &runner->whole->launch;
    Step step;
    machine_start(runner->machine, program, launch, (uint32_t)block);
    probe_begin_block(runner->probe, program, launch, runner->machine);
    while (machine_step(runner->machine, program, launch, runner->whole->memory, &step)) {
        if (runner->steps_left-- == 0)
            return false;
        probe_fold(runner->probe, program, launch, runner->machine, &step);
    }
    probe_end_block(runner->probe, program, launch, runner->machine);
    return true;
}

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

/* Returns how many blocks ended in time. */
static uint64_t run_blocks(Runner *runner)
{
    uint64_t count = launch_block_count(&runner->whole->launch), stride = whole_stride(count);
    uint64_t done = 0;
    while (done < count && run_block(runner, done * stride % count))
        ++done;
    return done;
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

static bool run_with(Arena *arena, Runner *runner)
{
    Whole *whole = runner->whole;
    const char *reason;
    size_t size = probe_size(whole->program, &whole->launch, PROBE_COUNT);
    runner->machine = page_alloc_aligned(machine_size(whole->program, &whole->launch));
    runner->probe = page_alloc_aligned(size);
    whole->memory = memory_new(&whole->launch, &reason);
    if (!whole->memory)
        return false;
    probe_start(runner->probe, whole->program, &whole->launch, PROBE_COUNT);
    uint64_t all = launch_block_count(&whole->launch), done = run_blocks(runner);
    if (done == 0)
        return false;
    whole->is_part = done < all;
    Report *report = arena_alloc(arena, report_size(whole->program, &whole->launch));
    report_start(report, whole->program, &whole->launch);
    report_merge(report, probe_report(runner->probe));
    tell_about_all(report, all, done);
    whole->report = report;
    return true;
}

bool whole_run(Arena *arena, const Program *program, const Launch *launch, Dim3 grid, Whole *whole)
{
    *whole = (Whole){.program = program, .launch = *launch};
    whole->launch.grid = grid;
    if (launch_check(arena, &whole->launch, program))
        return false;
    Runner runner = {.whole = whole, .steps_left = STEP_LIMIT};
    bool is_good = run_with(arena, &runner);
    page_free_aligned(runner.machine);
    page_free_aligned(runner.probe);
    if (!is_good)
        whole_free(whole);
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
    Values before = values_initial(launch, output), after = values_final(launch, memory, output);
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
