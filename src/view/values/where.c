/* The block in view and its phase, for whichever panel has room to say so. */
#include "view/values/where.h"
#include "program/loop.h"
#include "session/rerun/footprint.h"
#include "view/values/spot.h"

#include <string.h>

const char *where_block(View *view)
{
    return view_format(view, STRING_BLOCK_AT, view_block_at(view, view->machine->block));
}

/* The variable that the loop of phases declares for its counter, as in for (int ph = 0; ...). */
static const Variable *phase_counter(const View *view)
{
    const Program *program = view->program;
    const Variable *counter = NULL;
    Loop loop;
    if (!loop_main(program, &loop))
        return NULL;
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        bool is_at_loop =
            source_line(program->sources, variable->span) == (int)program->code[loop.test].line;
        if (is_at_loop && variable_is_alive(variable, loop.test) &&
            variable->storage == STORAGE_REGISTER && variable->type->kind == TYPE_SCALAR &&
            !scalar_is_float(variable->type->scalar))
            counter = variable;
    }
    return counter;
}

/* The counter has the value of the phase shown: not where the loop itself is run, which counts on
 * before it asks whether there is another phase. */
static bool counts_phase(const View *view, const Variable *counter)
{
    uint32_t pc = machine_warps(view->machine)[view->selection->thread / WARP_LANES].pc;
    Loop loop;
    return view->step && loop_main(view->program, &loop) && variable_is_alive(counter, pc) &&
           view->program->code[pc].line != view->program->code[loop.test].line;
}

/* "ph = 0" where the source counts otherwise than from 0 on, as in a pipeline that is filled first
 * or a sum by halves; else NULL. It stands in place of the number, so that there are not two. */
static const char *counter_text(View *view)
{
    const Variable *counter = phase_counter(view);
    if (!counter || !counts_phase(view, counter))
        return NULL;
    ScalarType type = counter->type->scalar;
    uint64_t bits = machine_value(view->machine, counter->operand, type, view->selection->thread);
    if (bits == view->phase - 1)
        return NULL;
    return arena_printf(view->arena, "%s = %s", counter->name,
                        machine_value_text(view->arena, view->launch, type, bits, false));
}

/* Whether another warp that has not ended is in another phase than the picked thread's. */
static bool are_apart(const View *view)
{
    const Warp *warps = machine_warps(view->machine);
    for (uint32_t warp = 0; warp < view->machine->warp_count; ++warp)
        if (warps[warp].exited != warps[warp].lanes && warps[warp].phase != view->phase)
            return true;
    return false;
}

static const char *phase_text(View *view)
{
    uint32_t count = view->slot->footprints->phase_count;
    if (!view->program->has_phases || !count)
        return view_text(view, STRING_NO_PHASES);
    if (!view->phase)
        return view_text(view, STRING_PHASE_NONE);
    bool is_all = view->slot->footprints->is_complete;
    const char *counter = counter_text(view);
    if (counter)
        return view_either(view, is_all, STRING_PHASE_COUNTED, STRING_PHASE_COUNTED_MORE, counter,
                           view->phase, count);
    return view_either(view, is_all, STRING_PHASE_OF, STRING_PHASE_OF_MORE, view->phase - 1, count);
}

/* Warps that no barrier keeps together may be in different phases: then it is told whose it is. */
const char *where_phase(View *view)
{
    const char *text = phase_text(view);
    bool is_told = view->phase && view->program->has_phases && are_apart(view);
    return is_told
               ? arena_printf(view->arena, "W%u · %s", view->selection->thread / WARP_LANES, text)
               : text;
}

int64_t where_line(const Launch *launch)
{
    uint64_t threads = dim3_count(launch->block);
    if (threads != launch->block.x)
        return 0;
    return threads < WARP_LANES ? (int64_t)threads : WARP_LANES;
}

const char *where_row(View *view, const CellGrid *grid)
{
    int64_t line = where_line(view->launch), row = grid->wrap * grid->group;
    bool is_block = line < WARP_LANES;
    if (!grid->is_linear || line <= 1 || cells_drawn_rows(grid) < 2)
        return NULL;
    if (row % line == 0)
        return view_either(view, is_block, STRING_ROW_BLOCKS, STRING_ROW_WARPS,
                           (long long)(row / line));
    return line % row ? NULL
                      : view_either(view, is_block, STRING_ROW_BLOCK_PART, STRING_ROW_WARP_PART,
                                    (long long)(line / row));
}
