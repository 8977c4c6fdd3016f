/* The log of an interval. A request that repeats one (a loop over the same words, a line with many
 * like statements) is kept once, with the first and the last place in program order: which of two
 * threads comes first depends on no more. */
#include "probe/races/log.h"

#include "vm/page.h"

#include <assert.h>
#include <string.h>

enum { NO_ACCESS = 0xffff };

static_assert(sizeof(LoggedRequest) == 72, "without gaps, and passes may follow");

static bool has_warp_sync(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (program->code[pc].op == OP_WARP_SYNC && !(program->code[pc].flags & INSTR_REMOVED))
            return true;
    return false;
}

uint64_t race_log_lay_out(RaceLog *log, const Program *program, uint32_t warp_count)
{
    log->warp_count = warp_count;
    log->line_count = (uint32_t)program->line_count;
    log->code_count = program->code_count;
    log->depth = loop_map_depth(program);
    log->access_bytes = (uint32_t)(sizeof(LoggedRequest) + 2 * sizeof(uint32_t) * log->depth);
    log->capacity = RACE_LOG_LEAST + RACE_LOG_PER_WARP * warp_count;
    log->bucket_count = 512;
    while (log->bucket_count < 2 * log->capacity)
        log->bucket_count *= 2;
    uint64_t end = page_rounded(sizeof *log);
    log->orders_at = has_warp_sync(program) ? end : 0;
    log->loops_at = end + (log->orders_at ? page_rounded(sizeof(WarpOrder) * warp_count) : 0);
    log->roles_at = log->loops_at + page_rounded(loop_map_size(program));
    log->uncompared_at = log->roles_at + page_rounded(program->code_count);
    log->buckets_at = log->uncompared_at + page_rounded(log->line_count / 8 + 1);
    log->accesses_at = log->buckets_at + page_rounded(sizeof(uint16_t) * log->bucket_count);
    return log->accesses_at + page_rounded((uint64_t)log->access_bytes * (log->capacity + 1));
}

static uint16_t *buckets(const RaceLog *log)
{
    return (uint16_t *)((char *)log + log->buckets_at);
}

static void empty(RaceLog *log)
{
    memset(buckets(log), 0xff, sizeof(uint16_t) * log->bucket_count);
    log->count = log->writes = 0;
}

void race_log_start(RaceLog *log, const Program *program, uint32_t warp_count)
{
    race_log_lay_out(log, program, warp_count);
    empty(log);
}

/* What was done so far is taken from what the block may do; sets work_most. */
static void race_log_settle_work(RaceLog *log)
{
    log->work_left -= log->work < log->work_left ? log->work : log->work_left;
    log->work = 0;
    log->work_most = log->work_left / 2;
    if (log->work_most > log->work_of_grid)
        log->work_most = log->work_of_grid;
    if (log->work_most < RACE_WORK_OF_INTERVAL)
        log->work_most = RACE_WORK_OF_INTERVAL;
}

void race_log_clear(RaceLog *log)
{
    if (log->count)
        empty(log);
    log->thinning = log->has_equal = log->has_lost_equal = 0;
    race_log_settle_work(log);
}

static uint32_t hash_of(const LoggedRequest *access)
{
    uint64_t hash = access->first * 0x9e3779b97f4a7c15u;
    hash ^= (uint64_t)access->line << 32 | (uint64_t)access->warp << 16 | access->shape;
    hash ^= access->at.whole ^ (uint64_t)access->at.partial << 40 ^ (uint64_t)access->kind << 32;
    hash *= 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 32);
}

/* The access repeats a known one: widens the stretch of program order that known stands for. What
 * it changed was written before. */
static void widen(const RaceLog *log, LoggedRequest *known, const LoggedRequest *access)
{
    uint32_t *passes = (uint32_t *)(known + 1);
    const uint32_t *more = (const uint32_t *)(access + 1);
    size_t bytes = sizeof *passes * log->depth;
    known->mixed |= access->changed | access->mixed;
    if (moment_is_before(race_loops(log), race_earliest(access), race_earliest(known))) {
        known->earliest_pc = access->earliest_pc;
        memcpy(passes, more, bytes);
    }
    if (moment_is_before(race_loops(log), race_latest(log, known), race_latest(log, access))) {
        known->latest_pc = access->latest_pc;
        memcpy(passes + log->depth, more + log->depth, bytes);
    }
}

/* Takes in the access that stands behind the last one: as a repetition of one that is known, or as
 * a new one. */
static void take_in(RaceLog *log)
{
    const LoggedRequest *access = race_access(log, log->count);
    uint32_t mask = log->bucket_count - 1, at = hash_of(access) & mask;
    for (; buckets(log)[at] != NO_ACCESS; at = (at + 1) & mask) {
        LoggedRequest *known = race_access(log, buckets(log)[at]);
        if (race_is_repeated(known, access)) {
            widen(log, known, access);
            return;
        }
    }
    buckets(log)[at] = (uint16_t)log->count++;
    log->writes += access->kind != ACCESS_READ;
}

/* Takes in all accesses once more, after they were changed, or after fewer words are watched. */
static void rebuild(RaceLog *log, const ShapeTable *shapes)
{
    uint32_t count = log->count;
    empty(log);
    for (uint32_t i = 0; i < count; ++i) {
        LoggedRequest *access = race_access(log, i);
        race_log_trim(log, shapes, access);
        if (!access->lanes)
            continue;
        memmove(race_access(log, log->count), access, log->access_bytes);
        take_in(log);
    }
}

static void thin_out(RaceLog *log, const ShapeTable *shapes)
{
    log->has_lost_equal |= log->has_equal;
    do {
        ++log->thinning;
        rebuild(log, shapes);
    } while (log->count > (log->work > log->work_most ? log->capacity / 16 : log->capacity / 2));
    race_log_settle_work(log);
}

bool race_log_trim(const RaceLog *log, const ShapeTable *shapes, LoggedRequest *access)
{
    uint32_t bytes = shape_at(shapes, access->shape)->access_bytes, kept = 0;
    bool is_all = true;
    if (!log->thinning && !log->only)
        return true;
    for (uint32_t rest = access->lanes; rest; rest &= rest - 1) {
        uint64_t at = race_lane_at(shapes, access, __builtin_ctz(rest));
        for (uint64_t word = at / 4; word <= (at + bytes - 1) / 4; ++word) {
            bool is_watched = race_watches(log, access->is_global, word);
            kept |= is_watched ? rest & -rest : 0;
            is_all &= is_watched || !race_wants(log, access->is_global, word);
        }
    }
    access->lanes = kept;
    return is_all;
}

void race_log_note(RaceLog *log, const ShapeTable *shapes)
{
    take_in(log);
    log->work -= log->work < RACE_WORK_OF_REQUEST ? log->work : RACE_WORK_OF_REQUEST;
    if (log->count > log->capacity || log->work > log->work_most)
        thin_out(log, shapes);
}

/* Numbers the shapes that the log needs 0, all others NO_SHAPE; returns how
 * many there are. */
static uint32_t mark_shapes(const RaceLog *log, uint16_t numbers[SHAPE_LIMIT])
{
    uint32_t count = 0;
    memset(numbers, 0xff, sizeof *numbers * SHAPE_LIMIT);
    for (uint32_t i = 0; i < log->count; ++i) {
        uint16_t *number = &numbers[race_access(log, i)->shape];
        count += *number == NO_SHAPE;
        *number = 0;
    }
    return count;
}

void race_renew_shapes(RaceLog *log, ShapeTable *shapes)
{
    uint16_t numbers[SHAPE_LIMIT];
    while (mark_shapes(log, numbers) > shape_table_capacity(shapes) / 2)
        thin_out(log, shapes);
    shape_table_keep(shapes, numbers);
    for (uint32_t i = 0; i < log->count; ++i)
        race_access(log, i)->shape = numbers[race_access(log, i)->shape];
    rebuild(log, shapes);
}
