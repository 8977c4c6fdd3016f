/* What lies around a line (block, phase, interval) is read from the ticks of the timeline. In there
 * one thread is followed, and counted how often it comes by, up to the number that is wanted. */
#include "probe/time/waypoint.h"

#include "base/quote.h"
#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "probe/time/ticks.h"

#include <stdarg.h>
#include <string.h>

enum { MEASURE_STEPS = 1 << 15 };

static const char *const waypoint_whens[WAYPOINT_WHENS] = {"begins", "ends", "loads", "stores",
                                                           "over"};

Waypoint waypoint_start(void)
{
    return (Waypoint){.phase = WAYPOINT_ANY, .interval = WAYPOINT_ANY, .nth = 1};
}

/* One thread of one block, and the part of the block that is looked at. */
typedef struct WaypointSearch {
    Arena *arena;
    Timeline *timeline;
    const Program *program;
    const Launch *launch;
    WaypointMissing *missing;
    uint32_t block, thread; /* linear */
    BlockTicks ticks;
    uint64_t from, to;       /* moments of the part: from <= moment < to */
    int64_t phase, interval; /* that its steps have, as Step counts them; WAYPOINT_ANY */
} WaypointSearch;

/* false, with what is missing; the reason is a format of phrase_new. */
__attribute__((format(printf, 3, 4))) static bool
missing(const WaypointSearch *s, WaypointPart part, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *s->missing = (WaypointMissing){part, phrase_newv(s->arena, format, list)};
    va_end(list);
    return false;
}

static const Phrase *block_name(const WaypointSearch *s)
{
    return phrase_new(s->arena, "block %s",
                      sentence_coordinates(s->arena, s->block, s->launch->grid));
}

static const Phrase *thread_name(const WaypointSearch *s)
{
    return phrase_new(s->arena, "thread %s",
                      sentence_coordinates(s->arena, s->thread, s->launch->block));
}

/* "phase 1 of block (0, 0)" */
static const Phrase *part_name(const WaypointSearch *s)
{
    if (s->phase == WAYPOINT_ANY)
        return block_name(s);
    return phrase_new(s->arena, "phase %lld of %p", (long long)s->phase - 1,
                      (const void *)block_name(s));
}

/* ---- the parts of a block ---- */

/* Measures the timeline to the end of the block. */
static bool look_at_block(WaypointSearch *s)
{
    bool is_known = ticks_of_block(s->timeline, s->block, &s->ticks), is_measured = false;
    while (!is_measured && !(is_known && (s->ticks.is_whole ||
                                          s->ticks.end - s->ticks.start > WAYPOINT_LOOK_STEPS))) {
        is_measured = timeline_measure(s->timeline, MEASURE_STEPS);
        is_known = ticks_of_block(s->timeline, s->block, &s->ticks);
    }
    if (!is_known)
        return missing(s, WAYPOINT_BLOCK, "the run does not come to %p",
                       (const void *)block_name(s));
    if (!s->ticks.is_whole)
        return missing(s, WAYPOINT_BLOCK, "%p takes more than %llu steps",
                       (const void *)block_name(s), (unsigned long long)WAYPOINT_LOOK_STEPS);
    s->from = s->ticks.start;
    s->to = s->ticks.end;
    return true;
}

/* How many ticks of a kind lie in the part; *found gets the one with that index, or the last one
 * for WAYPOINT_LAST, or NULL. */
static int count_ticks(const WaypointSearch *s, TickKind kind, int64_t index, const Tick **found)
{
    int count = 0;
    *found = NULL;
    for (int i = 0; i < s->ticks.count; ++i) {
        const Tick *tick = &s->ticks.ticks[i];
        if (tick->block != s->block || tick->kind != kind || tick->at < s->from ||
            tick->at >= s->to)
            continue;
        if (index == WAYPOINT_LAST || index == count)
            *found = tick;
        ++count;
    }
    return count;
}

/* Where the phase loop is left for the first time after a moment, or the part ends. */
static uint64_t end_of_phases(const WaypointSearch *s, uint64_t from)
{
    for (int i = 0; i < s->ticks.count; ++i)
        if (s->ticks.ticks[i].block == s->block && s->ticks.ticks[i].kind == TICK_LEAVE &&
            s->ticks.ticks[i].at > from)
            return s->ticks.ticks[i].at;
    return s->to;
}

static bool narrow_to_phase(WaypointSearch *s, int64_t phase)
{
    const Tick *tick, *next;
    int count = count_ticks(s, TICK_PHASE, phase, &tick);
    if (!tick)
        return missing(s, WAYPOINT_PHASE, "%p has %d phases, counted from 0, so no phase %lld",
                       (const void *)block_name(s), count, (long long)phase);
    s->from = tick->at;
    s->phase = tick->number;
    count_ticks(s, TICK_PHASE, 1, &next);
    s->to = next ? next->at : end_of_phases(s, tick->at);
    return true;
}

static bool narrow_to_interval(WaypointSearch *s, int64_t interval)
{
    const Tick *begin, *end;
    int count = count_ticks(s, TICK_BARRIER, WAYPOINT_LAST, &begin);
    if (interval == WAYPOINT_LAST)
        interval = count;
    if (interval > count)
        return missing(s, WAYPOINT_INTERVAL, "%d barriers open in %p, so no interval %lld follows",
                       count, (const void *)part_name(s), (long long)interval);
    count_ticks(s, TICK_BARRIER, interval - 1, &begin);
    count_ticks(s, TICK_BARRIER, interval, &end);
    uint64_t to = end ? end->at : s->to;
    s->from = begin ? begin->at : s->from;
    s->interval = 0;
    for (int i = 0; i < s->ticks.count; ++i)
        s->interval += s->ticks.ticks[i].block == s->block &&
                       s->ticks.ticks[i].kind == TICK_BARRIER && s->ticks.ticks[i].at <= s->from;
    s->to = to;
    return true;
}

/* ---- lines ---- */

static bool has_code(const void *context, int line)
{
    const Program *program = context;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].line == (uint32_t)line)
            return true;
    return false;
}

static const SourceFile *file_of(const WaypointSearch *s)
{
    return &s->program->sources->files[0];
}

/* How a thread comes by a line. */
typedef struct LineWalk {
    int line;
    WaypointWhen when;
    const char *object; /* NULL: any */
    bool is_inside;     /* the thread's last step was on the line */
    int64_t passes, accesses;
    uint64_t begin, last; /* moments: before its first step in this pass, after its last one */
    uint64_t accessed;    /* after its last access that counts */
} LineWalk;

static bool is_access(const WaypointSearch *s, const LineWalk *walk, const Step *step)
{
    int op = step->instr->op;
    bool is_kind = op == OP_ATOMIC || op == (walk->when == WAYPOINT_LOADS ? OP_LOAD : OP_STORE);
    if (!is_kind || !walk->object)
        return is_kind;
    unsigned object = address_object(step->address[s->thread % WARP_LANES]);
    return strcmp(place_name(s->program, s->launch, step->space, (int)object), walk->object) == 0;
}

/* A step of the thread, which was done at a moment. */
static void walk_step(const WaypointSearch *s, LineWalk *walk, const Step *step, uint64_t moment)
{
    bool is_on_line = step->instr->line == (uint32_t)walk->line;
    if (is_on_line && !walk->is_inside) {
        ++walk->passes;
        walk->begin = moment - 1;
    }
    walk->is_inside = is_on_line;
    if (!is_on_line)
        return;
    walk->last = moment;
    if (is_access(s, walk, step)) {
        ++walk->accesses;
        walk->accessed = moment;
    }
}

/* The next step of the thread in the part, no later than at a moment; NULL if there is none. */
static const Step *next_step(const WaypointSearch *s, uint64_t to)
{
    while (timeline_position(s->timeline) < to &&
           timeline_move(s->timeline, GRAIN_INSTRUCTION, 1, 0)) {
        const Step *step = timeline_last_step(s->timeline);
        if (step->block != s->block || step->warp != s->thread / WARP_LANES ||
            !(step->active >> s->thread % WARP_LANES & 1))
            continue;
        if ((s->phase != WAYPOINT_ANY && step->phase > s->phase) ||
            (s->interval != WAYPOINT_ANY && step->interval > s->interval))
            return NULL;
        if ((s->phase == WAYPOINT_ANY || step->phase == s->phase) &&
            (s->interval == WAYPOINT_ANY || step->interval == s->interval))
            return step;
    }
    return NULL;
}

/* How many passes or accesses were counted so far; *moment gets that of the latest one. */
static int64_t walk_count(const LineWalk *walk, uint64_t *moment)
{
    switch (walk->when) {
    case WAYPOINT_BEGINS: *moment = walk->begin; return walk->passes;
    case WAYPOINT_ENDS: *moment = walk->last; return walk->passes - walk->is_inside;
    default: *moment = walk->accessed; return walk->accesses;
    }
}

/* Follows the thread until it has come by the nth time; how often it did otherwise. */
static int64_t walk_on(const WaypointSearch *s, LineWalk *walk, int64_t nth, uint64_t *moment)
{
    const Step *step;
    timeline_seek(s->timeline, s->from);
    while ((step = next_step(s, s->ticks.end))) {
        walk_step(s, walk, step, timeline_position(s->timeline));
        if (nth != WAYPOINT_LAST && walk_count(walk, moment) >= nth)
            return nth;
    }
    walk->is_inside = false;
    return walk_count(walk, moment);
}

static bool tell_line(const WaypointSearch *s, const LineWalk *walk, int64_t count)
{
    const void *thread = thread_name(s), *part = part_name(s);
    bool is_access = walk->when == WAYPOINT_LOADS || walk->when == WAYPOINT_STORES;
    if (!walk->passes)
        return missing(s, WAYPOINT_LINE, "%p does not come by line %d in %p", thread, walk->line,
                       part);
    if (!count)
        return missing(s, WAYPOINT_WHEN, "%p has no such access on line %d in %p", thread,
                       walk->line, part);
    return missing(s, WAYPOINT_NTH,
                   is_access ? "%p has fewer such accesses on line %d in %p: %lld"
                             : "%p comes by line %d in %p less often: %lld",
                   thread, walk->line, part, (long long)count);
}

static bool find_line(WaypointSearch *s, const Waypoint *waypoint, uint64_t *moment)
{
    const Phrase *reason;
    LineWalk walk = {.when = waypoint->when, .object = waypoint->object};
    walk.line = quote_find(s->arena, file_of(s), waypoint->line, has_code, s->program, &reason);
    if (!walk.line)
        return missing(s, WAYPOINT_LINE, "%p", (const void *)reason);
    int64_t count = walk_on(s, &walk, waypoint->nth, moment);
    if (!count || (waypoint->nth != WAYPOINT_LAST && count < waypoint->nth))
        return tell_line(s, &walk, count);
    return true;
}

/* ---- from a waypoint to its moment ---- */

static bool is_in_extent(Dim3 at, Dim3 extent)
{
    return at.x < extent.x && at.y < extent.y && at.z < extent.z;
}

static const char *dim3_text(Arena *arena, Dim3 d)
{
    return arena_printf(arena, "(%u, %u, %u)", d.x, d.y, d.z);
}

static bool narrow_to_thread(WaypointSearch *s, const Waypoint *waypoint)
{
    if (!is_in_extent(waypoint->block, s->launch->grid))
        return missing(s, WAYPOINT_BLOCK, "block %s is not in a grid of %s",
                       dim3_text(s->arena, waypoint->block), dim3_text(s->arena, s->launch->grid));
    if (!is_in_extent(waypoint->thread, s->launch->block))
        return missing(s, WAYPOINT_THREAD, "thread %s is not in a block of %s",
                       dim3_text(s->arena, waypoint->thread),
                       dim3_text(s->arena, s->launch->block));
    s->block = (uint32_t)dim3_linear(waypoint->block, s->launch->grid);
    s->thread = (uint32_t)dim3_linear(waypoint->thread, s->launch->block);
    return look_at_block(s);
}

static bool find_part(WaypointSearch *s, const Waypoint *waypoint, uint64_t *moment)
{
    if (waypoint->when != WAYPOINT_BEGINS && waypoint->when != WAYPOINT_ENDS)
        return missing(s, WAYPOINT_WHEN, "'%s' is told of a line, and none is named",
                       waypoint_whens[waypoint->when]);
    bool is_all = s->to == s->ticks.end && s->ticks.is_last;
    *moment = waypoint->when == WAYPOINT_BEGINS ? s->from : is_all ? s->to : s->to - 1;
    return true;
}

static bool find_waypoint(WaypointSearch *s, const Waypoint *waypoint, uint64_t *moment)
{
    if (waypoint->when == WAYPOINT_OVER) {
        while (!timeline_measure(s->timeline, MEASURE_STEPS) &&
               timeline_length(s->timeline) < WAYPOINT_LOOK_STEPS)
            continue;
        *moment = timeline_length(s->timeline);
        return true;
    }
    if (!narrow_to_thread(s, waypoint) ||
        (waypoint->phase != WAYPOINT_ANY && !narrow_to_phase(s, waypoint->phase)) ||
        (waypoint->interval != WAYPOINT_ANY && !narrow_to_interval(s, waypoint->interval)))
        return false;
    return waypoint->line ? find_line(s, waypoint, moment) : find_part(s, waypoint, moment);
}

bool waypoint_find(Arena *arena, Timeline *timeline, const Program *program, const Launch *launch,
                   const Waypoint *waypoint, uint64_t *moment, WaypointMissing *missing)
{
    WaypointSearch s = {.arena = arena,
                        .timeline = timeline,
                        .program = program,
                        .launch = launch,
                        .missing = missing,
                        .phase = WAYPOINT_ANY,
                        .interval = WAYPOINT_ANY};
    uint64_t position = timeline_position(timeline);
    bool is_found = find_waypoint(&s, waypoint, moment);
    timeline_seek(timeline, position);
    return is_found;
}
