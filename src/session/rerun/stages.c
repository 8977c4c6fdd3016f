/* The log has a LOAD where a copy begins, and the STORE where it lands: in each lane copies land in
 * the order in which they were begun, so that the two are brought together by counting. */
#include "session/rerun/stages.h"

/* A copy of the warp that has begun: its group, and what of it has not landed. */
typedef struct Begun {
    int group;
    uint32_t lanes;
} Begun;

typedef struct Gathering {
    Stages *stages;
    Arena *arena;
    Begun *begun;
    int begun_count, begun_capacity;
    int open;   /* the group that copies go to until the next commit; -1: none yet */
    int flying; /* groups before this one have landed */
} Gathering;

static StageWork work_of(const Instr *instr)
{
    switch (instr->op) {
    case OP_MMA: return STAGE_PRODUCT;
    case OP_FMA: return scalar_is_float(instr->type) ? STAGE_PRODUCT : STAGE_OTHER;
    case OP_COPY_WAIT: return STAGE_WAIT;
    case OP_BARRIER: return STAGE_BARRIER;
    default: return STAGE_OTHER;
    }
}

static void note_work(Gathering *gathering, const Instr *instr)
{
    Stages *stages = gathering->stages;
    StageWork work = work_of(instr);
    if (work == STAGE_OTHER)
        return;
    *ARENA_PUSH(gathering->arena, stages->work, stages->work_count, stages->work_capacity) =
        (StageStep){stages->steps, work};
    while (gathering->flying < stages->group_count &&
           stages->groups[gathering->flying].landed != STAGE_NEVER)
        ++gathering->flying;
    for (int i = gathering->flying; i < stages->group_count && work == STAGE_PRODUCT; ++i)
        stages->groups[i].products += stages->groups[i].landed == STAGE_NEVER;
}

static void begin_copy(Gathering *gathering, const AccessRecord *record)
{
    Stages *stages = gathering->stages;
    if (gathering->open < 0) {
        gathering->open = stages->group_count;
        *ARENA_PUSH(gathering->arena, stages->groups, stages->group_count, stages->group_capacity) =
            (StageGroup){.stage = -1,
                         .begun = stages->steps,
                         .landed = STAGE_NEVER,
                         .read = STAGE_NEVER,
                         .last_read = STAGE_NEVER};
    }
    ++stages->groups[gathering->open].copies;
    *ARENA_PUSH(gathering->arena, gathering->begun, gathering->begun_count,
                gathering->begun_capacity) = (Begun){gathering->open, record->lanes};
}

static uint64_t record_high(const AccessRecord *record)
{
    uint64_t high = record->base;
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        if (record->lanes >> lane & 1 && record->base + record->offset[lane] + record->bytes > high)
            high = record->base + record->offset[lane] + record->bytes;
    return high;
}

/* The place of a group, by the bytes that its first copy lands in. */
static int place_of(Gathering *gathering, uint64_t low, uint64_t high)
{
    Stages *stages = gathering->stages;
    for (int i = 0; i < stages->group_count; ++i) {
        const StageGroup *group = &stages->groups[i];
        if (group->stage >= 0 && group->low < high && low < group->high)
            return group->stage;
    }
    *ARENA_PUSH(gathering->arena, stages->lows, stages->count, stages->low_capacity) = low;
    return stages->count - 1;
}

static bool is_on_its_way(const Gathering *gathering, int group)
{
    for (int i = 0; i < gathering->begun_count; ++i)
        if (gathering->begun[i].group == group && gathering->begun[i].lanes)
            return true;
    return false;
}

static void land_copy(Gathering *gathering, const AccessRecord *record)
{
    uint32_t lanes = record->lanes;
    for (int i = 0; i < gathering->begun_count && lanes; ++i) {
        Begun *begun = &gathering->begun[i];
        StageGroup *group = &gathering->stages->groups[begun->group];
        if (!(begun->lanes & lanes))
            continue;
        if (group->stage < 0) {
            group->low = record->base;
            group->high = record_high(record);
            group->stage = place_of(gathering, group->low, group->high);
        }
        uint32_t landed = begun->lanes & lanes;
        begun->lanes &= ~landed;
        lanes &= ~landed;
        if (begun->lanes || is_on_its_way(gathering, begun->group))
            continue;
        group->landed = gathering->stages->steps;
        if (gathering->open == begun->group) /* a wait for all takes what was not committed, too */
            gathering->open = -1;
    }
}

/* A read belongs to the last group that has landed at its place. */
static void note_read(Gathering *gathering, const AccessRecord *record)
{
    Stages *stages = gathering->stages;
    uint64_t high = record_high(record);
    for (int i = stages->group_count - 1; i >= 0; --i) {
        StageGroup *group = &stages->groups[i];
        if (group->landed == STAGE_NEVER || group->low >= high || record->base >= group->high)
            continue;
        group->read = group->read == STAGE_NEVER ? stages->steps : group->read;
        group->last_read = stages->steps;
        return;
    }
}

/* What has landed no longer has to be looked through. */
static void forget_landed(Gathering *gathering)
{
    int kept = 0;
    for (int i = 0; i < gathering->begun_count; ++i)
        if (gathering->begun[i].lanes)
            gathering->begun[kept++] = gathering->begun[i];
    gathering->begun_count = kept;
}

static void gather_access(Gathering *gathering, const Instr *instr, const AccessRecord *record)
{
    bool is_async = instr->flags & INSTR_ASYNC;
    if (is_async && instr->op == OP_LOAD)
        begin_copy(gathering, record);
    else if (is_async)
        land_copy(gathering, record);
    else if (record->space == SPACE_SHARED && record->reads)
        note_read(gathering, record);
    if (is_async && instr->op == OP_STORE)
        forget_landed(gathering);
}

const Stages *stages_gather(Arena *arena, const Footprints *footprints, const Program *program,
                            uint32_t warp, uint64_t moment)
{
    const AccessLog *log = footprints ? footprints->log : NULL;
    if (!log)
        return NULL;
    Gathering gathering = {.stages = ARENA_NEW(arena, Stages), .arena = arena, .open = -1};
    const StepTrace *trace = footprints->trace;
    for (int step = 0, next = 0; step < trace->count; ++step) {
        while (next < log->count && log->records[next].step < (uint64_t)step)
            ++next;
        if (trace->steps[step].warp != warp)
            continue;
        const Instr *instr = &program->code[trace->steps[step].pc];
        note_work(&gathering, instr);
        if (instr->op == OP_COPY_COMMIT)
            gathering.open = -1;
        if (next < log->count && log->records[next].step == (uint64_t)step)
            gather_access(&gathering, instr, &log->records[next]);
        ++gathering.stages->steps;
        gathering.stages->now += (uint64_t)step < moment;
    }
    gathering.stages->is_whole = footprints->is_complete && !log->is_full && !trace->is_full;
    return gathering.stages;
}
