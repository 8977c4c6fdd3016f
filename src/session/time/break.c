/* Stops. The timeline is walked step by step and looked at after each; the same walk
 * goes forward, finds the last stop before a moment, and marks all stops of the time line. */
#include "session/time/break.h"

#include "session/data/line.h"

enum { CHUNK_STEPS = 4096, FORWARD_LIMIT_STEPS = 4000000, MARK_SLICE_STEPS = 8000 };

/* What stops are decided by, at one moment. */
typedef struct Glance {
    uint32_t line, block;
    int findings;
    uint64_t outside, races, uninitialised, conflicts, divergent;
} Glance;

bool session_has_break(const Session *session, int slot, int line)
{
    for (int i = 0; i < session->time.breaks.line_count; ++i)
        if (session->time.breaks.lines[i].slot == slot &&
            session->time.breaks.lines[i].line == line)
            return true;
    return false;
}

void break_switch_line(Session *session, int64_t line)
{
    Breaks *breaks = &session->time.breaks;
    int at = line > 0 && line < INT32_MAX ? (int)line : session_line(session);
    breaks->is_marked = false;
    for (int i = 0; i < breaks->line_count; ++i)
        if (breaks->lines[i].slot == session->front && breaks->lines[i].line == at) {
            breaks->lines[i] = breaks->lines[--breaks->line_count];
            return;
        }
    if (at > 0 && breaks->line_count < BREAK_LINES)
        breaks->lines[breaks->line_count++] = (BreakLine){session->front, at};
}

void break_keep_slot(Session *session, int slot)
{
    Breaks *breaks = &session->time.breaks;
    int kept = 0;
    for (int i = 0; i < breaks->line_count; ++i)
        if (breaks->lines[i].slot == slot)
            breaks->lines[kept++] = (BreakLine){0, breaks->lines[i].line};
    breaks->line_count = kept;
    breaks->is_marked = false;
}

void break_switch_condition(Session *session, int64_t condition)
{
    if (condition < 0 || condition >= BREAK_CONDITIONS)
        return;
    session->time.breaks.conditions[condition] ^= true;
    session->time.breaks.is_marked = false;
}

static bool has_any_stop(const Session *session)
{
    const Breaks *breaks = &session->time.breaks;
    bool any = false;
    for (int i = 0; i < BREAK_CONDITIONS; ++i)
        any |= breaks->conditions[i];
    for (int i = 0; i < breaks->line_count; ++i)
        any |= breaks->lines[i].slot == session->front;
    return any;
}

/* NULL for kinds that have no condition of their own. */
static uint64_t *glance_sum(Glance *now, FindingKind kind)
{
    switch (kind) {
    case FINDING_OUT_OF_BOUNDS_READ:
    case FINDING_OUT_OF_BOUNDS_WRITE: return &now->outside;
    case FINDING_RACE_RAW:
    case FINDING_RACE_WAR:
    case FINDING_RACE_WAW: return &now->races;
    case FINDING_UNINITIALIZED_READ: return &now->uninitialised;
    default: return NULL;
    }
}

static Glance glance_at(const SessionRun *run)
{
    const Timeline *timeline = run->timeline;
    const Report *report = probe_report(timeline_probe(timeline));
    const Step *step = timeline_last_step(timeline);
    const Finding *findings = report_findings(report);
    Glance now = {0};
    now.conflicts =
        report->counters.shared_load.bank_conflicts + report->counters.shared_store.bank_conflicts;
    now.divergent = report->counters.divergent_branches;
    for (int i = 0; i < report->finding_count; ++i) {
        uint64_t *sum = glance_sum(&now, findings[i].kind);
        if (!session_stands(run, &findings[i]))
            continue;
        now.findings++;
        if (sum)
            *sum += findings[i].count;
    }
    if (step) {
        now.line = step->instr->line;
        now.block = step->block;
    }
    return now;
}

/* A line stops where it is come to; a condition where it first holds, findings at every new one. */
static bool stops_here(const Session *session, const Glance *before, const Glance *now)
{
    const bool *conditions = session->time.breaks.conditions;
    if (conditions[BREAK_FINDING] && now->findings > before->findings)
        return true;
    if (conditions[BREAK_OUTSIDE] && now->outside && !before->outside)
        return true;
    if (conditions[BREAK_CONFLICT] && now->conflicts && !before->conflicts)
        return true;
    if (conditions[BREAK_DIVERGENT] && now->divergent && !before->divergent)
        return true;
    if (conditions[BREAK_RACE] && now->races && !before->races)
        return true;
    if (conditions[BREAK_UNINITIALISED] && now->uninitialised && !before->uninitialised)
        return true;
    return (now->line != before->line || now->block != before->block) &&
           session_has_break(session, session->front, (int)now->line);
}

/* Walks from the moment from to at most end; true at the first stop. With last, at the last one. */
static bool walk_to_stop(const Session *session, const SessionRun *run, uint64_t from, uint64_t end,
                         bool last, uint64_t *found)
{
    Timeline *timeline = run->timeline;
    bool any = false;
    timeline_seek(timeline, from);
    Glance before = glance_at(run);
    while (timeline_position(timeline) < end && timeline_move(timeline, GRAIN_INSTRUCTION, 1, 0)) {
        Glance now = glance_at(run);
        if (stops_here(session, &before, &now)) {
            *found = timeline_position(timeline);
            any = true;
            if (!last)
                return true;
        }
        before = now;
    }
    return any;
}

static uint64_t find_back(const Session *session, const SessionRun *run, uint64_t moment)
{
    uint64_t found = 0;
    while (moment > 0) {
        uint64_t from = moment > CHUNK_STEPS ? moment - CHUNK_STEPS : 0;
        if (walk_to_stop(session, run, from, moment - 1, true, &found))
            return found;
        moment = from ? from + 1 : 0;
    }
    return 0;
}

bool break_find(const Session *session, int direction, uint64_t *target)
{
    SessionRun *front = session_front(session);
    if (!front || !has_any_stop(session))
        return false;
    Timeline *timeline = front->timeline;
    uint64_t from = timeline_position(timeline);
    *target = from;
    if (direction < 0)
        *target = find_back(session, front, from);
    else if (!walk_to_stop(session, front, from, from + FORWARD_LIMIT_STEPS, false, target))
        *target = timeline_position(timeline);
    timeline_seek(timeline, from);
    return true;
}

/* Nothing has changed since the marks were begun. */
static bool marks_are_current(const Session *session)
{
    const Breaks *breaks = &session->time.breaks;
    const SessionRun *front = session_front(session);
    return front && breaks->is_marked && breaks->marked == front->timeline &&
           breaks->marked_block == front->first_block &&
           breaks->is_marked_judged == front->is_judged;
}

void break_follow(Session *session)
{
    Breaks *breaks = &session->time.breaks;
    SessionRun *front = session_front(session);
    if (!front || marks_are_current(session))
        return;
    breaks->is_marked = true;
    breaks->marked = front->timeline;
    breaks->marked_block = front->first_block;
    breaks->is_marked_judged = front->is_judged;
    breaks->mark_count = 0;
    breaks->marked_to = 0;
    breaks->is_all_marked = !has_any_stop(session);
    break_work(session);
}

bool break_is_working(const Session *session)
{
    return marks_are_current(session) && !session->time.breaks.is_all_marked;
}

bool break_work(Session *session)
{
    Breaks *breaks = &session->time.breaks;
    if (!break_is_working(session))
        return false;
    const SessionRun *front = session_front(session);
    Timeline *timeline = front->timeline;
    uint64_t from = timeline_position(timeline), at = breaks->marked_to;
    uint64_t end = at + MARK_SLICE_STEPS;
    while (breaks->mark_count < BREAK_MARKS && walk_to_stop(session, front, at, end, false, &at))
        breaks->marks[breaks->mark_count++] = at;
    breaks->marked_to = timeline_position(timeline);
    breaks->is_all_marked = breaks->mark_count == BREAK_MARKS || breaks->marked_to < end;
    timeline_seek(timeline, from);
    return true;
}
