/* Whatever the picture needs of the run in front is looked up once, before anything is drawn. */
#include "view/draw/gather.h"
#include "session/data/session_data.h"
#include "session/scenes/veil.h"

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
    bool is_seen = step && step->block == view->machine->block;
    view->step = is_seen && !veil_hides(view->session, VEIL_STEP) ? step : NULL;
    view->phase = machine_warps(view->machine)[view->selection->thread / WARP_LANES].phase;
    view->placement = placement_of(slot, view->session->stage.is_whole);
    int buffers = view->launch->buffer_count, shared = view->program->shared_count;
    view->is_corner = view->layout.block.w > 0;
    view->buffers = ARENA_ARRAY(view->arena, CellGrid, buffers + 1);
    view->insets = ARENA_ARRAY(view->arena, CellGrid, buffers + 1);
    view->shared = ARENA_ARRAY(view->arena, CellGrid, shared + 1);
}
