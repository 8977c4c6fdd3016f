/* A state is told by the shape of its token and by its colour; what of them is on its way to the
 * gate or from it is told by the step shown. */
#include "view/block/tokens.h"

#include "session/scenes/veil.h"
#include "view/draw/signs.h"
#include "view/values/values.h"

#include <math.h>

/* Shares of the animation of a releasing step: arriving, waiting together, leaving. */
static const float ARRIVED = 0.4f, OPENS = 0.6f;
static const float READY = 0.55f; /* of a token that takes part */

bool token_takes_part(const View *view, uint32_t thread)
{
    return view->step && view->step->warp == thread / WARP_LANES &&
           step_lane_is_active(view, (int)(thread % WARP_LANES));
}

/* A barrier has opened without it, and it runs no more, or only where the others do not. */
static bool never_came(const View *view, uint32_t thread)
{
    return probe_missed_barrier(view->probe, thread) && !veil_hides(view->session, VEIL_FINDINGS) &&
           !veil_hides(view->session, VEIL_MARKS);
}

static ThreadState state_of_lane(const View *view, uint32_t thread)
{
    switch (machine_lane_state(view->machine, thread / WARP_LANES, thread % WARP_LANES)) {
    case LANE_RUNNING: return THREAD_READY;
    case LANE_WAITING_AT_BARRIER:
    case LANE_WAITING_AT_MBARRIER: return THREAD_WAITING;
    case LANE_DONE: return never_came(view, thread) ? THREAD_NEVER_CAME : THREAD_DONE;
    default: return never_came(view, thread) ? THREAD_NEVER_CAME : THREAD_INACTIVE;
    }
}

ThreadState thread_state(const View *view, uint32_t thread)
{
    const Step *step = view->step;
    ThreadState state = state_of_lane(view, thread);
    bool is_of_step =
        step && step->warp == thread / WARP_LANES && step->block == view->machine->block;
    if (is_of_step && step->instr->op != OP_BARRIER &&
        (state == THREAD_READY || state == THREAD_INACTIVE))
        return token_takes_part(view, thread) ? THREAD_RUNNING : THREAD_INACTIVE;
    return state == THREAD_READY && (is_of_step || !step) ? THREAD_RUNNING : state;
}

StringKey thread_state_text(ThreadState state)
{
    switch (state) {
    case THREAD_RUNNING: return STRING_STATE_RUNNING;
    case THREAD_READY: return STRING_STATE_READY;
    case THREAD_NEVER_CAME: return STRING_STATE_NEVER_CAME;
    case THREAD_WAITING: return STRING_STATE_WAITING;
    case THREAD_DONE: return STRING_STATE_DONE;
    default: return STRING_STATE_INACTIVE;
    }
}

static float smooth(float share)
{
    share = fminf(fmaxf(share, 0), 1);
    return share * share * (3 - 2 * share);
}

/* How far the token has gone to its gate, 0..1. */
float token_gate_share(const View *view, uint32_t thread)
{
    ThreadState state = thread_state(view, thread);
    const Step *step = view->step;
    bool at_barrier = step && step->instr->op == OP_BARRIER;
    float progress = view->progress;
    if (at_barrier && step->is_release && state != THREAD_DONE) {
        bool arrives = token_takes_part(view, thread);
        if (progress < OPENS)
            return arrives ? smooth(progress / ARRIVED) : 1;
        return 1 - smooth((progress - OPENS) / (1 - OPENS));
    }
    if (state != THREAD_WAITING)
        return 0;
    return at_barrier && token_takes_part(view, thread) ? smooth(progress / ARRIVED) : 1;
}

static Sign sign_of(ThreadState state)
{
    static const Sign signs[THREAD_STATES] = {
        [THREAD_RUNNING] = SIGN_RUNNING,       [THREAD_READY] = SIGN_READY,
        [THREAD_WAITING] = SIGN_WAITING,       [THREAD_INACTIVE] = SIGN_INACTIVE,
        [THREAD_NEVER_CAME] = SIGN_NEVER_CAME, [THREAD_DONE] = SIGN_DONE,
    };
    return signs[state];
}

static void build_cross(View *view, Point centre, float half, float line)
{
    Colour colour = view->theme->danger;
    scene_line(view->scene, (Point){centre.x - half, centre.y - half},
               (Point){centre.x + half, centre.y + half}, colour, line);
    scene_line(view->scene, (Point){centre.x - half, centre.y + half},
               (Point){centre.x + half, centre.y - half}, colour, line);
}

/* The state of a thread whose cell is too small for a token: how much of the cell is filled, all of
 * it, half, a point, or but a line. */
void token_build_small(View *view, Rect cell, ThreadState state)
{
    const Theme *theme = view->theme;
    float gap = cell.w > 4 ? 1 : 0, line = fmaxf(1, roundf(cell.h / 8));
    Rect inside = {cell.x, cell.y, cell.w - gap, cell.h - (cell.h >= 4 ? 1 : 0)};
    Point centre = rect_centre(inside);
    view_sign(view, sign_of(state));
    switch (state) {
    case THREAD_RUNNING: scene_rect(view->scene, inside, theme->running, (PickTag){0}); break;
    case THREAD_WAITING:
        scene_rect(view->scene, rect_cut_right(&inside, inside.w / 2), theme->waiting,
                   (PickTag){0});
        break;
    case THREAD_READY:
        scene_rect(view->scene, rect_inset(inside, inside.w / 4), theme->running, (PickTag){0});
        break;
    case THREAD_NEVER_CAME: build_cross(view, centre, inside.w * 0.35f, line); break;
    case THREAD_DONE:
        scene_rect(
            view->scene,
            (Rect){centre.x - inside.w / 6, centre.y - inside.h / 4, inside.w / 3, inside.h / 2},
            theme->done, (PickTag){0});
        break;
    default:
        scene_rect(view->scene, (Rect){inside.x, centre.y - line / 2, inside.w, line},
                   theme->inactive, (PickTag){0});
        break;
    }
    view_sign(view, SIGN_NONE);
}

/* The state that a small token shows while a large one would be on its way to the gate or from it:
 * that of the nearer end. */
ThreadState token_state_seen(const View *view, uint32_t thread)
{
    ThreadState state = thread_state(view, thread);
    if (state != THREAD_RUNNING && state != THREAD_READY && state != THREAD_WAITING)
        return state;
    return token_gate_share(view, thread) > 0.5f ? THREAD_WAITING
           : state == THREAD_WAITING             ? THREAD_RUNNING
                                                 : state;
}

void token_build(View *view, Rect cell, ThreadState state, float share)
{
    const Theme *theme = view->theme;
    float size = fminf(cell.w, cell.h), radius = fmaxf(2, size * 0.17f);
    Point centre = rect_centre(cell);
    centre.y += size * 0.08f;
    centre.x += share * (cell.w * 0.5f - radius - fmaxf(3, size * 0.1f));
    bool waits = share > 0 || state == THREAD_WAITING;
    Colour colour = waits ? theme->waiting : theme->running;
    view_sign(view, sign_of(waits ? THREAD_WAITING : state));
    if (state == THREAD_DONE) {
        float half = radius * 0.8f;
        scene_rect(view->scene, (Rect){centre.x - half, centre.y - half, 2 * half, 2 * half},
                   theme->done, (PickTag){0});
    } else if (state == THREAD_NEVER_CAME) {
        build_cross(view, centre, radius, fmaxf(2, size * 0.06f));
    } else if (state == THREAD_INACTIVE) {
        scene_circle(view->scene, centre, radius, 0, theme->inactive, fmaxf(1, size * 0.04f),
                     (PickTag){0});
    } else {
        scene_circle(view->scene, centre, state == THREAD_READY ? READY * radius : radius, colour,
                     0, 0, (PickTag){0});
    }
    if (share > 0) {
        float w = fmaxf(2, size * 0.06f);
        scene_rect(view->scene,
                   (Rect){cell.x + cell.w - 2 * w, cell.y + size * 0.14f, w, size * 0.72f},
                   colour_alpha(theme->waiting, share), (PickTag){0});
    }
    view_sign(view, SIGN_NONE);
}

int token_legend(const View *view, ThreadState states[THREAD_STATES])
{
    bool is_there[THREAD_STATES] = {[THREAD_RUNNING] = true,
                                    [THREAD_WAITING] = true,
                                    [THREAD_INACTIVE] = true,
                                    [THREAD_DONE] = true};
    int count = 0;
    for (uint32_t thread = 0; thread < view->machine->thread_count; ++thread)
        is_there[thread_state(view, thread)] = true;
    for (int i = 0; i < THREAD_STATES; ++i)
        if (is_there[i])
            states[count++] = (ThreadState)i;
    return count;
}
