/* What one beat shows and how long. */
#include "session/time/beat.h"

#include <math.h>

static const double speeds[] = {0.5, 1, 1.25, 2, 4, 8, 16, 32, 64, 250, 1000, 10000};
enum { SPEEDS = sizeof speeds / sizeof *speeds };

/* A beat in which nothing flies, gathers or adds up; the n-th time of the same one takes
 * REPEATS / (REPEATS + n); the shortest time that a repeated one has. */
static const double QUIET_SHARE = 0.4, REPEATS = 4, SHORTEST_MS = 20;

double beat_speed(int speed)
{
    return speeds[speed];
}

int beat_speeds(void)
{
    return SPEEDS;
}

/* How often the move has shown this beat before; counts it. */
static uint32_t count_shown(Motion *motion, const Step *step)
{
    for (int i = 0; i < motion->shown_count; ++i)
        if (motion->shown[i].pc == step->pc && motion->shown[i].is_release == step->is_release)
            return motion->shown[i].times++;
    if (motion->shown_count < MOTION_SHOWN)
        motion->shown[motion->shown_count++] = (ShownBeat){step->pc, step->is_release, 1};
    return 0;
}

static bool is_quiet(const SessionRun *run, const Step *step)
{
    OpcodeClass class = opcode_info[step->instr->op].class;
    return class != CLASS_MEMORY && class != CLASS_SYNC &&
           !accumulation_at(&run->accumulators.accumulations, step->pc);
}

/* The timeline stands behind the beat. */
static void weigh(Motion *motion, const SessionRun *run)
{
    const Step *step = timeline_last_step(run->timeline);
    double repeats = step ? REPEATS / (REPEATS + count_shown(motion, step)) : 1;
    motion->weight = !step || is_quiet(run, step) ? QUIET_SHARE * repeats : repeats;
}

/* On to the next stop in the move's direction, no further than its target. */
static void go_to_next(const Motion *motion, Timeline *timeline)
{
    timeline_move(timeline, GRAIN_ACCESS, motion->direction, 0);
    uint64_t now = timeline_position(timeline);
    if (motion->direction > 0 ? now > motion->target : now < motion->target)
        timeline_seek(timeline, motion->target);
}

void beat_begin(Motion *motion, const SessionRun *run)
{
    uint64_t now = timeline_position(run->timeline);
    if (motion->direction > 0) {
        motion->from = now;
        go_to_next(motion, run->timeline);
        weigh(motion, run);
        return;
    }
    weigh(motion, run);
    go_to_next(motion, run->timeline);
    motion->from = timeline_position(run->timeline);
    timeline_seek(run->timeline, now);
}

void beat_end(const Motion *motion, const SessionRun *run)
{
    if (motion->direction < 0)
        timeline_seek(run->timeline, motion->from);
}

bool beat_is_last(const Motion *motion, const SessionRun *run)
{
    uint64_t end = motion->direction > 0 ? timeline_position(run->timeline) : motion->from;
    return end == motion->target;
}

double beat_ms(const Motion *motion)
{
    double usual_ms = 1000 / speeds[motion->speed] * motion->share;
    return fmax(usual_ms * motion->weight, fmin(usual_ms, SHORTEST_MS));
}
