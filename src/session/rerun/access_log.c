/* Filled by the footprints' own run of the block; asked by going through its records. */
#include "session/rerun/access_log.h"

static uint32_t landed_lanes(const Step *step)
{
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if ((step->active & ~step->outside) >> lane & 1 && step->arena[lane] != UINT64_MAX)
            lanes |= (uint32_t)1 << lane;
    return lanes;
}

static uint64_t lowest_byte(const Step *step, uint32_t lanes)
{
    uint64_t low = UINT64_MAX;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (lanes >> lane & 1 && step->arena[lane] < low)
            low = step->arena[lane];
    return low;
}

static void log_step(AccessLog *log, Arena *arena, const Step *step, int most)
{
    uint32_t lanes = landed_lanes(step);
    log->is_full |= log->count == most;
    if (!lanes || log->is_full)
        return;
    AccessRecord *record = ARENA_PUSH(arena, log->records, log->count, log->capacity);
    *record = (AccessRecord){
        .step = step->index,
        .base = lowest_byte(step, lanes),
        .warp = step->warp,
        .phase = step->phase,
        .interval = step->interval,
        .bytes = (uint16_t)step->access_bytes,
        .space = (uint8_t)step->space,
        .reads = step->instr->op != OP_STORE,
        .writes = step->instr->op != OP_LOAD,
    };
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        uint64_t offset = lanes >> lane & 1 ? step->arena[lane] - record->base : UINT64_MAX;
        if (offset > UINT32_MAX)
            continue;
        record->offset[lane] = (uint32_t)offset;
        record->lanes |= (uint32_t)1 << lane;
    }
}

void access_log_fold(AccessLog *log, Arena *arena, const Step *step)
{
    if (opcode_info[step->instr->op].class == CLASS_MEMORY &&
        (step->space == SPACE_GLOBAL || step->space == SPACE_SHARED))
        log_step(log, arena, step, ACCESS_LOG_MOST);
}

void access_log_fold_local(AccessLog *log, Arena *arena, const Step *step)
{
    if (opcode_info[step->instr->op].class == CLASS_MEMORY && step->space == SPACE_LOCAL)
        log_step(log, arena, step, ACCESS_LOG_LOCAL_MOST);
}

uint32_t access_record_lanes(const AccessRecord *record, Space space, uint64_t at, uint32_t bytes)
{
    uint32_t lanes = 0;
    if (record->space != space || at + bytes <= record->base)
        return 0;
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        uint64_t from = record->base + record->offset[lane];
        if (record->lanes >> lane & 1 && from < at + bytes && at < from + record->bytes)
            lanes |= (uint32_t)1 << lane;
    }
    return lanes;
}

static WordUse word_use(const AccessRecord *record, uint32_t lanes)
{
    WordUse use = {.is_known = true, .step = record->step};
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane)
        if (lanes >> lane & 1) {
            use.thread = record->warp * WARP_LANES + lane;
            ++use.threads;
        }
    return use;
}

/* Who looks at a word: all threads, or, of its own memory, one. */
typedef struct Asked {
    Space space;
    uint64_t at;
    uint32_t bytes, warp, lanes;
    bool is_own;
} Asked;

static uint32_t asked_lanes(const AccessRecord *record, const Asked *asked)
{
    if (asked->is_own && record->warp != asked->warp)
        return 0;
    return access_record_lanes(record, asked->space, asked->at, asked->bytes) & asked->lanes;
}

static WordUses word_uses(const AccessLog *log, const Asked *asked, uint64_t moment)
{
    WordUses uses = {.reads = 0};
    for (int i = 0; i < log->count; ++i) {
        const AccessRecord *record = &log->records[i];
        uint32_t lanes = asked_lanes(record, asked);
        if (!lanes)
            continue;
        WordUse use = word_use(record, lanes);
        if (record->step >= moment && record->writes && !record->reads)
            break; /* the value is gone before anybody reads it */
        if (record->step >= moment && record->reads) {
            uses.next_read = use;
            break;
        }
        if (record->reads) {
            uses.read = use;
            uses.reads += (uint32_t)use.threads;
        }
        if (record->writes)
            uses.written = use;
    }
    return uses;
}

WordUses access_log_word(const AccessLog *log, Space space, uint64_t at, uint32_t bytes,
                         uint64_t moment)
{
    return word_uses(log, &(Asked){space, at, bytes, 0, UINT32_MAX, false}, moment);
}

WordUses access_log_local(const AccessLog *log, uint32_t thread, uint64_t at, uint32_t bytes,
                          uint64_t moment)
{
    Asked asked = {SPACE_LOCAL, at, bytes, thread / WARP_LANES, (uint32_t)1 << thread % WARP_LANES,
                   true};
    return word_uses(log, &asked, moment);
}

int access_log_find(const AccessLog *log, uint64_t step)
{
    int low = 0, high = log->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (log->records[middle].step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
