/* An element of a buffer, a variable that accumulates, or an element in a tensor core's result.
 * What moves is not asked about: the search begins when time rests. */
#include "session/time/why.h"
#include "session/data/session_data.h"

#include "session/data/buffer.h"

#include <string.h>

enum { SLICE_STEPS = 20000 };

static bool is_asked(Target target)
{
    return target.kind == TARGET_CELL || target.kind == TARGET_VARIABLE ||
           target.kind == TARGET_FRAGMENT;
}

/* What is explained: that under the pointer, else what is pinned. */
static Target wanted_target(const Session *session)
{
    const Selection *selection = &session->selection;
    return is_asked(selection->hover) ? selection->hover
           : is_asked(selection->pin) ? selection->pin
                                      : (Target){0};
}

/* The answer, or the search for it, is of this target at this moment. */
static bool is_of(const Session *session, const Reason *reason, Target target)
{
    const SessionRun *front = session_front(session);
    return front && reason->search && memcmp(&reason->target, &target, sizeof target) == 0 &&
           reason->run == session->front && reason->thread == session->selection.thread &&
           reason->moment == timeline_position(front->timeline);
}

/* The block in view, as far as it has come. */
static SumSpan span_of(const SessionRun *run)
{
    const Machine *machine = timeline_machine(run->timeline);
    return (SumSpan){run->first_block, machine->block, machine->step_count,
                     timeline_position(run->timeline)};
}

static SumSearch *search_cell(const SessionRun *run, Target target)
{
    const Launch *launch = &run->run->launch;
    const char *reason;
    if (target.a >= (uint32_t)launch->buffer_count || launch->buffers[target.a].role == ROLE_INPUT)
        return NULL;
    const Buffer *buffer = &launch->buffers[target.a];
    uint64_t scalar = target.b | (uint64_t)target.c << 32;
    if (scalar >= (uint64_t)buffer_scalars(buffer))
        return NULL;
    return sum_search_element(&run->accumulators, launch, span_of(run),
                              buffer->offset_bytes + scalar * buffer_scalar_bytes(buffer), &reason);
}

static SumSearch *search_variable(const SessionRun *run, Target target, uint32_t thread)
{
    const Accumulations *all = &run->accumulators.accumulations;
    const char *reason;
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].variable == (int)target.a && all->items[i].slot != OPERAND_NONE) {
            SumTarget asked = {all->items[i].slot, all->items[i].variable, SPACE_LOCAL, 0, thread};
            return sum_search_target(&run->accumulators, &run->run->launch, span_of(run), &asked,
                                     &reason);
        }
    return NULL;
}

/* An element that the product under the lens has left, when it had left it: its register may be
 * used for something else since. */
static SumSearch *search_fragment(const Session *session, const SessionRun *run, Target target)
{
    const Lens *lens = &session->lens;
    const Instr *instr = lens->has_step ? lens->step.instr : NULL;
    const char *reason;
    if (!instr || instr->op != OP_MMA || lens->run != session->front ||
        lens->step.block != timeline_machine(run->timeline)->block)
        return NULL;
    SumSpan span = {run->first_block, lens->step.block, lens->step.index + 1,
                    session_block_moment(run, lens->step.block, lens->step.index + 1)};
    TrailPlace place = {(Operand)(instr->dst + target.b), target.a, target.c > 0};
    return sum_search_register(&run->accumulators, &run->run->launch, span, place, &reason);
}

static SumSearch *search_of(const Session *session, const SessionRun *front, Target target)
{
    switch (target.kind) {
    case TARGET_CELL: return search_cell(front, target);
    case TARGET_FRAGMENT: return search_fragment(session, front, target);
    default: return search_variable(front, target, session->selection.thread);
    }
}

void why_follow(Session *session)
{
    Reason *reason = &session->reason;
    const SessionRun *front = session_front(session);
    Target target = wanted_target(session);
    if (!front || session->time.motion.moving || is_of(session, reason, target))
        return;
    reason_drop(reason);
    if (!target.kind)
        return;
    uint32_t thread = session->selection.thread;
    *reason = (Reason){.target = target,
                       .run = session->front,
                       .thread = thread,
                       .moment = timeline_position(front->timeline)};
    reason->search = search_of(session, front, target);
    why_work(session);
}

bool why_is_working(const Session *session)
{
    return session->reason.search && !session->reason.is_known;
}

bool why_work(Session *session)
{
    Reason *reason = &session->reason;
    if (!why_is_working(session) || !sum_search_run(reason->search, SLICE_STEPS))
        return false;
    reason->is_known = true;
    reason->result = sum_search_result(reason->search);
    return true;
}

const SumResult *session_reason(const Session *session, Target target)
{
    const Reason *reason = &session->reason;
    return reason->is_known && is_of(session, reason, target) ? &reason->result : NULL;
}
