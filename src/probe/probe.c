/* The composition: a Probe is a header and its parts one after another in one block, each part with
 * a file of its own. A request's shape is looked up once; the parts that ask about addresses share
 * it. */
#include "probe/probe.h"

#include "probe/counting/count.h"
#include "probe/counting/shape.h"
#include "probe/memory/bounds.h"
#include "probe/memory/fault.h"
#include "probe/memory/flight.h"
#include "probe/memory/history.h"
#include "probe/memory/origin.h"
#include "probe/memory/uninitialized.h"
#include "probe/memory/zero.h"
#include "probe/races/barrier.h"
#include "probe/races/mbarrier.h"
#include "probe/races/race.h"
#include "probe/rows/rows.h"
#include "probe/warps/members.h"
#include "probe/warps/strays.h"
#include "vm/page.h"

#include <string.h>

struct Probe {
    uint64_t size_bytes;
    ProbeDetail detail;
    uint32_t warp_count, shared_bytes;
    bool leaves_warps; /* operations of warps are not looked at */
    bool only_faults;
    /* Offsets of the parts from the start of the Probe; those of origins, history and now (the
     * races that the last step shows) are 0 without PROBE_PICTURE. */
    uint64_t shapes_at, races_at, rows_at, zeros_at, barriers_at, members_at, strays_at, set_at,
        origins_at, history_at, now_at;
    /* The report, and behind it the counts of global words, whose offset is 0 without
     * PROBE_PICTURE; what blocks have in common, so perhaps those of another Probe. */
    int64_t report_at;
    uint64_t counts_at;
};

static uint64_t take(uint64_t *end, uint64_t bytes)
{
    uint64_t at = *end;
    *end += page_rounded(bytes);
    return at;
}

static void lay_out_probe(Probe *probe, const Program *program, const Launch *launch,
                          ProbeDetail detail)
{
    uint64_t end = page_rounded(sizeof *probe);
    memset(probe, 0, sizeof *probe);
    probe->detail = detail;
    probe->warp_count = ((uint32_t)dim3_count(launch->block) + WARP_LANES - 1) / WARP_LANES;
    probe->shared_bytes = launch_shared_bytes(launch, program);
    probe->shapes_at = take(&end, shape_table_size(program->code_count, probe->warp_count));
    probe->races_at = take(&end, race_size(program, probe->warp_count));
    probe->rows_at = take(&end, rows_size(program));
    probe->zeros_at = take(&end, zero_size(program, probe->warp_count));
    probe->barriers_at = take(&end, barrier_size(program));
    probe->members_at = take(&end, members_size(program, probe->warp_count));
    probe->strays_at = take(&end, strays_size(program, launch));
    probe->set_at = take(&end, uninitialized_size(probe->shared_bytes));
    if (detail == PROBE_PICTURE) {
        probe->origins_at = take(&end, origin_size(program, launch));
        probe->history_at = take(&end, history_size(program, launch));
        probe->now_at = take(&end, sizeof(RacesNow));
    }
    probe->size_bytes = end;
    probe->report_at = (int64_t)end;
    probe->counts_at = detail == PROBE_PICTURE ? page_rounded(report_size(program, launch)) : 0;
}

uint64_t probe_size(const Program *program, const Launch *launch, ProbeDetail detail)
{
    Probe probe;
    lay_out_probe(&probe, program, launch, detail);
    return probe.size_bytes + page_rounded(report_size(program, launch)) +
           (probe.counts_at ? history_counts_size(program, launch) : 0);
}

uint64_t probe_beside_size(const Program *program, const Launch *launch, ProbeDetail detail)
{
    Probe probe;
    lay_out_probe(&probe, program, launch, detail);
    return probe.size_bytes;
}

static void *part(const Probe *probe, uint64_t at)
{
    return (char *)probe + at;
}

static WordCounts *word_counts(const Probe *probe)
{
    return (WordCounts *)((char *)probe_report(probe) + probe->counts_at);
}

static RacesNow *races_now(const Probe *probe)
{
    return probe->now_at ? part(probe, probe->now_at) : NULL;
}

static void forget_races(Probe *probe)
{
    RacesNow *now = races_now(probe);
    if (now)
        now->all = 0, now->count = 0;
}

/* Whether lanes of a warp wait for each other or pass values on anywhere. */
static bool has_warp_operation(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        Opcode op = program->code[pc].op;
        if (opcode_is_of_warp(op))
            return true;
    }
    return false;
}

static void start_parts(Probe *probe, const Program *program, const Launch *launch,
                        ProbeDetail detail)
{
    lay_out_probe(probe, program, launch, detail);
    probe->leaves_warps = !has_warp_operation(program);
    shape_table_start(part(probe, probe->shapes_at), program->code_count, probe->warp_count);
    race_start(part(probe, probe->races_at), program, launch, probe->warp_count);
    rows_start(part(probe, probe->rows_at), program, launch);
    zero_start(part(probe, probe->zeros_at), program, probe->warp_count);
    barrier_start(part(probe, probe->barriers_at), program);
    members_start(part(probe, probe->members_at), program, probe->warp_count);
    strays_start(part(probe, probe->strays_at), program, launch);
    uninitialized_begin_block(part(probe, probe->set_at), probe->shared_bytes);
    if (detail == PROBE_PICTURE) {
        origin_start(part(probe, probe->origins_at), program, launch);
        history_start(part(probe, probe->history_at), program, launch);
        forget_races(probe);
    }
}

void probe_start(Probe *probe, const Program *program, const Launch *launch, ProbeDetail detail)
{
    start_parts(probe, program, launch, detail);
    report_start(probe_report_mutable(probe), program, launch);
}

void probe_start_beside(Probe *probe, const Program *program, const Launch *launch,
                        ProbeDetail detail, const Probe *other)
{
    start_parts(probe, program, launch, detail);
    probe->report_at = (const char *)probe_report(other) - (const char *)probe;
}

void probe_limit(Probe *probe, uint32_t requests, uint32_t shapes)
{
    race_limit(part(probe, probe->races_at), requests);
    shape_table_limit(part(probe, probe->shapes_at), shapes);
}

void probe_look_at(Probe *probe, const Meetings *meetings)
{
    race_only(part(probe, probe->races_at), meetings);
}

void probe_leave_out(Probe *probe, bool warps, bool notes)
{
    probe->leaves_warps |= warps;
    if (notes)
        race_allow_nothing(part(probe, probe->races_at));
}

void probe_only_faults(Probe *probe, bool only_faults)
{
    probe->only_faults = only_faults;
}

void probe_begin_block(Probe *probe, const Program *program, const Launch *launch,
                       const Machine *machine)
{
    (void)program;
    (void)launch;
    race_begin_block(part(probe, probe->races_at));
    forget_races(probe);
    zero_begin_block(part(probe, probe->zeros_at));
    barrier_begin_block(part(probe, probe->barriers_at));
    members_begin_block(part(probe, probe->members_at));
    strays_begin_block(part(probe, probe->strays_at));
    uninitialized_begin_block(part(probe, probe->set_at), probe->shared_bytes);
    if (probe->detail == PROBE_PICTURE) {
        origin_begin_block(part(probe, probe->origins_at));
        history_begin_block(part(probe, probe->history_at));
    }
    Counters *counters = &probe_report_mutable(probe)->counters;
    ++counters->blocks;
    counters->warps += machine->warp_count;
    counters->threads += machine->thread_count;
}

static bool is_one_object(const Step *step, uint32_t active)
{
    if (step->is_one_object)
        return true;
    uint64_t apart = step->address[__builtin_ctz(active)] - step->arena[__builtin_ctz(active)];
    uint64_t differs = 0;
    for (; active; active &= active - 1) {
        int lane = __builtin_ctz(active);
        differs |= (step->address[lane] - step->arena[lane]) ^ apart;
    }
    return !differs;
}

static int find_shape(Probe *probe, const Step *step, uint32_t active)
{
    ShapeTable *shapes = part(probe, probe->shapes_at);
    int shape = shape_find(shapes, step->pc, step->arena, active, step->access_bytes);
    if (shape >= 0)
        return shape;
    race_renew_shapes(part(probe, probe->races_at), shapes);
    return shape_find(shapes, step->pc, step->arena, active, step->access_bytes);
}

static Request make_request(Probe *probe, const Step *step, uint32_t active)
{
    int first = __builtin_ctz(active), shape = find_shape(probe, step, active);
    return (Request){.active = active,
                     .shape_number = shape,
                     .shape = shape_at(part(probe, probe->shapes_at), shape),
                     .first = step->arena[first],
                     .address = step->address[first],
                     .is_one_object = is_one_object(step, active)};
}

/* Lanes that read what a copy is on its way to: that is told, and nothing else of it. */
static uint32_t untold(const Step *step)
{
    bool is_copy = step->instr->flags & INSTR_ASYNC;
    return step->instr->op == OP_LOAD && !is_copy ? step->in_flight : 0;
}

static void fold_request(Probe *probe, const Fold *fold, uint32_t active)
{
    Request request = make_request(probe, fold->step, active);
    count_request(fold, &request);
    uint32_t inside = bounds_check(fold, &request);
    count_reach(fold, &request, inside);
    rows_check(part(probe, probe->rows_at), fold, &request, inside);
    uninitialized_check(part(probe, probe->set_at), fold, &request, inside & ~untold(fold->step));
    request.active &= ~untold(fold->step);
    if (request.active)
        race_fold(part(probe, probe->races_at), part(probe, probe->shapes_at), fold, &request);
}

/* From where an asynchronous copy begins it may overwrite what others read. */
static void fold_copy(Probe *probe, const Fold *fold, uint32_t placed)
{
    Step store;
    Fold as_store = *fold;
    flight_as_store(&as_store, &store);
    Request request = make_request(probe, &store, placed);
    race_fold(part(probe, probe->races_at), part(probe, probe->shapes_at), &as_store, &request);
}

static void fold_memory(Probe *probe, const Fold *fold)
{
    const Step *step = fold->step;
    uint32_t placed = step_lanes_placed(step);
    if (step->active & ~placed)
        bounds_check_space(fold);
    if (placed)
        fold_request(probe, fold, placed);
    if (step->in_flight)
        flight_check(fold);
    if (placed && step->instr->flags & INSTR_ASYNC && step->instr->op == OP_LOAD)
        fold_copy(probe, fold, placed);
}

/* The same of a probe that looks for faults alone. */
static void fold_faults(Probe *probe, const Fold *fold)
{
    const Step *step = fold->step;
    if (step->fault != FAULT_NONE)
        fault_check(fold);
    mbarrier_check(fold);
    if (step->unset_count)
        uninitialized_check_registers(fold);
    if (opcode_info[step->instr->op].class != CLASS_MEMORY)
        return;
    uint32_t placed = step_lanes_placed(step);
    if (step->active & ~placed)
        bounds_check_space(fold);
    if (!placed)
        return;
    Request request = make_request(probe, step, placed);
    uint32_t inside = bounds_check(fold, &request);
    uninitialized_check(part(probe, probe->set_at), fold, &request, inside & ~untold(step));
}

static void fold_sync(Probe *probe, const Fold *fold)
{
    const Step *step = fold->step;
    if (step->instr->op == OP_WARP_SYNC)
        race_sync_warp(part(probe, probe->races_at), step);
    if (barrier_is_concerned(step))
        barrier_fold(part(probe, probe->barriers_at), fold);
    if (step->is_release)
        race_new_interval(part(probe, probe->races_at), part(probe, probe->shapes_at), fold);
}

static void fold_picture(Probe *probe, const Fold *fold, bool is_memory)
{
    const Step *step = fold->step;
    uint32_t placed = step_lanes_placed(step);
    origin_fold(part(probe, probe->origins_at), fold, placed);
    if (is_memory)
        history_fold(part(probe, probe->history_at), word_counts(probe), step, placed);
}

void probe_fold(Probe *probe, const Program *program, const Launch *launch, const Machine *machine,
                const Step *step)
{
    Fold fold = {program, launch, machine, step, probe_report_mutable(probe), races_now(probe)};
    bool is_memory = opcode_info[step->instr->op].class == CLASS_MEMORY;
    if (probe->only_faults) {
        fold_faults(probe, &fold);
        return;
    }
    forget_races(probe);
    if (step->fault != FAULT_NONE)
        fault_check(&fold);
    mbarrier_check(&fold);
    if (step->fault != FAULT_STEP_LIMIT) {
        count_step(&fold);
        if (step->unset_count)
            uninitialized_check_registers(&fold);
        if (is_memory)
            fold_memory(probe, &fold);
        zero_fold(part(probe, probe->zeros_at), &fold);
        if (!probe->leaves_warps) {
            members_fold(part(probe, probe->members_at), &fold);
            strays_fold(part(probe, probe->strays_at), part(probe, probe->members_at), &fold);
        }
        if (probe->detail == PROBE_PICTURE)
            fold_picture(probe, &fold, is_memory);
    }
    if (step->instr->op == OP_WARP_SYNC || barrier_is_concerned(step))
        fold_sync(probe, &fold);
}

bool probe_missed_barrier(const Probe *probe, uint32_t thread)
{
    return barrier_was_missed(part(probe, probe->barriers_at), thread);
}

void probe_end_block(Probe *probe, const Program *program, const Launch *launch,
                     const Machine *machine)
{
    Fold fold = {program, launch, machine, NULL, probe_report_mutable(probe), NULL};
    if (probe->only_faults)
        return;
    barrier_end_block(part(probe, probe->barriers_at), &fold);
    strays_end_block(part(probe, probe->strays_at), part(probe, probe->members_at), &fold);
    race_new_interval(part(probe, probe->races_at), part(probe, probe->shapes_at), &fold);
}

void probe_follow(Probe *probe, const Walk *walk, const Step *step)
{
    switch (walk->event) {
    case WALK_BEGIN: probe_begin_block(probe, walk->program, walk->launch, walk->machine); break;
    case WALK_STEP: probe_fold(probe, walk->program, walk->launch, walk->machine, step); break;
    case WALK_END: probe_end_block(probe, walk->program, walk->launch, walk->machine); break;
    }
}

const Report *probe_report(const Probe *probe)
{
    return (Report *)((char *)probe + probe->report_at);
}

Report *probe_report_mutable(Probe *probe)
{
    return (Report *)((char *)probe + probe->report_at);
}

const RacesNow *probe_races(const Probe *probe)
{
    return races_now(probe);
}

RowsMeant probe_rows_meant(const Probe *probe, const Machine *machine, const Step *step)
{
    if (opcode_info[step->instr->op].class != CLASS_MEMORY)
        return (RowsMeant){.lanes = 0};
    return rows_meant(part(probe, probe->rows_at), machine, step);
}

Origin probe_shared_origin(const Probe *probe, uint32_t offset_bytes)
{
    if (!probe->origins_at)
        return (Origin){ORIGIN_NONE, 0, ORIGIN_NOT_SHARED};
    return origin_of_shared(part(probe, probe->origins_at), offset_bytes);
}

Origin probe_register_origin(const Probe *probe, uint32_t slot, uint32_t thread)
{
    if (!probe->origins_at)
        return (Origin){ORIGIN_NONE, 0, ORIGIN_NOT_SHARED};
    return origin_of_register(part(probe, probe->origins_at), slot, thread);
}

WordHistory probe_shared_history(const Probe *probe, uint32_t offset_bytes)
{
    if (!probe->history_at)
        return (WordHistory){.writer = FINDING_NO_THREAD, .last_reader = FINDING_NO_THREAD};
    return history_of_shared(part(probe, probe->history_at), offset_bytes);
}

bool probe_global_counts(const Probe *probe, uint64_t at, uint32_t *loads, uint32_t *stores)
{
    return probe->history_at &&
           history_of_global(part(probe, probe->history_at), word_counts(probe), at, loads, stores);
}
