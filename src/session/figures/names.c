/* Every part of the record offers its names with their values; the one that was asked for is taken.
 * So the names need no list of their own: counters come from counter.def, the others from the run,
 * and what was offered in vain is what the reader is told of. */
#include "session/figures/names.h"

#include "base/quote.h"
#include "probe/counting/banks.h"
#include "probe/counting/cost.h"
#include "probe/models/latency.h"
#include "probe/models/occupancy.h"
#include "probe/models/roofline.h"
#include "probe/sentences/place.h"
#include "session/figures/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Asked {
    Arena *arena;
    const Figures *figures;
    const RunRecord *record;
    const ExpressionName *name;
    int at; /* the step of it that is looked for */
    const char *offered;
    bool is_found;
    double value;
    const Phrase *problem; /* why there is no value, where that is more than an unknown name */
} Asked;

static const char *asked_step(const Asked *q)
{
    return q->at < q->name->count ? q->name->steps[q->at] : "";
}

/* Whether the step asked for is this one. */
static bool offer(Asked *q, const char *key)
{
    if (strlen(q->offered) < 400)
        q->offered = arena_printf(q->arena, "%s%s%s", q->offered, *q->offered ? ", " : "", key);
    return strcmp(asked_step(q), key) == 0;
}

/* A number of the record, the end of a name. */
static void put(Asked *q, const char *key, double value)
{
    if (!q->is_found && offer(q, key) && q->at == q->name->count - 1) {
        q->is_found = true;
        q->value = value;
    }
}

static void put_count(Asked *q, const char *key, uint64_t value)
{
    put(q, key, (double)value);
}

/* A part of the record: if true its numbers are to be put, and nothing more beside it. */
static bool enter(Asked *q, const char *key)
{
    if (!offer(q, key))
        return false;
    ++q->at;
    q->offered = "";
    return true;
}

static void refuse(Asked *q, const Phrase *problem)
{
    q->problem = problem;
}

/* ---- counters ---- */

static void put_parts(Asked *q, RequestKind kind, const MemoryCount *count)
{
    for (int i = 0; i < COUNTER_PARTS; ++i)
        if (counter_part_is_of(i, kind))
            put_count(q, counter_parts[i].json, counter_at(count, counter_parts[i].at));
}

static void put_requests(Asked *q, const MemoryCount kinds[REQUEST_KINDS])
{
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        if (enter(q, counter_requests[kind].json)) {
            put_parts(q, (RequestKind)kind, &kinds[kind]);
            return;
        }
}

static void put_counters(Asked *q)
{
    const Counters *counters = &q->record->report->counters;
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].section != COUNT_HIDDEN)
            put_count(q, counter_counts[i].json, counter_at(counters, counter_counts[i].at));
    put_requests(q, counters->kinds);
}

/* ---- buffers ---- */

/* How often the elements were read that were read least and most, from the counts of every word
 * when all blocks have ended. */
static bool count_reads(const RunRecord *record, const Buffer *buffer, uint32_t *fewest,
                        uint32_t *most)
{
    uint64_t stood = timeline_position(record->timeline);
    bool is_known = buffer->count > 0 && buffer->element_bytes == 4;
    *fewest = UINT32_MAX;
    *most = 0;
    timeline_seek(record->timeline, timeline_length(record->timeline));
    for (uint64_t i = 0; is_known && i < buffer->count; ++i) {
        uint32_t loads, stores;
        is_known =
            probe_global_counts(timeline_probe(record->timeline),
                                buffer->offset_bytes + i * buffer->element_bytes, &loads, &stores);
        *fewest = is_known && loads < *fewest ? loads : *fewest;
        *most = is_known && loads > *most ? loads : *most;
    }
    timeline_seek(record->timeline, stood);
    return is_known;
}

/* Up to so many warp instructions are run one after another for the counts of each element. */
enum { READS_STEPS_MOST = 400000 };

static void put_reads(Asked *q, const Buffer *buffer, const BufferCount *count)
{
    const RunRecord *record = q->record;
    uint64_t times = buffer_loads(count) + count->atomics;
    uint32_t fewest = 0, most = 0;
    if (buffer->count)
        put(q, "mean", (double)times / (double)buffer->count);
    bool is_short = record->report->counters.instructions <= READS_STEPS_MOST;
    if (q->is_found || !record->timeline || record->is_one_block || !is_short ||
        !count_reads(record, buffer, &fewest, &most))
        return;
    put_count(q, "fewest", fewest);
    put_count(q, "most", most);
}

static void put_buffer(Asked *q, int index)
{
    const Buffer *buffer = &q->record->run->launch.buffers[index];
    const BufferCount *count = &report_buffers(q->record->report)[index];
    put_count(q, "elements", buffer->count);
    put_count(q, "rows", buffer->rows);
    put_count(q, "cols", buffer->cols);
    for (int i = 0; i < COUNTER_BUFFERS; ++i)
        if (counter_buffers[i].column != BUFFER_HIDDEN)
            put_count(q, counter_buffers[i].json, counter_at(count, counter_buffers[i].at));
    if (enter(q, "reads_per_element"))
        put_reads(q, buffer, count);
}

static void put_buffers(Asked *q)
{
    const Launch *launch = &q->record->run->launch;
    for (int i = 0; i < launch->buffer_count; ++i)
        if (enter(q, launch->buffers[i].name)) {
            put_buffer(q, i);
            return;
        }
}

/* ---- lines, findings, the check ---- */

static void put_lines(Asked *q)
{
    const Phrase *reason = NULL;
    const SourceFile *file = &q->record->run->sources->files[0];
    int line = quote_find(q->arena, file, asked_step(q), NULL, NULL, &reason);
    if (!line) {
        refuse(q, reason);
        return;
    }
    const LineCount *count = report_line(q->record->report, (uint32_t)line);
    ++q->at;
    put_count(q, "line", (uint64_t)line);
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].json_of_line)
            put_count(q, counter_counts[i].json_of_line,
                      counter_at(count, counter_counts[i].at_line));
    put_requests(q, count->kinds);
}

static void put_findings(Asked *q)
{
    const Report *report = q->record->report;
    for (int kind = 0; kind < FINDING_COUNT; ++kind)
        if (enter(q, finding_names[kind])) {
            uint64_t count = 0;
            for (int i = 0; i < report->finding_count; ++i)
                if (report_findings(report)[i].kind == (FindingKind)kind)
                    count += report_findings(report)[i].count;
            put_count(q, "count", count);
            return;
        }
}

static void put_check(Asked *q)
{
    const CheckResult *check = q->record->check;
    if (!check || check->reference == REFERENCE_NONE) {
        refuse(q, PHRASE_LITERAL("there is nothing to compare the result with"));
        return;
    }
    put_count(q, "total", check->total);
    put_count(q, "wrong", check->wrong);
    put_count(q, "unwritten", check->unwritten);
    put(q, "max_abs_error", check->max_abs_error);
}

/* ---- the launch ---- */

/* The number that the bits of a register mean. */
static double bits_number(Asked *q, ScalarType type, uint64_t bits)
{
    if (type == SCALAR_BOOL)
        return (double)(bits & 1);
    return strtod(machine_value_text(q->arena, &q->record->run->launch, type, bits, false), NULL);
}

static void put_dim3(Asked *q, Dim3 d)
{
    put_count(q, "0", d.x);
    put_count(q, "1", d.y);
    put_count(q, "2", d.z);
}

static void put_arguments(Asked *q)
{
    const Run *run = q->record->run;
    for (int i = 0; i < run->program->parameter_count; ++i) {
        const Parameter *parameter = &run->program->parameters[i];
        if (parameter->type->kind == TYPE_SCALAR)
            put(q, parameter->name,
                bits_number(q, parameter->type->scalar, run->launch.arguments[i]));
    }
}

static void put_defines(Asked *q)
{
    const Unit *unit = q->record->run->unit;
    for (int i = 0; i < unit->text.macro_count; ++i) {
        char *end;
        double value = strtod(unit->text.macros[i].value, &end);
        if (end != unit->text.macros[i].value && !*end)
            put(q, unit->text.macros[i].name, value);
    }
}

static void put_launch(Asked *q)
{
    const Run *run = q->record->run;
    put_count(q, "shared_bytes", launch_shared_bytes(&run->launch, run->program));
    if (enter(q, "grid"))
        put_dim3(q, run->launch.grid);
    else if (enter(q, "block"))
        put_dim3(q, run->launch.block);
    else if (enter(q, "args"))
        put_arguments(q);
    else if (enter(q, "defines"))
        put_defines(q);
}

/* ---- the place of the stage ---- */

static void put_names(Asked *q, const Step *step)
{
    const RunRecord *record = q->record;
    const Program *program = record->run->program;
    const Machine *machine = timeline_machine(record->timeline);
    for (int i = program->variable_count; i-- > 0;) { /* the innermost of a name is the last */
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->type->kind == TYPE_SCALAR &&
            variable->first_pc <= step->pc + 1 && step->pc < variable->end_pc)
            put(q, variable->name,
                bits_number(q, variable->type->scalar,
                            machine_value(machine, variable->operand, variable->type->scalar,
                                          record->thread)));
    }
}

/* What the whole warp's request costs: the same parts as of the counters. */
static void put_request(Asked *q, const Step *step)
{
    RequestKind kind = cost_kind(step->instr, step->space);
    if (kind == REQUEST_NONE || step->instr->op == OP_ATOMIC)
        return;
    MemoryCount cost =
        cost_of_lanes(step->arena, step->active, step->access_bytes, counter_requests[kind].memory);
    put_parts(q, kind, &cost);
}

static void put_access(Asked *q, const Step *step, uint32_t lane)
{
    const Run *run = q->record->run;
    ScalarType type = (ScalarType)step->instr->type;
    uint64_t address = step->address[lane], bits = step->after[0][lane];
    if (scalar_size_bytes(type) == 8)
        bits |= (uint64_t)step->after[1][lane] << 32;
    put(q, "element",
        (double)place_index(run->program, &run->launch, address_space(address),
                            (int)address_object(address), address_offset_bytes(address)));
    put(q, "value", bits_number(q, type, bits));
    if (step->space == SPACE_SHARED)
        put_count(q, "bank", step->arena[lane] / BANK_WORD_BYTES % BANK_COUNT);
    put_request(q, step);
}

static void put_place(Asked *q)
{
    const RunRecord *record = q->record;
    const Step *step = record->timeline ? timeline_last_step(record->timeline) : NULL;
    uint32_t lane = record->thread % WARP_LANES;
    if (!step || step->warp != record->thread / WARP_LANES || !(step->active >> lane & 1)) {
        refuse(q, PHRASE_LITERAL("the thread has just done nothing at the stage's place"));
        return;
    }
    put_count(q, "block", step->block);
    put_count(q, "thread", record->thread);
    put_count(q, "line", step->instr->line);
    put_count(q, "phase", step->phase ? step->phase - 1 : 0);
    if (opcode_info[step->instr->op].class == CLASS_MEMORY)
        put_access(q, step, lane);
    if (enter(q, "names"))
        put_names(q, step);
}

/* ---- the device ---- */

static void put_roofline(Asked *q)
{
    const Counters *counters = &q->record->report->counters;
    Roofline roofline = roofline_compute(q->figures->device, (double)counters->flops,
                                         (double)counters->global_load.bytes, 0);
    put(q, "intensity", roofline.intensity);
    put(q, "gflops", roofline.attainable_gflops);
    put(q, "peak_fraction", roofline.peak_fraction);
    put(q, "ridge", roofline.ridge_flop_per_byte);
}

static void put_device(Asked *q)
{
    double value;
    const char *key;
    for (int i = 0; (key = device_field(q->figures->device, i, &value)); ++i)
        put(q, key, value);
}

/* What a block needs, as words: "threads 256, shared 32768, registers 40". What is left out stays
 * as the launch has it. */
typedef struct BlockNeeds {
    int threads, shared, registers;
} BlockNeeds;

static bool read_needs(const char *words, BlockNeeds *needs)
{
    while (*words) {
        char key[16];
        int value, length = 0;
        if (sscanf(words, " %15[a-z] %d%n", key, &value, &length) < 2 || value < 0)
            return false;
        int *at = strcmp(key, "threads") == 0     ? &needs->threads
                  : strcmp(key, "shared") == 0    ? &needs->shared
                  : strcmp(key, "registers") == 0 ? &needs->registers
                                                  : NULL;
        if (!at)
            return false;
        *at = value;
        words += length;
        words += *words == ',';
    }
    return needs->threads > 0;
}

static void put_occupancy(Asked *q)
{
    const Run *run = q->record->run;
    const DeviceModel *device = q->figures->device;
    BlockNeeds needs = {(int)dim3_count(run->launch.block),
                        (int)launch_shared_bytes(&run->launch, run->program),
                        q->figures->registers};
    if (strchr(asked_step(q), ' ')) { /* words in place of a name */
        if (!read_needs(asked_step(q), &needs))
            refuse(q, PHRASE_LITERAL(
                          "write 'threads 256, shared 32768, registers 40', or some of it"));
        ++q->at;
    }
    if (q->problem)
        return;
    int by_memory;
    Occupancy occupancy = occupancy_compute(device, needs.threads, needs.shared, needs.registers);
    put(q, "blocks_per_sm", occupancy.blocks_per_sm);
    put(q, "warps_per_sm", occupancy.warps_per_sm);
    put(q, "threads_per_sm", occupancy.threads_per_sm);
    put(q, "occupancy", occupancy.fraction);
    put(q, "shared_allowed_unreserved", occupancy.shared_allowed_unreserved);
    put(q, "tile_width", occupancy_tile_width(device, device->shared_per_block_bytes, &by_memory));
    put(q, "tile_width_by_memory", by_memory);
    if (enter(q, "allowed"))
        for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
            put(q, occupancy_limit_names[i], occupancy.allowed[i]);
}

/* With the warps that fit by the launch, its registers left out where the stage tells none. */
static void put_latency(Asked *q)
{
    const Run *run = q->record->run;
    const DeviceModel *device = q->figures->device;
    const Counters *counters = &q->record->report->counters;
    Occupancy occupancy = occupancy_compute(device, (int)dim3_count(run->launch.block),
                                            (int)launch_shared_bytes(&run->launch, run->program),
                                            q->figures->registers);
    const LatencyDemand demand = {counters->global_load.requests, counters->global_load.sectors,
                                  counters->warps, occupancy.warps_per_sm};
    Latency latency = latency_compute(device, &demand);
    put(q, "banks", latency_banks(LATENCY_RATIO));
    put(q, "ratio", LATENCY_RATIO);
    put(q, "channels", LATENCY_CHANNELS);
    put(q, "piece_bytes", LATENCY_PIECE_BYTES);
    if (!latency.is_known) {
        refuse(q, PHRASE_LITERAL("the latency of the stage's device is not known"));
        return;
    }
    put(q, "ns", latency.ns);
    put(q, "bytes", latency.bytes);
    put(q, "bytes_per_sm", latency.bytes_per_sm);
    put(q, "request_bytes", latency.request_bytes);
    put(q, "warps_needed", latency.warps_needed);
    put(q, "warps_held", latency.warps_held);
    put(q, "busy", latency.busy);
}

/* ---- what was timed on a GPU some day ---- */

static void put_time(Asked *q, const DeviceTime *time)
{
    put(q, "ms", time->ms);
    put(q, "tflops", times_gflops(time) / 1000);
    put_count(q, "width", (uint64_t)time->width);
    put_count(q, "tile", (uint64_t)time->tile);
}

static void put_times(Asked *q)
{
    const DeviceTimes *times = q->figures->timed->times;
    put_count(q, "year", (uint64_t)times->year);
    put_count(q, "month", (uint64_t)times->month);
    put_count(q, "day", (uint64_t)times->day);
    for (int i = 0; i < times->count; ++i)
        if (enter(q, times->rows[i].kernel)) {
            put_time(q, times_find(times, times->rows[i].kernel, INT32_MAX));
            return;
        }
}

/* ---- all of it ---- */

typedef enum PartOf { OF_RUN, OF_DEVICE, OF_TIMED } PartOf;

static void put_record(Asked *q)
{
    static const struct {
        const char *key;
        void (*put)(Asked *q);
        PartOf of;
    } parts[] = {{"counters", put_counters, OF_RUN},
                 {"buffers", put_buffers, OF_RUN},
                 {"lines", put_lines, OF_RUN},
                 {"findings", put_findings, OF_RUN},
                 {"check", put_check, OF_RUN},
                 {"launch", put_launch, OF_RUN},
                 {"place", put_place, OF_RUN},
                 {"roofline", put_roofline, OF_DEVICE},
                 {"occupancy", put_occupancy, OF_DEVICE},
                 {"device", put_device, OF_DEVICE},
                 {"latency", put_latency, OF_DEVICE},
                 {"record", put_times, OF_TIMED}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (enter(q, parts[i].key)) {
            if (parts[i].of == OF_DEVICE && !q->figures->device)
                refuse(q, PHRASE_LITERAL("the stage names no device"));
            else if (parts[i].of == OF_TIMED && !q->figures->timed)
                refuse(q, PHRASE_LITERAL("no device model has times of kernels"));
            else
                parts[i].put(q);
            return;
        }
}

static void choose_run(Asked *q)
{
    static const char *const runs[SCENE_RUNS] = {"a", "b"};
    q->record = &q->figures->runs[0];
    for (int i = 0; i < q->figures->run_count; ++i)
        if (enter(q, runs[i])) {
            q->record = &q->figures->runs[i];
            return;
        }
}

bool names_number(void *context, Arena *arena, const ExpressionName *name, double *value,
                  const Phrase **problem)
{
    Asked q = {.arena = arena, .figures = context, .name = name, .offered = ""};
    choose_run(&q);
    put_record(&q);
    if (q.is_found)
        *value = q.value;
    else if (q.problem)
        *problem = q.problem;
    else if (!*asked_step(&q))
        *problem =
            phrase_new(arena, "the name ends too early: it goes on with one of %s", q.offered);
    else
        *problem =
            phrase_new(arena, "the record has no '%s' here, only %s", asked_step(&q), q.offered);
    return q.is_found;
}
