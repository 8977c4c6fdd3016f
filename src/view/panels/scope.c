/* Parts of a block are counted from the log of its accesses, by the rule that counts them all. */
#include "view/panels/scope.h"

#include "probe/counting/cost.h"
#include "probe/record/object.h"
#include "session/rerun/footprint.h"
#include "session/scenes/show.h"

#include <string.h>

static const char *const names[COUNT_SCOPES][LANGUAGE_COUNT] = {
#define COUNTED(NAME, name, english, chinese) {english, chinese},
#include "lesson/scope.def"
};

CountScope scope_asked(const Session *session)
{
    static const char *const words[COUNT_SCOPES] = {
#define COUNTED(NAME, name, english, chinese) name,
#include "lesson/scope.def"
    };
    const ScenePlan *plan = scene_shown(session);
    for (int i = 0; plan && plan->scope && i < COUNT_SCOPES; ++i)
        if (strcmp(plan->scope, words[i]) == 0)
            return (CountScope)i;
    return COUNTED_GRID;
}

const char *scope_name(CountScope scope, Language language)
{
    return names[scope][language];
}

static void add_request(Counters *counters, const Instr *instr, RequestKind kind,
                        const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
    MemoryCount cost = cost_of_lanes(address, lanes, bytes, counter_requests[kind].memory);
    cost = cost_counted(instr, &cost);
    for (size_t at = 0; at < sizeof cost; at += sizeof(uint64_t))
        *(uint64_t *)((char *)&counters->kinds[kind] + at) +=
            *(const uint64_t *)((const char *)&cost + at);
}

static RequestKind kind_of(const Step *step)
{
    bool is_access =
        step && opcode_info[step->instr->op].class == CLASS_MEMORY && step->instr->op != OP_ATOMIC;
    return is_access ? cost_kind(step->instr, step->space) : REQUEST_NONE;
}

static bool count_access(const SessionRun *run, Counters *counters)
{
    const Step *step = session_step(run);
    RequestKind kind = kind_of(step);
    if (kind == REQUEST_NONE)
        return false;
    add_request(counters, step->instr, kind, step->arena, step->active, step->access_bytes);
    return true;
}

static void count_record(const Footprints *block, const Program *program,
                         const AccessRecord *record, Counters *counters)
{
    uint64_t address[WARP_LANES];
    const Instr *instr = &program->code[block->trace->steps[record->step].pc];
    RequestKind kind = cost_kind(instr, (Space)record->space);
    for (int lane = 0; lane < WARP_LANES; ++lane)
        address[lane] = record->base + record->offset[lane];
    if (kind != REQUEST_NONE && instr->op != OP_ATOMIC)
        add_request(counters, instr, kind, address, record->lanes, record->bytes);
}

/* What an address belongs to: the name of a buffer or of an array in shared memory. */
static const char *array_at(const Run *run, Space space, uint64_t at)
{
    const Program *program = run->program;
    if (space == SPACE_SHARED) {
        int which = object_shared_at(program, &run->launch, at);
        return which >= 0 ? program->shared[which].name : "";
    }
    int which = launch_buffer_at(&run->launch, at);
    return which >= 0 ? run->launch.buffers[which].name : "";
}

static uint64_t first_address(const Step *step)
{
    return step->active ? step->arena[__builtin_ctz(step->active)] : 0;
}

/* Of another run the access that does the same: the first one of that kind to the array of that
 * name by that warp. Where the run itself stands then, it may do something else. */
static bool count_same_access(const SessionRun *like, const SessionRun *run, Counters *counters)
{
    const Step *step = session_step(like);
    const Footprints *block = run->footprints;
    RequestKind kind = kind_of(step);
    if (kind == REQUEST_NONE || !block || !block->log)
        return false;
    const char *name = array_at(like->run, step->space, first_address(step));
    for (int i = 0; i < block->log->count; ++i) {
        const AccessRecord *record = &block->log->records[i];
        if ((int64_t)record->step >= block->trace->count || record->warp != step->warp)
            continue;
        const Instr *instr = &run->run->program->code[block->trace->steps[record->step].pc];
        uint64_t at = record->base;
        if (cost_kind(instr, (Space)record->space) == kind &&
            strcmp(array_at(run->run, (Space)record->space, at), name) == 0) {
            count_record(block, run->run->program, record, counters);
            return true;
        }
    }
    return false;
}

/* All of a phase, or of the block, whatever of it has been shown. */
static bool count_block(const SessionRun *run, bool is_phase, Counters *counters)
{
    const Footprints *block = run->footprints;
    const Step *step = session_step(run);
    if (!step || !block || !block->log || block->block != step->block || !block->is_complete ||
        block->log->is_full || (is_phase && !step->phase))
        return false;
    for (int i = 0; i < block->log->count; ++i) {
        const AccessRecord *record = &block->log->records[i];
        if ((int64_t)record->step < block->trace->count &&
            (!is_phase || record->phase == step->phase))
            count_record(block, run->run->program, record, counters);
    }
    return true;
}

bool scope_counters(const Session *session, const SessionRun *run, CountScope scope,
                    Counters *counters)
{
    const SessionRun *first = &session->runs[0];
    *counters = (Counters){0};
    switch (scope) {
    case COUNTED_ACCESS:
        return run == first ? count_access(run, counters) : count_same_access(first, run, counters);
    case COUNTED_PHASE: return count_block(run, true, counters);
    case COUNTED_BLOCK: return count_block(run, false, counters);
    default: break;
    }
    if (run->total)
        *counters = run->total->counters;
    return run->total != NULL;
}
