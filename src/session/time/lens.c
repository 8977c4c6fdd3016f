/* The access before the moment is found by going back a little and forward again; the timeline ends
 * where it stood. */
#include "session/time/lens.h"
#include "session/data/session_data.h"

enum { LENS_REACH_STEPS = 512, LINE_REACH_STEPS = 128 };

static bool accesses_memory(const Lens *lens, const Step *step, uint32_t block)
{
    return step && step->block == block && opcode_info[step->instr->op].class == CLASS_MEMORY &&
           (lens->panel != PANEL_MAP || step->space == SPACE_SHARED);
}

static bool lens_keep(Lens *lens, Timeline *timeline)
{
    lens->has_step = true;
    lens->moment = timeline_position(timeline);
    lens->step = *timeline_last_step(timeline);
    return true;
}

static bool multiplies(const Step *step, uint32_t block)
{
    return step && step->block == block && step->instr->op == OP_MMA;
}

/* A line of wmma moves its fragments in per-thread memory before and behind the product: there, and
 * at the product itself, it is what is looked at. */
static bool lens_find_product(Lens *lens, Timeline *timeline, uint32_t block, uint64_t moment)
{
    const Step *last = timeline_last_step(timeline);
    bool may_be = last && last->instr->op == OP_MMA;
    may_be |= last && accesses_memory(lens, last, block) && last->space == SPACE_LOCAL;
    if (!may_be)
        return false;
    uint32_t line = last->instr->line, warp = last->warp;
    bool is_found = false;
    timeline_seek(timeline, moment > LINE_REACH_STEPS ? moment - LINE_REACH_STEPS : 0);
    while (timeline_position(timeline) < moment && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0))
        if (multiplies(timeline_last_step(timeline), block)) {
            const Step *step = timeline_last_step(timeline);
            if (step->instr->line == line && step->warp == warp)
                is_found = lens_keep(lens, timeline);
        }
    return is_found;
}

/* The last access among the steps up to the moment. */
static void lens_look_back(Lens *lens, Timeline *timeline, uint32_t block, uint64_t moment)
{
    timeline_seek(timeline, moment > LENS_REACH_STEPS ? moment - LENS_REACH_STEPS : 0);
    while (timeline_position(timeline) < moment && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0))
        if (accesses_memory(lens, timeline_last_step(timeline), block))
            lens_keep(lens, timeline);
}

static void lens_look_ahead(Lens *lens, Timeline *timeline, uint32_t block, uint64_t moment)
{
    for (int i = 0; i < LENS_REACH_STEPS && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0); ++i)
        if (accesses_memory(lens, timeline_last_step(timeline), block) && lens_keep(lens, timeline))
            break;
    timeline_seek(timeline, moment);
}

void lens_follow(Session *session)
{
    Lens *lens = &session->lens;
    SessionRun *front = session_front(session);
    PanelName panel = session->look.panel;
    if (!front || (panel != PANEL_MEMORY && panel != PANEL_LATENCY && panel != PANEL_MAP)) {
        lens->is_known = false;
        return;
    }
    Timeline *timeline = front->timeline;
    uint64_t moment = timeline_position(timeline);
    lens->is_known &= lens->panel == panel;
    lens->panel = panel;
    if (lens->is_known && lens->run == session->front && lens->at == moment)
        return;
    bool is_next = lens->is_known && lens->run == session->front && moment == lens->at + 1;
    uint32_t block = timeline_machine(timeline)->block;
    if (panel == PANEL_MEMORY && lens_find_product(lens, timeline, block, moment)) {
        /* kept */
    } else if (accesses_memory(lens, timeline_last_step(timeline), block)) {
        lens_keep(lens, timeline);
    } else if (!is_next || !lens->has_step || lens->step.block != block || lens->moment > moment) {
        lens->has_step = false;
        lens_look_back(lens, timeline, block, moment);
        if (!lens->has_step)
            lens_look_ahead(lens, timeline, block, moment);
    }
    lens->is_known = true;
    lens->run = session->front;
    lens->at = moment;
}
