/* What is watched for races, and in which order a request is told and noted. */
#include "probe/races/log.h"
#include "probe/record/object.h"

#include <string.h>

uint64_t race_size(const Program *program, uint32_t warp_count)
{
    RaceLog log;
    return race_log_lay_out(&log, program, warp_count);
}

static uint8_t *uncompared(const RaceLog *log)
{
    return (uint8_t *)log + log->uncompared_at;
}

void race_start(RaceLog *log, const Program *program, const Launch *launch, uint32_t warp_count)
{
    race_log_start(log, program, warp_count);
    loop_map_start((LoopMap *)((char *)log + log->loops_at), program);
    role_find(race_roles(log), program, launch);
    uint64_t share = RACE_WORK_OF_GRID / launch_block_count(launch);
    log->work_of_grid = share < RACE_WORK_LEAST  ? RACE_WORK_LEAST
                        : share > RACE_WORK_MOST ? RACE_WORK_MOST
                                                 : share;
    log->is_alone = dim3_count(launch->block) == 1;
    for (int i = 0; i < launch->buffer_count && i < RACE_BUFFERS; ++i)
        log->written[i / 64] |= (uint64_t)object_is_written(program, launch, i) << i % 64;
    race_begin_block(log);
}

void race_limit(RaceLog *log, uint32_t requests)
{
    if (requests < log->capacity)
        log->capacity = requests;
}

void race_allow_nothing(RaceLog *log)
{
    memset(race_roles(log), ROLE_PLAIN, log->code_count);
}

void race_only(RaceLog *log, const Meetings *meetings)
{
    log->only = meetings;
}

static void begin_interval(RaceLog *log)
{
    race_log_clear(log);
    for (uint32_t warp = 0; log->orders_at && warp < log->warp_count; ++warp)
        warp_order_begin(race_order(log, warp));
    if (log->has_uncompared)
        memset(uncompared(log), 0, log->line_count / 8 + 1);
    log->has_write = log->has_uncompared = 0;
}

void race_begin_block(RaceLog *log)
{
    log->work = 0;
    log->work_left = RACE_INTERVALS * log->work_of_grid;
    begin_interval(log);
}

void race_new_interval(RaceLog *log, const ShapeTable *shapes, const Fold *fold)
{
    if (log->has_equal)
        race_note_equal(log, shapes, fold);
    begin_interval(log);
}

void race_sync_warp(RaceLog *log, const Step *step)
{
    if (log->orders_at)
        warp_order_sync(race_order(log, step->warp), step);
}

static bool is_watched(const RaceLog *log, const Step *step, const Request *request)
{
    if (log->is_alone)
        return false;
    if (step->space == SPACE_SHARED)
        return true;
    if (step->space != SPACE_GLOBAL)
        return false;
    if (!request->is_one_object)
        return true;
    unsigned object = address_object(request->address);
    return object >= RACE_BUFFERS || log->written[object / 64] >> object % 64 & 1;
}

static AccessKind access_kind(const Step *step)
{
    Opcode op = step->instr->op;
    return op == OP_LOAD ? ACCESS_READ : op == OP_STORE ? ACCESS_WRITE : ACCESS_ATOMIC;
}

/* The lane stored another value than its address holds now. */
static bool lost_its_value(const Fold *fold, int lane)
{
    const Step *step = fold->step;
    const Instr *instr = step->instr;
    uint32_t size = scalar_size_bytes((ScalarType)instr->type), words = register_words(instr->type);
    for (uint32_t i = 0; i < instr->width; ++i) {
        Operand from = OPERAND_IS_REGISTER(instr->c) ? (Operand)(instr->c + i * words) : instr->c;
        uint64_t value =
            machine_value(fold->machine, from, (ScalarType)instr->type, fold_thread(step, lane));
        uint64_t held = step->after[i * words][lane];
        if (words == 2)
            held |= (uint64_t)step->after[i * words + 1][lane] << 32;
        if (((value ^ held) << (64 - 8 * size)) != 0)
            return true;
    }
    return false;
}

static bool changed_memory(const Step *step, int lane)
{
    for (uint32_t i = 0; i < step->instr->width * register_words(step->instr->type); ++i)
        if (step->before[i][lane] != step->after[i][lane])
            return true;
    return false;
}

/* LoggedRequest.changed and LoggedRequest.mixed of a store. */
static void note_values(LoggedRequest *access, const Fold *fold, bool overlaps)
{
    for (uint32_t lanes = access->lanes; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        access->changed |= (uint32_t)changed_memory(fold->step, lane) << lane;
        if (overlaps)
            access->mixed |= (uint32_t)lost_its_value(fold, lane) << lane;
    }
}

/* Behind the last of the log. */
static LoggedRequest *make_access(RaceLog *log, const Fold *fold, const Request *request)
{
    const Step *step = fold->step;
    LoggedRequest *access = race_access(log, log->count);
    const WarpOrder *order = race_order(log, step->warp);
    *access = (LoggedRequest){.first = request->first,
                              .low = request->first + (uint64_t)request->shape->low,
                              .high = request->first + (uint64_t)request->shape->high,
                              .line = step->instr->own_line,
                              .lanes = request->active & ~step->outside,
                              .earliest_pc = step->pc,
                              .latest_pc = step->pc,
                              .at = order ? order->now : (WarpMoment){0, 0},
                              .step = (uint32_t)step->index,
                              .shape = (uint16_t)request->shape_number,
                              .warp = (uint16_t)step->warp,
                              .kind = access_kind(step),
                              .role = race_roles(log)[step->pc],
                              .is_global = step->space == SPACE_GLOBAL};
    if (access->role == ROLE_EQUAL)
        note_values(access, fold, request->shape->overlaps);
    uint32_t *passes = (uint32_t *)(access + 1);
    memcpy(passes, step->passes, sizeof *passes * log->depth);
    memcpy(passes + log->depth, step->passes, sizeof *passes * log->depth);
    return access;
}

/* The first write of an interval: what reads could not be compared with may now
 * race. */
static void begin_writes(RaceLog *log, Report *report)
{
    log->has_write = 1;
    for (uint32_t line = 0; log->has_uncompared && line <= log->line_count; ++line)
        if (uncompared(log)[line / 8] >> line % 8 & 1)
            report_mark_uncompared(report, line);
}

static void mark_uncompared(RaceLog *log, Report *report, uint32_t line)
{
    line = line <= log->line_count ? line : 0;
    uint8_t *lines = &uncompared(log)[line / 8], bit = (uint8_t)(1u << line % 8);
    if (!(*lines & bit) && log->has_write)
        report_mark_uncompared(report, line);
    *lines |= bit;
    log->has_uncompared = 1;
}

/* Pairs that were passed over are forgotten with their words, whatever is stored there later. */
static void mark_lost_equal(RaceLog *log, const Fold *fold)
{
    for (uint32_t pc = 0; pc < fold->program->code_count; ++pc)
        if (race_roles(log)[pc] == ROLE_EQUAL)
            mark_uncompared(log, fold->report, fold->program->code[pc].own_line);
    log->has_lost_equal = 0;
}

void race_fold(RaceLog *log, const ShapeTable *shapes, const Fold *fold, const Request *request)
{
    if (log->has_lost_equal)
        mark_lost_equal(log, fold);
    if (!is_watched(log, fold->step, request))
        return;
    LoggedRequest *access = make_access(log, fold, request);
    if (!access->lanes)
        return;
    if (access->kind != ACCESS_READ && !log->has_write)
        begin_writes(log, fold->report);
    if (!race_log_trim(log, shapes, access))
        mark_uncompared(log, fold->report, fold->step->instr->own_line);
    if (!access->lanes)
        return;
    if (access->kind != ACCESS_READ || log->writes)
        race_find_pairs(log, shapes, fold, access);
    race_log_note(log, shapes);
}
