/* Time as the learner sees it. A move is a target moment, and the beats that lead there; every tick
 * shows a little more of the beat under way, or goes on to the next. Running fast shows fewer
 * frames of the same beats. */
#include "session/time/motion.h"
#include "session/data/session_data.h"

#include "session/grid/counting.h"
#include "session/runs/runs.h"
#include "session/time/beat.h"
#include "session/time/break.h"
#include "session/time/lens.h"
#include "session/time/why.h"
#include "session/time/work.h"

#include <math.h>

enum { SPEED_HALL = 2, SPEED_START = 3 }; /* in a hall a value flies for 0.8 s */

/* Moves that need not be watched take as long as so many beats: whole blocks, runs, ways back. */
static const double QUICK_BEATS = 3;

double session_speed(int speed)
{
    return beat_speed(speed);
}

void motion_start(Session *session)
{
    session->time.motion = (Motion){.direction = 1, .progress = 1, .speed = SPEED_START};
}

void motion_change_speed(Session *session, int by)
{
    int speed = session->time.motion.speed + by;
    if (speed >= 0 && speed < beat_speeds())
        session->time.motion.speed = speed;
}

void motion_lecture(Session *session, bool is_on)
{
    int *speed = &session->time.motion.speed;
    session->look.lecture = session->look.full_screen = is_on;
    if (*speed == (is_on ? SPEED_START : SPEED_HALL))
        *speed = is_on ? SPEED_HALL : SPEED_START;
}

void motion_set_speed(Session *session, double beats)
{
    int nearest = 0;
    for (int i = 1; i < beat_speeds(); ++i)
        if (fabs(beat_speed(i) - beats) < fabs(beat_speed(nearest) - beats))
            nearest = i;
    motion_change_speed(session, nearest - session->time.motion.speed);
}

/* The source pane goes where time goes. */
static void follow_source(Session *session)
{
    session->selection.source_scroll = session->selection.source_line = 0;
}

static void motion_rest(Session *session)
{
    session->time.motion.moving = session->time.motion.playing = false;
    session->time.motion.progress = 1;
}

void session_settle(Session *session)
{
    SessionRun *front = session_front(session);
    if (front && session->time.motion.moving && !session->time.motion.playing &&
        timeline_position(front->timeline) != session->time.motion.target)
        session_seek(session, session->time.motion.target);
    motion_rest(session);
    lens_follow(session);
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

void motion_leap(Session *session, uint64_t moment)
{
    Motion *motion = &session->time.motion;
    SessionRun *front = session_front(session);
    uint64_t from = front ? timeline_position(front->timeline) : 0;
    motion_jump(session, moment);
    if (!front || session->look.reduced_motion || timeline_position(front->timeline) == from)
        return;
    *motion = (Motion){.moving = true,
                       .direction = 1,
                       .grain = GRAIN_END,
                       .target = timeline_position(front->timeline),
                       .from = from,
                       .share = 1,
                       .weight = 1,
                       .speed = motion->speed};
}

void motion_to_step(Session *session, int64_t step)
{
    motion_jump(session, step < 0 ? 0 : (uint64_t)step);
}

void motion_to_end(Session *session)
{
    if (session_front(session))
        motion_leap(session, motion_look_ahead(session, UINT64_MAX));
}

void motion_arrive(Session *session)
{
    if (session->time.motion.moving && !session->time.motion.playing)
        session_settle(session);
}

/* How much of the beat is seen: all of it, where nothing moves. */
static void motion_show(Session *session)
{
    Motion *motion = &session->time.motion;
    double passed = fmin(motion->passed, 1);
    motion->progress = session->look.reduced_motion ? 1
                       : motion->direction > 0      ? passed
                                                    : 1 - passed;
}

/* The front run is where its next beat leaves it; the other one goes along. */
static void motion_next(Session *session)
{
    Motion *motion = &session->time.motion;
    SessionRun *front = session_front(session);
    beat_begin(motion, front);
    motion_show(session);
    session_seek(session, timeline_position(front->timeline));
}

static void motion_begin(Session *session, Grain grain, uint64_t target, double share)
{
    Motion *motion = &session->time.motion;
    const SessionRun *front = session_front(session);
    *motion = (Motion){.moving = true,
                       .playing = motion->playing,
                       .direction = target > timeline_position(front->timeline) ? 1 : -1,
                       .grain = grain,
                       .target = target,
                       .share = share,
                       .speed = motion->speed};
    follow_source(session);
    motion_next(session);
    motion->is_long = !beat_is_last(motion, front);
}

/* Where a move leads, and over how many beats. */
static uint64_t grain_target(Session *session, Grain grain, int direction)
{
    Timeline *timeline = session_front(session)->timeline;
    uint64_t from = timeline_position(timeline);
    timeline_move(timeline, grain, direction, session->selection.thread / WARP_LANES);
    uint64_t target = timeline_position(timeline);
    timeline_seek(timeline, from);
    return target;
}

static double beats_until(const SessionRun *run, uint64_t target)
{
    uint64_t all, from = timeline_position(run->timeline), before, behind;
    before = timeline_stops(run->timeline, &all);
    timeline_seek(run->timeline, target);
    behind = timeline_stops(run->timeline, &all);
    timeline_seek(run->timeline, from);
    return fabs((double)behind - (double)before) + 1;
}

/* Goes to a moment as the reader can follow it. */
static void motion_travel(Session *session, Grain grain, uint64_t target)
{
    const SessionRun *front = session_front(session);
    uint64_t from = timeline_position(front->timeline);
    bool is_quick = target < from || grain == GRAIN_BLOCK || grain == GRAIN_END;
    if (target == from)
        return;
    if (session->look.reduced_motion)
        motion_jump(session, target);
    else
        motion_begin(session, grain, target,
                     is_quick ? fmin(1, QUICK_BEATS / beats_until(front, target)) : 1);
}

void motion_to(Session *session, uint64_t moment)
{
    session_settle(session);
    if (session_front(session))
        motion_travel(session, GRAIN_END, moment);
}

/* Pressed again while it is on its way, a move is completed, and no other one begun. */
static bool motion_completes(Session *session, Grain grain, int direction)
{
    const Motion *motion = &session->time.motion;
    bool is_again = motion->moving && !motion->playing && motion->is_long &&
                    motion->grain == grain && motion->direction == direction;
    session_settle(session);
    return is_again || !session_front(session);
}

void motion_by_grain(Session *session, Grain grain, int direction)
{
    if (!motion_completes(session, grain, direction))
        motion_travel(session, grain, grain_target(session, grain, direction));
}

void motion_play_to(Session *session, uint64_t moment)
{
    if (!motion_completes(session, GRAIN_ITERATION, 1))
        motion_travel(session, GRAIN_ITERATION, moment);
}

void motion_by_barrier(Session *session, int direction)
{
    const SessionRun *front = session_front(session);
    bool has_barrier = front && front->run->program->has_barrier;
    motion_by_grain(session, has_barrier ? GRAIN_BARRIER : GRAIN_ITERATION, direction);
}

void motion_run(Session *session, int direction)
{
    uint64_t target;
    if (motion_completes(session, GRAIN_END, direction))
        return;
    if (!break_find(session, direction, &target))
        target = grain_target(session, GRAIN_END, direction);
    motion_travel(session, GRAIN_END, target);
}

void motion_play(Session *session)
{
    bool was_playing = session->time.motion.playing;
    session_settle(session);
    SessionRun *front = session_front(session);
    if (was_playing || !front)
        return;
    uint64_t end = timeline_length(front->timeline);
    if (timeline_position(front->timeline) >= end)
        session_seek(session, 0);
    session->time.motion.playing = true;
    motion_begin(session, GRAIN_END, end, 1);
}

uint64_t motion_destination(const Session *session)
{
    const Motion *motion = &session->time.motion;
    return motion->moving && !motion->playing ? motion->target
                                              : timeline_position(session_front(session)->timeline);
}

void motion_stop_at(Session *session, uint64_t moment, int direction)
{
    Motion *motion = &session->time.motion;
    uint64_t to = motion_destination(session);
    if (direction > 0 ? to <= moment : to >= moment)
        return;
    if (!motion->moving) {
        motion_jump(session, moment);
        return;
    }
    motion->target = moment;
    if (direction > 0 && timeline_position(session_front(session)->timeline) > moment)
        session_seek(session, moment);
    if (direction < 0 && motion->from < moment)
        motion->from = moment;
}

double motion_length_ms(const Session *session)
{
    const SessionRun *front = session_front(session);
    Motion motion = session->time.motion;
    if (!front || !motion.moving)
        return 0;
    uint64_t from = timeline_position(front->timeline);
    double length_ms = beat_ms(&motion);
    while (!beat_is_last(&motion, front)) {
        beat_end(&motion, front);
        beat_begin(&motion, front);
        length_ms += beat_ms(&motion);
    }
    timeline_seek(front->timeline, from);
    return length_ms;
}

/* Lets the time of beats pass; false when the move has come to its end. */
static bool motion_pass(Session *session, double ms)
{
    Motion *motion = &session->time.motion;
    SessionRun *front = session_front(session);
    if (motion->playing)
        motion->target = timeline_length(front->timeline);
    motion->passed += ms / beat_ms(motion);
    while (motion->passed >= 1) {
        double over_ms = (motion->passed - 1) * beat_ms(motion);
        beat_end(motion, front);
        if (timeline_position(front->timeline) == motion->target)
            return false;
        beat_begin(motion, front);
        motion->passed = over_ms / beat_ms(motion);
    }
    return true;
}

static void motion_tick(Session *session, double ms)
{
    Timeline *timeline = session_front(session)->timeline;
    uint64_t before = timeline_position(timeline);
    bool goes_on = motion_pass(session, ms);
    if (timeline_position(timeline) != before)
        session_seek(session, timeline_position(timeline));
    if (goes_on)
        motion_show(session);
    else
        motion_rest(session);
}

bool session_is_moving(const Session *session)
{
    return session->time.motion.moving;
}

bool motion_pass_time(Session *session, double ms)
{
    bool changed = counting_tick(session, ms);
    changed |= session_is_working(session) && session_work(session);
    if (!session->time.motion.moving || !session_front(session))
        return changed;
    motion_tick(session, ms);
    lens_follow(session);
    why_follow(session);
    return true;
}
