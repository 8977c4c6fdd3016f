/* Runs of different lengths share a clock by block and by share of that block, not by step
 * number. */
#include "session/data/run.h"

const Step *session_step(const SessionRun *run)
{
    return timeline_last_step(run->timeline);
}

static uint64_t block_count(const SessionRun *run)
{
    return run->covers_grid ? launch_block_count(&run->run->launch) : 1;
}

static uint64_t block_start(const SessionRun *run, uint64_t block)
{
    uint64_t at = 0;
    if (block >= block_count(run) || !timeline_block_start(run->timeline, (uint32_t)block, &at))
        return timeline_length(run->timeline);
    return at;
}

uint64_t session_block_moment(const SessionRun *run, uint32_t block, uint64_t steps)
{
    uint64_t moment = 0;
    if (!timeline_takes_turns(run->timeline))
        return block_start(run, block - run->first_block) + steps;
    return timeline_block_moment(run->timeline, block, steps, &moment)
               ? moment
               : timeline_length(run->timeline);
}

/* ---- blocks that take turns: a place is a share of the steps that a block makes in all ---- */

/* The last turn that a block begins with no more than so many steps done. */
static const Turn *turn_at(const SessionRun *run, uint32_t block, uint64_t steps, uint64_t *end)
{
    size_t count;
    const Turn *turns = timeline_turns(run->timeline, &count);
    for (size_t i = count; i-- > 0;)
        if (turns[i].block == block && turns[i].step <= steps) {
            *end = i + 1 < count ? turns[i + 1].at : timeline_length(run->timeline);
            return &turns[i];
        }
    return NULL;
}

static uint64_t steps_in_turns(const SessionRun *run, uint32_t block)
{
    uint64_t end;
    const Turn *last = turn_at(run, block, UINT64_MAX, &end);
    return last ? last->step + (end - last->at) : 0;
}

uint64_t session_view_moment(const SessionRun *run, uint32_t block, uint64_t steps)
{
    uint64_t end;
    if (!timeline_takes_turns(run->timeline))
        return session_block_moment(run, block, steps);
    const Turn *turn = turn_at(run, block, steps, &end);
    return turn ? turn->at + (steps - turn->step) : timeline_length(run->timeline);
}

static Place place_in_turns(const SessionRun *run)
{
    const Machine *machine = timeline_machine(run->timeline);
    return (Place){machine->block, machine->step_count, steps_in_turns(run, machine->block)};
}

static uint64_t moment_in_turns(const SessionRun *run, Place place)
{
    uint64_t steps = steps_in_turns(run, place.block);
    double share = (double)place.step / (double)place.length;
    return session_view_moment(run, place.block, (uint64_t)(share * (double)steps + 0.5));
}

Place session_place(const SessionRun *run)
{
    if (timeline_takes_turns(run->timeline))
        return place_in_turns(run);
    uint64_t low = 0, high = block_count(run) - 1, moment = timeline_position(run->timeline);
    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (block_start(run, middle) <= moment)
            low = middle;
        else
            high = middle - 1;
    }
    uint64_t start = block_start(run, low);
    return (Place){run->first_block + (uint32_t)low, moment - start,
                   block_start(run, low + 1) - start};
}

uint64_t session_moment(const SessionRun *run, Place place)
{
    uint64_t block = place.block - run->first_block;
    uint64_t start = block_start(run, block), end = block_start(run, block + 1);
    if (!place.length)
        return start;
    if (timeline_takes_turns(run->timeline))
        return moment_in_turns(run, place);
    double share = (double)place.step / (double)place.length;
    uint64_t moment = start + (uint64_t)(share * (double)(end - start) + 0.5);
    /* Where a block ends the next one is in view. */
    bool is_next = moment == end && moment > start && moment < timeline_length(run->timeline);
    return is_next ? moment - 1 : moment;
}

bool session_is_at_end(const SessionRun *run)
{
    return run->is_measured && timeline_position(run->timeline) == timeline_length(run->timeline);
}

void session_doubt(SessionRun *run)
{
    run->has_fence = program_has_fence(run->run->program);
    run->standing = ARENA_ARRAY(run->arena, Finding, REPORT_FINDING_LIMIT);
}

/* The report, which is not the count's, may be wrong about it. */
static bool is_doubtful(const SessionRun *run, const Finding *finding)
{
    return finding->kind == FINDING_STEP_LIMIT ||
           (run->has_fence && finding_is_race(finding->kind) && finding->scope == SCOPE_BLOCK);
}

static bool is_in(const Report *report, const Finding *finding)
{
    const Finding *findings = report_findings(report);
    for (int i = 0; i < report->finding_count; ++i)
        if (findings[i].kind == finding->kind && findings[i].line == finding->line &&
            findings[i].other_line == finding->other_line && findings[i].space == finding->space &&
            findings[i].buffer == finding->buffer && findings[i].scope == finding->scope)
            return true;
    return false;
}

bool session_stands(const SessionRun *run, const Finding *finding)
{
    return !is_doubtful(run, finding) || (run->is_judged && is_in(run->total, finding));
}

static const Report *so_far(const SessionRun *run)
{
    return probe_report(timeline_probe(run->timeline));
}

const Report *session_report(const SessionRun *run)
{
    return run->total ? run->total : so_far(run);
}

const Finding *session_findings(const SessionRun *run, int *count)
{
    const Report *report = session_report(run);
    const Finding *findings = report_findings(report);
    *count = 0;
    for (int is_cause = 1; is_cause >= 0; --is_cause) /* before what follows from it */
        for (int i = 0; i < report->finding_count; ++i)
            if ((findings[i].kind == FINDING_BARRIER_DIVERGENCE) == is_cause &&
                session_stands(run, &findings[i]))
                run->standing[(*count)++] = findings[i];
    return run->standing;
}

const Finding *session_excuse(const SessionRun *run, const Finding *finding)
{
    return run->is_judged && finding->kind == FINDING_STEP_LIMIT ? report_part(run->total) : NULL;
}

int session_found(const SessionRun *run)
{
    const Report *report = so_far(run);
    int found = 0;
    for (int i = 0; i < report->finding_count; ++i)
        found += session_stands(run, &report_findings(report)[i]);
    return found;
}

int session_doubted(const SessionRun *run)
{
    return run->is_judged ? 0 : so_far(run)->finding_count - session_found(run);
}
