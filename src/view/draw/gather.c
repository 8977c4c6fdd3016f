/* Whatever the picture needs of the run in front is looked up once, before anything is drawn. */
#include "view/draw/gather.h"
#include "session/data/session_data.h"

#include "session/rerun/corner.h"
#include "view/draw/cell_look.h"

/* Above the threads of a block stand as many rows as the upper array has; 0: that is not how they
 * stand. */
static int rows_of_block(const View *view)
{
    const Run *run = view->slot->run;
    int upper = view->slot->corner.above;
    uint32_t rows, columns;
    return upper >= 0 && corner_shape(&run->program->shared[upper], &rows, &columns)
               ? (int)(rows + run->launch.block.y)
               : 0;
}

float view_block_least(const View *view)
{
    int rows = rows_of_block(view);
    return rows ? layout_block_least(&view->layout, rows, cells_lecture_least(view)) : 0;
}

static bool join_block(View *view)
{
    int rows = rows_of_block(view);
    const Look *look = view->look;
    float least = look->lecture ? cells_lecture_least(view) : cells_numbers_least(view);
    return rows && layout_join_block(&view->layout, look, rows, least);
}

void view_gather(View *view)
{
    const SessionRun *slot = view->slot;
    if (!slot)
        return;
    view->program = slot->run->program;
    view->launch = &slot->run->launch;
    view->machine = timeline_machine(slot->timeline);
    view->probe = timeline_probe(slot->timeline);
    view->memory = timeline_memory(slot->timeline);
    const Step *step = session_step(slot);
    view->step = step && step->block == view->machine->block ? step : NULL;
    view->phase = machine_warps(view->machine)[view->selection->thread / WARP_LANES].phase;
    view->placement = placement_of(slot, view->session->stage.is_whole);
    int buffers = view->launch->buffer_count, shared = view->program->shared_count;
    if (!shared)
        layout_without_shared(&view->layout, view->look);
    bool has_banks = view->look->banks && shared;
    if (has_banks)
        layout_for_banks(&view->layout, view->look);
    view->is_corner = !has_banks && join_block(view);
    view->buffers = ARENA_ARRAY(view->arena, CellGrid, buffers + 1);
    view->shared = ARENA_ARRAY(view->arena, CellGrid, shared + 1);
}
