/* The log of an interval. A request that repeats one (a loop over the same words, a line with many
 * like statements) is kept once, with the first and the last place in program order: which of two
 * threads comes first depends on no more. */
#include "probe/race_log.h"

#include <string.h>

enum { NO_ACCESS = 0xffff };

static uint64_t rounded(uint64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static uint64_t lay_out(RaceLog *log, const Program *program, uint32_t warp_count)
{
    log->warp_count = warp_count;
    log->capacity = RACE_LOG_LEAST + RACE_LOG_PER_WARP * warp_count;
    log->bucket_count = 512;
    while (log->bucket_count < 2 * log->capacity)
        log->bucket_count *= 2;
    log->syncs_at = rounded(sizeof *log);
    log->loops_at = log->syncs_at + rounded(sizeof(uint32_t) * warp_count);
    log->buckets_at = log->loops_at + rounded(loop_map_size(program));
    log->accesses_at = log->buckets_at + rounded(sizeof(uint16_t) * log->bucket_count);
    return log->accesses_at + rounded(sizeof(Access) * log->capacity);
}

uint64_t race_size(const Program *program, uint32_t warp_count)
{
    RaceLog log;
    return lay_out(&log, program, warp_count);
}

static uint32_t *syncs(const RaceLog *log)
{
    return (uint32_t *)((char *)log + log->syncs_at);
}

static uint16_t *buckets(const RaceLog *log)
{
    return (uint16_t *)((char *)log + log->buckets_at);
}

/* Variables at file scope and members of structs have no is_written of their own: those that are
 * not constant may be. */
static bool is_written(const Program *program, const Launch *launch, int buffer)
{
    if (launch->buffers[buffer].parameter < 0)
        return !launch->buffers[buffer].is_constant;
    for (int i = 0; i < program->parameter_count && i < launch->argument_count; ++i)
        if (program->parameters[i].type->kind == TYPE_POINTER &&
            launch->arguments[i] == (uint64_t)buffer && program->parameters[i].is_written)
            return true;
    return false;
}

void race_start(RaceLog *log, const Program *program, const Launch *launch, uint32_t warp_count)
{
    memset(log, 0, race_size(program, warp_count));
    lay_out(log, program, warp_count);
    loop_map_start((LoopMap *)((char *)log + log->loops_at), program);
    for (int i = 0; i < launch->buffer_count && i < 256; ++i)
        log->written[i / 64] |= (uint64_t)is_written(program, launch, i) << i % 64;
    race_forget(log);
}

void race_forget(RaceLog *log)
{
    if (log->count)
        memset(buckets(log), 0xff, sizeof(uint16_t) * log->bucket_count);
    log->count = 0;
    log->writes = 0;
}

void race_begin_block(RaceLog *log)
{
    memset(buckets(log), 0xff, sizeof(uint16_t) * log->bucket_count);
    race_new_interval(log);
}

void race_new_interval(RaceLog *log)
{
    race_forget(log);
    memset(syncs(log), 0, sizeof(uint32_t) * log->warp_count);
}

void race_sync_warp(RaceLog *log, uint32_t warp)
{
    ++syncs(log)[warp];
}

static bool is_watched(const RaceLog *log, const Step *step, const Request *request)
{
    if (step->space == SPACE_SHARED)
        return true;
    if (step->space != SPACE_GLOBAL)
        return false;
    if (!request->is_one_object)
        return true;
    unsigned object = address_object(request->address);
    return log->written[object / 64] >> object % 64 & 1;
}

static Access access_of(const RaceLog *log, const Step *step, const Request *request)
{
    uint8_t op = step->instr->op;
    return (Access){.first = request->first,
                    .low = request->first + (uint64_t)request->shape->low,
                    .high = request->first + (uint64_t)request->shape->high,
                    .line = step->instr->line,
                    .lanes = request->active & ~step->outside,
                    .earliest = moment_of(step),
                    .latest = moment_of(step),
                    .sync = syncs(log)[step->warp],
                    .shape = (uint16_t)request->shape_number,
                    .warp = (uint16_t)step->warp,
                    .kind = op == OP_LOAD    ? ACCESS_READ
                            : op == OP_STORE ? ACCESS_WRITE
                                             : ACCESS_ATOMIC,
                    .is_global = step->space == SPACE_GLOBAL};
}

static uint32_t hash_of(const Access *access)
{
    uint64_t hash = access->first * 0x9e3779b97f4a7c15u;
    hash ^= (uint64_t)access->line << 32 | (uint64_t)access->warp << 16 | access->shape;
    hash = (hash ^ access->sync ^ (uint64_t)access->kind << 32) * 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 32);
}

/* Takes a repetition into the access that is known. */
static void widen(const RaceLog *log, Access *known, const Access *access)
{
    if (moment_is_before(race_loops(log), &access->earliest, &known->earliest))
        known->earliest = access->earliest;
    if (moment_is_before(race_loops(log), &known->latest, &access->latest))
        known->latest = access->latest;
}

static void note(RaceLog *log, const Access *access)
{
    uint32_t mask = log->bucket_count - 1, at = hash_of(access) & mask;
    for (; buckets(log)[at] != NO_ACCESS; at = (at + 1) & mask) {
        Access *known = race_access(log, buckets(log)[at]);
        if (race_is_repeated(known, access)) {
            widen(log, known, access);
            return;
        }
    }
    if (log->count == log->capacity) {
        race_forget(log);
        at = hash_of(access) & mask;
    }
    buckets(log)[at] = (uint16_t)log->count;
    *race_access(log, log->count++) = *access;
    log->writes += access->kind != ACCESS_READ;
}

void race_fold(RaceLog *log, const ShapeTable *shapes, const Fold *fold, const Request *request)
{
    const Step *step = fold->step;
    if (!is_watched(log, step, request))
        return;
    Access access = access_of(log, step, request);
    if (!access.lanes)
        return;
    if (access.kind != ACCESS_READ || log->writes)
        race_find_pairs(log, shapes, fold, &access);
    note(log, &access);
}
