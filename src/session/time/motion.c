/* Time as the learner sees it. A move is a target moment and a pace; every tick shows a little more
 * of the step under way, or goes on to the next. Running fast shows fewer frames of the same steps.
 */
#include "session/time/motion.h"

#include "session/grid/counting.h"
#include "session/runs/runs.h"
#include "session/time/break.h"
#include "session/time/lens.h"
#include "session/time/work.h"

#include <math.h>

static const double speeds[] = {0.5, 1, 2, 4, 8, 16, 32, 64, 250, 1000, 10000};
enum { SPEED_COUNT = sizeof speeds / sizeof *speeds, SPEED_START = 2 };

static const double SINGLE_STEP_MS = 650, QUIET_STEP_SHARE = 0.4;
static const double TRAVEL_STEP_MS = 70, TRAVEL_LONGEST_MS = 1400, RELEASE_SHORTEST_MS = 300,
                    RELEASE_MS = 650;
/* What all memory accesses of a move take together in a lecture, and one of them at most. */
static const double LECTURE_MEMORY_MS = 2800, LECTURE_ACCESS_MS = 450;
enum { LECTURE_STEPS_MOST = 1000 };

double session_speed(int speed)
{
    return speeds[speed];
}

void motion_start(Session *session)
{
    session->motion = (Motion){.direction = 1, .progress = 1, .speed = SPEED_START};
}

void motion_change_speed(Session *session, int by)
{
    int speed = session->motion.speed + by;
    if (speed >= 0 && speed < SPEED_COUNT)
        session->motion.speed = speed;
    if (session->motion.playing)
        session->motion.step_ms = 1000 / speeds[session->motion.speed];
}

void motion_set_speed(Session *session, double steps)
{
    int nearest = 0;
    for (int i = 1; i < SPEED_COUNT; ++i)
        if (fabs(speeds[i] - steps) < fabs(speeds[nearest] - steps))
            nearest = i;
    motion_change_speed(session, nearest - session->motion.speed);
}

/* The source pane goes where time goes. */
static void follow_source(Session *session)
{
    session->selection.source_scroll = session->selection.source_line = 0;
}

static void motion_rest(Session *session)
{
    session->motion.moving = session->motion.playing = false;
    session->motion.progress = 1;
}

void session_settle(Session *session)
{
    SessionRun *front = session_front(session);
    if (front && session->motion.moving && !session->motion.playing &&
        timeline_position(front->timeline) != session->motion.target)
        session_seek(session, session->motion.target);
    motion_rest(session);
}

void motion_blank(Session *session)
{
    session_settle(session);
    session->look.blank = true;
}

uint64_t motion_look_ahead(Session *session, uint64_t moment)
{
    SessionRun *front = session_front(session);
    uint64_t stop = timeline_length(front->timeline) + TIMELINE_LOOK_STEPS;
    stop = moment < stop ? moment : stop;
    while (!front->is_measured && timeline_length(front->timeline) < stop)
        session_work(session);
    return timeline_length(front->timeline);
}

void motion_jump(Session *session, uint64_t moment)
{
    motion_rest(session);
    follow_source(session);
    session_seek(session, moment);
}

void motion_to_step(Session *session, int64_t step)
{
    motion_jump(session, step < 0 ? 0 : (uint64_t)step);
}

void motion_to_end(Session *session)
{
    if (session_front(session))
        motion_jump(session, motion_look_ahead(session, UINT64_MAX));
}

void motion_arrive(Session *session)
{
    if (session->motion.moving && !session->motion.playing)
        session_settle(session);
}

/* Goes to the next moment of the move and begins to show its step. */
static void motion_advance(Session *session, uint64_t steps)
{
    Motion *motion = &session->motion;
    uint64_t position = timeline_position(session_front(session)->timeline);
    if (motion->direction > 0)
        session_seek(session,
                     motion->target - position < steps ? motion->target : position + steps);
    else
        session_seek(session,
                     position - motion->target < steps ? motion->target : position - steps);
    motion->progress = motion->direction > 0 && !session->look.reduced_motion ? 0 : 1;
}

static void motion_begin(Session *session, uint64_t target, int direction, double step_ms)
{
    Motion *motion = &session->motion;
    uint64_t from = timeline_position(session_front(session)->timeline);
    motion->moving = true;
    motion->direction = direction;
    motion->target = target;
    motion->step_ms = step_ms;
    motion->memory_ms = 0;
    motion->length_ms = step_ms * (double)(target > from ? target - from : from - target);
    motion->elapsed_ms = 0;
    follow_source(session);
    motion_advance(session, 1);
}

static uint64_t grain_target(Session *session, SessionRun *run, Grain grain, int direction)
{
    uint64_t from = timeline_position(run->timeline);
    timeline_move(run->timeline, grain, direction, session->selection.thread / WARP_LANES);
    uint64_t target = timeline_position(run->timeline);
    timeline_seek(run->timeline, from);
    return target;
}

/* Before an audience what flies is seen to fly: the accesses of a move share a time of their
 * own. */
static void linger_at_memory(Session *session, uint64_t from, uint64_t target)
{
    Motion *motion = &session->motion;
    Timeline *timeline = session_front(session)->timeline;
    uint64_t at = timeline_position(timeline);
    int accesses = 0;
    for (uint64_t moment = from + 1; moment <= target; ++moment) {
        timeline_seek(timeline, moment);
        const Step *step = timeline_last_step(timeline);
        accesses += step && opcode_info[step->instr->op].class == CLASS_MEMORY;
    }
    timeline_seek(timeline, at);
    if (!accesses)
        return;
    motion->memory_ms = fmin(LECTURE_ACCESS_MS, LECTURE_MEMORY_MS / accesses);
    motion->length_ms += fmax(0, motion->memory_ms - motion->step_ms) * accesses;
}

/* Goes to a moment as the reader can follow it. */
static void motion_travel(Session *session, uint64_t target)
{
    uint64_t from = timeline_position(session_front(session)->timeline);
    int direction = target > from ? 1 : -1;
    if (target == from)
        return;
    uint64_t steps = target > from ? target - from : from - target;
    if (session->look.reduced_motion || (steps == 1 && direction < 0)) {
        motion_jump(session, target);
        return;
    }
    double step_ms = steps == 1 ? SINGLE_STEP_MS : TRAVEL_STEP_MS;
    if (step_ms * (double)steps > TRAVEL_LONGEST_MS)
        step_ms = TRAVEL_LONGEST_MS / (double)steps;
    motion_begin(session, target, direction, step_ms);
    if (session->look.lecture && direction > 0 && steps > 1 && steps <= LECTURE_STEPS_MOST)
        linger_at_memory(session, from, target);
}

void motion_by_grain(Session *session, Grain grain, int direction)
{
    session_settle(session);
    SessionRun *front = session_front(session);
    if (!front)
        return;
    motion_travel(session, grain_target(session, front, grain, direction));
}

void motion_run(Session *session, int direction)
{
    uint64_t target;
    session_settle(session);
    if (break_find(session, direction, &target))
        motion_travel(session, target);
    else
        motion_by_grain(session, GRAIN_END, direction);
}

void motion_play(Session *session)
{
    bool was_playing = session->motion.playing;
    session_settle(session);
    SessionRun *front = session_front(session);
    if (was_playing || !front)
        return;
    uint64_t end = timeline_length(front->timeline);
    if (timeline_position(front->timeline) >= end)
        session_seek(session, 0);
    session->motion.playing = true;
    motion_begin(session, end, 1, 1000 / speeds[session->motion.speed]);
}

/* What a step takes: arithmetic is quieter than memory, a release is never skipped over, and is
 * seen in full where a move ends in it. */
static double duration_ms(const Motion *motion, const Step *step, bool is_last)
{
    bool is_barrier = step && step->instr->op == OP_BARRIER;
    if (is_barrier && step->is_release && is_last)
        return fmax(motion->step_ms, RELEASE_MS);
    OpcodeClass class = step ? opcode_info[step->instr->op].class : CLASS_MARK;
    if (class == CLASS_MEMORY && motion->memory_ms > motion->step_ms)
        return motion->memory_ms;
    if (!step || motion->step_ms < 10)
        return motion->step_ms;
    if (is_barrier && step->is_release && motion->step_ms < RELEASE_SHORTEST_MS)
        return RELEASE_SHORTEST_MS;
    return class == CLASS_MEMORY || is_barrier ? motion->step_ms
                                               : motion->step_ms * QUIET_STEP_SHARE;
}

static double step_duration_ms(const Session *session)
{
    const Motion *motion = &session->motion;
    const SessionRun *front = session_front(session);
    bool is_last = !motion->playing && timeline_position(front->timeline) == motion->target;
    return duration_ms(motion, session_step(front), is_last);
}

static void motion_tick(Session *session, double ms)
{
    Motion *motion = &session->motion;
    SessionRun *front = session_front(session);
    if (motion->playing)
        motion->target = timeline_length(front->timeline);
    motion->elapsed_ms += ms;
    double length_ms = step_duration_ms(session);
    while (motion->elapsed_ms >= length_ms) {
        if (timeline_position(front->timeline) == motion->target) {
            motion_rest(session);
            return;
        }
        double steps = motion->step_ms < 1 ? floor(motion->elapsed_ms / motion->step_ms) : 1;
        motion->elapsed_ms -= steps > 1 ? steps * motion->step_ms : length_ms;
        motion_advance(session, (uint64_t)steps);
        length_ms = step_duration_ms(session);
    }
    if (motion->direction > 0 && !session->look.reduced_motion)
        motion->progress = motion->elapsed_ms / length_ms;
}

bool session_is_moving(const Session *session)
{
    return session->motion.moving;
}

bool session_tick(Session *session, double ms)
{
    bool changed = counting_tick(session, ms);
    changed |= session_is_working(session) && session_work(session);
    if (!session->motion.moving || !session_front(session))
        return changed;
    motion_tick(session, ms);
    lens_follow(session);
    return true;
}
