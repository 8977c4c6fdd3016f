/* The stretch of steps that the moment lies in is narrowed in both blocks at once: to a part of the
 * main loop, to an iteration, to what lies between two barriers. In the stretch that is left, the
 * moment of the other block is the one at the same share of its steps. */
#include "probe/time/clock.h"

#include "probe/time/ticks.h"

/* One block of a timeline, and the stretch of it that is left. */
typedef struct Track {
    const Program *program;
    BlockTicks block;
    int iterations;
    uint64_t low, high;
} Track;

uint32_t clock_block(Dim3 grid, uint32_t block, Dim3 other)
{
    Dim3 at = dim3_from_linear(block, grid);
    Dim3 there = {(uint32_t)((uint64_t)at.x * other.x / grid.x),
                  (uint32_t)((uint64_t)at.y * other.y / grid.y),
                  (uint32_t)((uint64_t)at.z * other.z / grid.z)};
    return (uint32_t)dim3_linear(there, other);
}

/* false if the timeline has not come to the block. */
static bool track_open(Track *track, ClockRun run, uint32_t block)
{
    *track = (Track){.program = run.program};
    if (!ticks_of_block(run.timeline, block, &track->block))
        return false;
    track->low = track->block.start;
    track->high = track->block.end;
    for (int i = 0; i < track->block.count; ++i)
        track->iterations += tick_begins_iteration(&track->block.ticks[i]);
    return true;
}

/* Where iteration i (from 0) begins; behind the last one, where the last warp leaves the loop. */
static uint64_t iteration_boundary(const Track *track, int i)
{
    uint64_t left = 0;
    for (int t = 0; t < track->block.count; ++t) {
        if (tick_begins_iteration(&track->block.ticks[t]) && i-- == 0)
            return track->block.ticks[t].at;
        if (track->block.ticks[t].kind == TICK_LEAVE)
            left = track->block.ticks[t].at;
    }
    return left ? left : track->block.end;
}

static int greatest_common_divisor(int a, int b)
{
    return b ? greatest_common_divisor(b, a % b) : a;
}

static int iterations_begun(const Track *track, uint64_t moment)
{
    int begun = 0;
    for (int t = 0; t < track->block.count && track->block.ticks[t].at <= moment; ++t)
        begun += tick_begins_iteration(&track->block.ticks[t]);
    return begun;
}

static void narrow_to_iteration(Track *track, int from, int to)
{
    track->low = iteration_boundary(track, from < track->iterations ? from : track->iterations);
    track->high = iteration_boundary(track, to < track->iterations ? to : track->iterations);
}

static void narrow_by_iterations(Track *a, Track *b, uint64_t moment)
{
    int begun = iterations_begun(a, moment), both = 1, of_a = 1, of_b = 1;
    if (!a->iterations || !b->iterations)
        return;
    if (!begun) {
        a->high = iteration_boundary(a, 0);
        b->high = iteration_boundary(b, 0);
    } else if (moment >= iteration_boundary(a, a->iterations)) {
        a->low = iteration_boundary(a, a->iterations);
        b->low = iteration_boundary(b, b->iterations);
    } else {
        if (a->block.is_whole && b->block.is_whole) {
            both = greatest_common_divisor(a->iterations, b->iterations);
            of_a = a->iterations / both;
            of_b = b->iterations / both;
        }
        int part = (begun - 1) / of_a;
        narrow_to_iteration(a, part * of_a, (part + 1) * of_a);
        narrow_to_iteration(b, part * of_b, (part + 1) * of_b);
    }
}

/* How many barriers are written before the one at pc, those that are switched off counted in. */
static int barrier_role(const Program *program, uint32_t pc)
{
    int role = 0;
    for (uint32_t at = 0; at < pc; ++at)
        role += program->code[at].op == OP_BARRIER;
    return role;
}

static bool is_barrier(const Track *track, const Tick *tick)
{
    return tick->kind == TICK_BARRIER && track->program->code[tick->pc].op == OP_BARRIER &&
           tick->at > track->low && tick->at < track->high;
}

static int barrier_count(const Track *track)
{
    int count = 0;
    for (int i = 0; i < track->block.count; ++i)
        count += is_barrier(track, &track->block.ticks[i]);
    return count;
}

static const Tick *barrier_tick(const Track *track, int index)
{
    for (int i = 0; i < track->block.count; ++i)
        if (is_barrier(track, &track->block.ticks[i]) && index-- == 0)
            return &track->block.ticks[i];
    return NULL;
}

static int role_of(const Track *track, int index)
{
    return barrier_role(track->program, barrier_tick(track, index)->pc);
}

/* The barriers that two tracks of unlike numbers have in common; index: in their stretches. */
typedef struct Pair {
    int shorter, longer;
} Pair;

/* The first pair of one role, or, backwards, the last one. false if there is none. */
static bool find_pair(const Track *shorter, const Track *longer, bool backwards, Pair *pair)
{
    int least = barrier_count(shorter), most = barrier_count(longer);
    for (int i = 0; i < least; ++i)
        for (int k = 0; k < most; ++k) {
            *pair = backwards ? (Pair){least - 1 - i, most - 1 - k} : (Pair){i, k};
            if (role_of(shorter, pair->shorter) == role_of(longer, pair->longer))
                return true;
        }
    return false;
}

/* In two kernels whose source has equally many barriers, a barrier's place among those written is
 * its role: the first opening of a role in one run is paired with the first of that role in the
 * other, the last with the last. In other kernels the first opening is paired with the first, the
 * last with the last. */
static int find_pairs(const Track *shorter, const Track *longer, Pair pairs[2])
{
    int least = barrier_count(shorter), most = barrier_count(longer), count = 0;
    Pair last = {least - 1, most - 1};
    bool has_roles = barrier_role(shorter->program, shorter->program->code_count) ==
                     barrier_role(longer->program, longer->program->code_count);
    if (!has_roles) {
        pairs[0] = least > 1 ? (Pair){0, 0} : last;
        pairs[1] = last;
        return least > 1 ? 2 : 1;
    }
    count += find_pair(shorter, longer, false, &pairs[0]);
    if (count && find_pair(shorter, longer, true, &last) && last.shorter > pairs[0].shorter &&
        last.longer > pairs[0].longer)
        pairs[count++] = last;
    return count;
}

/* Cuts both at a barrier that they have in common. */
static void cut(Track *a, Track *b, uint64_t at_a, uint64_t at_b, uint64_t moment)
{
    if (moment >= at_a && at_a > a->low) {
        a->low = at_a;
        b->low = at_b;
    } else if (moment < at_a && at_a < a->high) {
        a->high = at_a;
        b->high = at_b;
    }
}

static void narrow_by_equal_barriers(Track *a, Track *b, int count, uint64_t moment)
{
    const Track all_a = *a, all_b = *b;
    for (int i = 0; i < count; ++i)
        cut(a, b, barrier_tick(&all_a, i)->at, barrier_tick(&all_b, i)->at, moment);
}

static void narrow_by_barriers(Track *a, Track *b, uint64_t moment)
{
    int count_a = barrier_count(a), count_b = barrier_count(b);
    if (count_a == count_b) {
        narrow_by_equal_barriers(a, b, count_a, moment);
        return;
    }
    if (!count_a || !count_b)
        return;
    bool is_shorter = count_a < count_b;
    Pair pairs[2];
    const Track all_a = *a, all_b = *b;
    int count = find_pairs(is_shorter ? a : b, is_shorter ? b : a, pairs);
    for (int i = 0; i < count; ++i)
        cut(a, b, barrier_tick(&all_a, is_shorter ? pairs[i].shorter : pairs[i].longer)->at,
            barrier_tick(&all_b, is_shorter ? pairs[i].longer : pairs[i].shorter)->at, moment);
}

static uint64_t divide(const Track *a, const Track *b, uint64_t moment)
{
    uint64_t length_a = a->high - a->low, length_b = b->high > b->low ? b->high - b->low : 0;
    if (!length_a)
        return b->low;
    double share = (double)(moment - a->low) / (double)length_a;
    uint64_t at = (uint64_t)(share * (double)length_b + 0.5);
    if (moment < a->high && at == length_b && at)
        --at;
    return b->low + at;
}

uint64_t clock_moment(ClockRun run, uint64_t moment, ClockRun other, uint32_t block)
{
    Track a, b;
    if (timeline_takes_turns(run.timeline) || timeline_takes_turns(other.timeline)) {
        uint64_t length = timeline_length(run.timeline);
        double share = length ? (double)moment / (double)length : 0;
        return (uint64_t)(share * (double)timeline_length(other.timeline) + 0.5);
    }
    if (moment > timeline_length(run.timeline))
        moment = timeline_length(run.timeline);
    if (!track_open(&a, run, ticks_block_at(run.timeline, moment)) || !track_open(&b, other, block))
        return timeline_length(other.timeline);
    narrow_by_iterations(&a, &b, moment);
    narrow_by_barriers(&a, &b, moment);
    uint64_t at = divide(&a, &b, moment);
    return at >= b.block.end && !b.block.is_last ? b.block.end - 1 : at;
}
