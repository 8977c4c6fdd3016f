/* Footprints: a block is run once more beside the timeline, from the memory that it began with, and
 * the bounding boxes of its global accesses are kept for every phase. */
#include "session/rerun/footprint.h"

#include "session/data/buffer.h"

#include <stdlib.h>

static void add_place(Footprint *footprint, int64_t row, int64_t column)
{
    if (!footprint->row_count) {
        *footprint = (Footprint){row, column, 1, 1, footprint->touched, 0};
        return;
    }
    int64_t last_row = footprint->row + footprint->row_count - 1;
    int64_t last_column = footprint->column + footprint->column_count - 1;
    if (row < footprint->row)
        footprint->row = row;
    if (column < footprint->column)
        footprint->column = column;
    footprint->row_count = (row > last_row ? row : last_row) - footprint->row + 1;
    footprint->column_count = (column > last_column ? column : last_column) - footprint->column + 1;
}

static void footprint_add(Footprints *footprints, Footprint *footprint, int index, int64_t scalar)
{
    const Buffer *buffer = &footprints->walk.launch->buffers[index];
    int64_t rows, columns, bits = buffer_scalars(buffer);
    size_t words = (size_t)(bits + 63) / 64, bytes = words * sizeof(uint64_t);
    if (!footprint->row_count && bits <= FOOTPRINT_BITS_MOST &&
        footprints->touched_bytes + bytes <= FOOTPRINT_BYTES_MOST) {
        footprints->touched_bytes += bytes;
        footprint->touched = ARENA_ARRAY(footprints->arena, uint64_t, words);
    }
    buffer_shape(buffer, &rows, &columns);
    add_place(footprint, scalar / columns, scalar % columns);
    if (!footprint->touched)
        return;
    uint64_t *word = &footprint->touched[scalar / 64], bit = (uint64_t)1 << scalar % 64;
    footprint->touched_count += !(*word & bit);
    *word |= bit;
}

static void fold_lane(Footprints *footprints, Footprint *phase, const Launch *launch,
                      const Step *step, int lane)
{
    int index = launch_buffer_at(launch, step->arena[lane]);
    if (index < 0)
        return;
    const Buffer *buffer = &launch->buffers[index];
    uint32_t bytes = buffer_scalar_bytes(buffer);
    int64_t scalar = (int64_t)((step->arena[lane] - buffer->offset_bytes) / bytes);
    for (uint32_t i = 0; i < (step->access_bytes + bytes - 1) / bytes; ++i, ++scalar) {
        if (scalar >= buffer_scalars(buffer))
            return;
        footprint_add(footprints, &phase[index], index, scalar);
        footprint_add(footprints, &footprints->whole[index], index, scalar);
    }
}

static void fold_step(Footprints *footprints, const Step *step)
{
    while (footprints->phase_count < step->phase) {
        ++footprints->phase_count;
        int count = (int)footprints->phase_count;
        footprints->phases = arena_grow(footprints->arena, footprints->phases,
                                        sizeof(Footprint) * (size_t)footprints->buffer_count, count,
                                        &footprints->phase_capacity);
        Footprint *fresh = footprints->phases + (size_t)count * footprints->buffer_count;
        for (int i = 0; i < footprints->buffer_count; ++i)
            fresh[i] = (Footprint){0};
    }
    if (footprints->copies)
        tile_copies_fold(footprints->copies, footprints->walk.machine, step);
    if (footprints->log) {
        access_log_fold(footprints->log, footprints->arena, step);
        access_log_fold_local(footprints->local_log, footprints->arena, step);
        step_trace_fold(footprints->trace, footprints->arena, step);
    }
    if (footprints->trail)
        trail_fold(footprints->trail, footprints->walk.machine, step);
    if (step->space != SPACE_GLOBAL || opcode_info[step->instr->op].class != CLASS_MEMORY)
        return;
    Footprint *phase = footprints->phases + (size_t)step->phase * footprints->buffer_count;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if ((step->active & ~step->outside) >> lane & 1)
            fold_lane(footprints, phase, footprints->walk.launch, step, lane);
}

static Footprints *footprints_start(Arena *arena, const Program *program, const Launch *launch,
                                    uint32_t block, AccessLog *log, const MemorySaved *before)
{
    Footprints *footprints = ARENA_NEW(arena, Footprints);
    int buffers = launch->buffer_count > 0 ? launch->buffer_count : 1;
    const char *reason;
    *footprints = (Footprints){
        .block = block,
        .buffer_count = buffers,
        .phases = ARENA_ARRAY(arena, Footprint, buffers),
        .whole = ARENA_ARRAY(arena, Footprint, buffers),
        .phase_capacity = 1,
        .arena = arena,
        .log = log,
        .local_log = log ? ARENA_NEW(arena, AccessLog) : NULL,
        .trace = log ? ARENA_NEW(arena, StepTrace) : NULL,
        .copies = log && !before ? tile_copies_new(arena, program, launch) : NULL,
        .trail =
            log && trail_is_wanted(program) ? trail_begin_stores(arena, program, launch) : NULL,
    };
    footprints->is_going_on = walk_open(&footprints->walk, program, launch, &reason);
    walk_over(&footprints->walk, block, 0, 1);
    if (footprints->is_going_on && before)
        memory_restore(footprints->walk.memory, before);
    footprints_extend(footprints);
    return footprints;
}

Footprints *footprints_open(Arena *arena, const Program *program, const Launch *launch,
                            uint32_t block)
{
    return footprints_start(arena, program, launch, block, NULL, NULL);
}

Footprints *footprints_open_logged(Arena *arena, const Program *program, const Launch *launch,
                                   uint32_t block, const MemorySaved *before)
{
    return footprints_start(arena, program, launch, block, ARENA_NEW(arena, AccessLog), before);
}

void footprints_extend(Footprints *footprints)
{
    Walk *walk = &footprints->walk;
    uint64_t slice_end = walk->steps + FOOTPRINT_SLICE_STEPS;
    Step step;
    while (footprints->is_going_on && walk->steps < slice_end) {
        if (!walk_next(walk, &step)) { /* it waits for others that never come */
            footprints->is_complete = true;
            footprints->is_going_on = false;
            break;
        }
        if (walk->event == WALK_STEP)
            fold_step(footprints, &step);
        footprints->is_complete = walk->event == WALK_END;
        footprints->is_going_on = !footprints->is_complete && walk->steps < FOOTPRINT_STEP_LIMIT;
    }
    if (footprints->is_going_on) {
        memory_trim(walk->memory, MEMORY_READ_PAGES);
        return;
    }
    if (walk->machine && footprints->copies)
        tile_copies_finish(footprints->copies);
    footprints_close(footprints);
}

void footprints_close(Footprints *footprints)
{
    if (!footprints)
        return;
    walk_close(&footprints->walk);
    footprints->is_going_on = false;
}

Footprint footprint_at(const Footprints *footprints, uint32_t phase, int buffer)
{
    if (!footprints || phase > footprints->phase_count || buffer >= footprints->buffer_count)
        return (Footprint){0};
    return footprints->phases[(size_t)phase * footprints->buffer_count + buffer];
}

bool footprint_is_full(const Footprint *footprint)
{
    return !footprint->touched ||
           footprint->touched_count == footprint->row_count * footprint->column_count;
}

bool footprint_touches(const Footprint *footprint, int64_t scalar, int64_t row, int64_t column)
{
    if (row < footprint->row || row >= footprint->row + footprint->row_count ||
        column < footprint->column || column >= footprint->column + footprint->column_count)
        return false;
    return !footprint->touched || footprint->touched[scalar / 64] >> scalar % 64 & 1;
}
