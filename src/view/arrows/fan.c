/* Reuse as lines: solid where a thread has read the word, dashed where it is going to. What counts
 * is the log of the block, so the fan is there before the first read. */
#include "view/arrows/fan.h"
#include "session/rerun/footprint.h"
#include "view/draw/signs.h"

#include "view/block/threads.h"
#include "view/values/values.h"

#include <math.h>

static bool is_now(const View *view, const AccessRecord *record)
{
    return view->program->has_phases ? record->phase == view->phase
                                     : record->interval == view->machine->interval;
}

static void count(const View *view, Fan *fan, const AccessRecord *record, uint32_t lanes,
                  bool is_ahead)
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        uint32_t thread = record->warp * WARP_LANES + lane;
        if (!(lanes >> lane & 1) || thread >= view->machine->thread_count)
            continue;
        fan->threads += fan->reads[thread]++ == 0;
        fan->ahead[thread] = (uint16_t)(fan->ahead[thread] + is_ahead);
        ++fan->total;
    }
}

bool fan_find(const View *view, uint32_t offset_bytes, Fan *fan)
{
    const Footprints *footprints = view->slot->footprints;
    int64_t scalar;
    int variable = shared_variable_at(view, offset_bytes, &scalar);
    *fan = (Fan){.threads = 0};
    if (!footprints->log || footprints->block != view->machine->block || variable < 0)
        return false;
    uint32_t bytes = scalar_size_bytes(shared_scalar(&view->program->shared[variable]));
    uint64_t moment = view->machine->step_count;
    fan->reads = ARENA_ARRAY(view->arena, uint16_t, view->machine->thread_count);
    fan->ahead = ARENA_ARRAY(view->arena, uint16_t, view->machine->thread_count);
    for (int i = 0; i < footprints->log->count; ++i) {
        const AccessRecord *record = &footprints->log->records[i];
        uint32_t lanes = record->reads && is_now(view, record)
                             ? access_record_lanes(record, SPACE_SHARED, offset_bytes, bytes)
                             : 0;
        if (lanes)
            count(view, fan, record, lanes, record->step >= moment);
    }
    return fan->threads > 0;
}

static void build_line(View *view, Rect cell, uint32_t thread, bool is_ahead)
{
    Point from = rect_centre(cell), to = rect_centre(thread_cell(view, thread));
    Colour colour = colour_alpha(view->theme->accent, is_ahead ? 0.55f : 0.9f);
    float width = view_units(view, 1.6f);
    if (is_ahead)
        sign_dashed_line(view, SIGN_READERS, from, to, colour, width);
    else
        scene_line(view->scene, from, to, colour, width);
    sign_circle(view, SIGN_READERS, to, view_units(view, 2.5f),
                is_ahead ? view->theme->panel : colour, view->theme->accent, view_units(view, 1));
}

void fan_build(View *view)
{
    const Selection *selection = view->selection;
    Target target = selection->hover.kind == TARGET_SHARED ? selection->hover : selection->pin;
    Fan fan;
    int64_t scalar;
    if (target.kind != TARGET_SHARED || !view->threads.grid.is_shown)
        return;
    int variable = shared_variable_at(view, target.b, &scalar);
    if (variable < 0 || !view->shared[variable].is_shown || !fan_find(view, target.b, &fan))
        return;
    Rect cell = cells_seen_cell(&view->shared[variable], scalar);
    for (uint32_t thread = 0; thread < view->machine->thread_count; ++thread)
        if (fan.reads[thread] && excerpt_holds(&view->threads.grid, thread))
            build_line(view, cell, thread, fan.ahead[thread] == fan.reads[thread]);
    scene_box(view->scene, cell, 0, 0, view->theme->accent, view_units(view, 3), (PickTag){0});
}
