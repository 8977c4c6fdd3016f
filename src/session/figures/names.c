/* A name is looked up step by step in the record as JSON (record.h). Only the part that it begins
 * with is made; what a lesson knows beside the record, a place and the models of a device, is made
 * in the same form here. */
#include "session/figures/names.h"

#include "base/quote.h"
#include "probe/counting/banks.h"
#include "probe/counting/cost.h"
#include "probe/models/latency.h"
#include "probe/models/occupancy.h"
#include "probe/models/roofline.h"
#include "probe/sentences/place.h"
#include "session/figures/figures.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Asked {
    Arena *arena;
    const Figures *figures;
    const Record *record;
    const ExpressionName *name;
    int at;                /* the step of it that is looked for */
    const Phrase *problem; /* why there is no value */
} Asked;

static const char *asked_step(const Asked *q)
{
    return q->at < q->name->count ? q->name->steps[q->at] : "";
}

static json_t *refuse(Asked *q, const Phrase *problem)
{
    q->problem = problem;
    return NULL;
}

static void put(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, json_number(value));
}

/* ---- the run ---- */

static json_t *make_counters(Asked *q)
{
    return record_counters(q->record);
}

static json_t *make_launch(Asked *q)
{
    return record_launch(q->record);
}

/* How often single elements were read is worked out where that is asked for. */
static json_t *make_buffers(Asked *q)
{
    json_t *buffers = json_object();
    const Launch *launch = &q->record->run->launch;
    bool exactly =
        q->name->count > q->at + 1 && strcmp(q->name->steps[q->at + 1], "reads_per_element") == 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const char *name = launch->buffers[i].name;
        json_t *buffer = record_buffer(q->record, i, exactly && strcmp(asked_step(q), name) == 0);
        record_put_shape(buffer, &launch->buffers[i]);
        json_object_set_new(buffers, name, buffer);
    }
    return buffers;
}

static json_t *make_line(Asked *q)
{
    const Phrase *reason = NULL;
    const SourceFile *file = &q->record->run->sources->files[0];
    int line = quote_find(q->arena, file, asked_step(q), NULL, NULL, &reason);
    ++q->at;
    return line ? record_line(q->record, (uint32_t)line, true) : refuse(q, reason);
}

/* All of a kind, or one by its place in the list. */
static json_t *make_findings(Asked *q)
{
    const Report *report = q->record->report;
    if (isdigit((unsigned char)*asked_step(q)))
        return record_findings(q->arena, q->record);
    json_t *kinds = json_object();
    for (int kind = 0; kind < FINDING_COUNT; ++kind) {
        uint64_t count = 0;
        for (int i = 0; i < report->finding_count; ++i)
            if (report_findings(report)[i].kind == (FindingKind)kind)
                count += report_findings(report)[i].count;
        json_object_set_new(kinds, finding_names[kind],
                            json_pack("{sI}", "count", (json_int_t)count));
    }
    return kinds;
}

static json_t *make_check(Asked *q)
{
    const CheckResult *check = q->record->check;
    if (!check || check->reference == REFERENCE_NONE)
        return refuse(q, PHRASE_LITERAL("there is nothing to compare the result with"));
    return record_check(q->record);
}

/* ---- the place of the stage ---- */

/* The number that the bits of a register mean. */
static double bits_number(Asked *q, ScalarType type, uint64_t bits)
{
    if (type == SCALAR_BOOL)
        return (double)(bits & 1);
    return strtod(machine_value_text(q->arena, &q->record->run->launch, type, bits, false), NULL);
}

static json_t *variables(Asked *q, const Step *step)
{
    const Record *record = q->record;
    const Program *program = record->run->program;
    const Machine *machine = timeline_machine(record->timeline);
    json_t *object = json_object();
    for (int i = 0; i < program->variable_count; ++i) { /* the innermost of a name is the last */
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->type->kind == TYPE_SCALAR &&
            variable->first_pc <= step->pc + 1 && step->pc < variable->end_pc)
            put(object, variable->name,
                bits_number(q, variable->type->scalar,
                            machine_value(machine, variable->operand, variable->type->scalar,
                                          record->thread)));
    }
    return object;
}

/* With what the whole warp's request costs: the same parts as of the counters. */
static void put_access(Asked *q, json_t *place, const Step *step, uint32_t lane)
{
    const Run *run = q->record->run;
    ScalarType type = (ScalarType)step->instr->type;
    uint64_t address = step->address[lane], bits = step->after[0][lane];
    RequestKind kind = cost_kind(step->instr, step->space);
    if (scalar_size_bytes(type) == 8)
        bits |= (uint64_t)step->after[1][lane] << 32;
    put(place, "element",
        (double)place_index(run->program, &run->launch, address_space(address),
                            (int)address_object(address), address_offset_bytes(address)));
    put(place, "value", bits_number(q, type, bits));
    if (step->space == SPACE_SHARED)
        put(place, "bank", (double)(step->arena[lane] / BANK_WORD_BYTES % BANK_COUNT));
    if (kind == REQUEST_NONE || step->instr->op == OP_ATOMIC)
        return;
    MemoryCount cost =
        cost_of_lanes(step->arena, step->active, step->access_bytes, counter_requests[kind].memory);
    cost = cost_counted(step->instr, &cost);
    json_t *request = record_requests(kind, &cost);
    json_object_update(place, request);
    json_decref(request);
}

static json_t *make_place(Asked *q)
{
    const Record *record = q->record;
    const Step *step = record->timeline ? timeline_last_step(record->timeline) : NULL;
    uint32_t lane = record->thread % WARP_LANES;
    if (!step || step->warp != record->thread / WARP_LANES || !(step->active >> lane & 1))
        return refuse(q, PHRASE_LITERAL("the thread has just done nothing at the stage's place"));
    json_t *place = json_pack("{sIsIsIsIsI}", "block", (json_int_t)step->block, "thread",
                              (json_int_t)record->thread, "line", (json_int_t)step->instr->line,
                              "phase", (json_int_t)(step->phase ? step->phase - 1 : 0), "lanes",
                              (json_int_t)__builtin_popcount(step->active));
    if (opcode_info[step->instr->op].class == CLASS_MEMORY)
        put_access(q, place, step, lane);
    json_object_set_new(place, "names", variables(q, step));
    return place;
}

static const Buffer *find_buffer(const Launch *launch, const char *name, size_t length)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (strncmp(launch->buffers[i].name, name, length) == 0 && !launch->buffers[i].name[length])
            return &launch->buffers[i];
    return NULL;
}

/* "N[0][1]": a value in global memory at that moment. */
static json_t *make_values(Asked *q)
{
    const Record *record = q->record;
    const char *text = asked_step(q), *bracket = strchr(text, '[');
    const Buffer *buffer =
        bracket ? find_buffer(&record->run->launch, text, (size_t)(bracket - text)) : NULL;
    uint64_t at[2] = {0, 0}, bits = 0;
    int count = buffer ? sscanf(bracket, "[%" SCNu64 "][%" SCNu64 "]", &at[0], &at[1]) : 0;
    if (count < 1 || !record->timeline)
        return refuse(q, PHRASE_LITERAL("no element of global memory is called so"));
    uint64_t element = count == 1              ? at[0]
                       : buffer->is_transposed ? at[1] * buffer->cols + at[0]
                                               : at[0] * buffer->cols + at[1];
    if (element >= buffer->count)
        return refuse(q, PHRASE_LITERAL("no element of global memory is called so"));
    size_t size = scalar_size_bytes(buffer->type);
    memcpy(
        &bits,
        memory_read(timeline_memory(record->timeline), buffer->offset_bytes + element * size, size),
        size);
    return json_pack("{so}", text, json_number(bits_number(q, buffer->type, bits)));
}

/* ---- the block and the phase of the place ---- */

/* Counted from the grid's first step up to a moment. */
static Counters counted_until(const Record *record, uint64_t moment)
{
    timeline_seek(record->timeline, moment);
    return probe_report(timeline_probe(record->timeline))->counters;
}

/* What was counted between the first and the last moment that a waypoint tells of. */
static bool count_between(Asked *q, Waypoint part, Counters *counters)
{
    const Record *record = q->record;
    const Run *run = record->run;
    uint64_t ends[2], stood = timeline_position(record->timeline);
    static const WaypointWhen whens[] = {WAYPOINT_BEGINS, WAYPOINT_ENDS};
    for (int i = 0; i < 2; ++i) {
        WaypointMissing missing;
        part.when = whens[i];
        if (!waypoint_find(q->arena, record->timeline, run->program, &run->launch, &part, &ends[i],
                           &missing))
            return refuse(q, missing.reason);
    }
    *counters = counted_until(record, ends[1]);
    const Counters before = counted_until(record, ends[0]);
    timeline_seek(record->timeline, stood);
    for (size_t at = 0; at < sizeof *counters; at += sizeof(uint64_t))
        *(uint64_t *)((char *)counters + at) -= counter_at(&before, at);
    return true;
}

/* The counters of the block that the place is in, or of its phase alone. */
static json_t *make_part_of_grid(Asked *q, bool is_phase)
{
    const Record *record = q->record;
    const Step *step = record->timeline ? timeline_last_step(record->timeline) : NULL;
    if (!step || (is_phase && !step->phase))
        return refuse(q, PHRASE_LITERAL("the thread has just done nothing at the stage's place"));
    Waypoint part = waypoint_start();
    part.block = dim3_from_linear(step->block, record->run->launch.grid);
    part.phase = is_phase ? (int64_t)step->phase - 1 : WAYPOINT_ANY;
    Report *report = ARENA_NEW(q->arena, Report);
    if (!count_between(q, part, &report->counters))
        return NULL;
    const Record counted = {.run = record->run, .report = report};
    return record_counters(&counted);
}

static json_t *make_block(Asked *q)
{
    return make_part_of_grid(q, false);
}

static json_t *make_phase(Asked *q)
{
    return make_part_of_grid(q, true);
}

/* ---- the device ---- */

static json_t *make_roofline(Asked *q)
{
    const Counters *counters = &q->record->report->counters;
    Roofline roofline = roofline_compute(q->figures->device, (double)counters->flops,
                                         (double)counters->global_load.bytes, 0);
    return json_pack("{sosososo}", "intensity", json_number(roofline.intensity), "gflops",
                     json_number(roofline.attainable_gflops), "peak_fraction",
                     json_number(roofline.peak_fraction), "ridge",
                     json_number(roofline.ridge_flop_per_byte));
}

static json_t *make_device(Asked *q)
{
    json_t *object = json_object();
    double value;
    const char *key;
    for (int i = 0; (key = device_field(q->figures->device, i, &value)); ++i)
        put(object, key, value);
    return object;
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

/* What a block of the launch holds of the device, its registers left out where the stage tells
 * none. */
static BlockNeeds launch_needs(const Asked *q)
{
    const Run *run = q->record->run;
    return (BlockNeeds){(int)dim3_count(run->launch.block),
                        (int)launch_shared_bytes(&run->launch, run->program),
                        q->figures->registers};
}

static json_t *make_occupancy(Asked *q)
{
    const DeviceModel *device = q->figures->device;
    BlockNeeds needs = launch_needs(q);
    if (strchr(asked_step(q), ' ') && !read_needs(q->name->steps[q->at++], &needs))
        return refuse(
            q, PHRASE_LITERAL("write 'threads 256, shared 32768, registers 40', or some of it"));
    Occupancy occupancy = occupancy_compute(device, needs.threads, needs.shared, needs.registers);
    json_t *object = record_occupancy(device, &occupancy);
    json_t *allowed = json_object_get(object, "allowed");
    for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        put(allowed, occupancy_limit_names[i], occupancy.allowed[i]);
    return object;
}

/* With the warps that fit by the launch. */
static json_t *make_latency(Asked *q)
{
    const DeviceModel *device = q->figures->device;
    const Counters *counters = &q->record->report->counters;
    BlockNeeds needs = launch_needs(q);
    Occupancy occupancy = occupancy_compute(device, needs.threads, needs.shared, needs.registers);
    const LatencyDemand demand = {counters->global_load.requests, counters->global_load.sectors,
                                  counters->warps, occupancy.warps_per_sm};
    Latency latency = latency_compute(device, &demand);
    json_t *object = json_pack("{sfsfsfsf}", "banks", (double)latency_banks(LATENCY_RATIO), "ratio",
                               (double)LATENCY_RATIO, "channels", (double)LATENCY_CHANNELS,
                               "piece_bytes", (double)LATENCY_PIECE_BYTES);
    if (!latency.is_known) {
        if (!json_object_get(object, asked_step(q)))
            refuse(q, PHRASE_LITERAL("the latency of the stage's device is not known"));
        return object;
    }
    put(object, "ns", latency.ns);
    put(object, "bytes", latency.bytes);
    put(object, "bytes_per_sm", latency.bytes_per_sm);
    put(object, "request_bytes", latency.request_bytes);
    put(object, "warps_needed", latency.warps_needed);
    put(object, "warps_held", latency.warps_held);
    put(object, "busy", latency.busy);
    return object;
}

/* What was timed on a GPU some day. */
static json_t *make_times(Asked *q)
{
    const DeviceTimes *times = q->figures->timed->times;
    json_t *object = json_pack("{sisisi}", "year", (int)times->year, "month", (int)times->month,
                               "day", (int)times->day);
    for (int i = 0; i < times->count; ++i) {
        const DeviceTime *time = times_find(times, times->rows[i].kernel, INT32_MAX);
        json_object_set_new(object, times->rows[i].kernel,
                            json_pack("{sfsfsisi}", "ms", time->ms, "tflops",
                                      times_gflops(time) / 1000, "width", (int)time->width, "tile",
                                      (int)time->tile));
    }
    return object;
}

/* ---- all of it ---- */

/* What follows from a device that the stage does not name is refused. */
typedef enum PartOf { OF_RUN, OF_DEVICE, OF_TIMED } PartOf;
static const struct {
    const char *key;
    json_t *(*make)(Asked *q);
    PartOf of;
} parts[] = {{"counters", make_counters, OF_RUN},    {"buffers", make_buffers, OF_RUN},
             {"lines", make_line, OF_RUN},           {"findings", make_findings, OF_RUN},
             {"check", make_check, OF_RUN},          {"launch", make_launch, OF_RUN},
             {"place", make_place, OF_RUN},          {"values", make_values, OF_RUN},
             {"block", make_block, OF_RUN},          {"phase", make_phase, OF_RUN},
             {"roofline", make_roofline, OF_DEVICE}, {"occupancy", make_occupancy, OF_DEVICE},
             {"device", make_device, OF_DEVICE},     {"latency", make_latency, OF_DEVICE},
             {"record", make_times, OF_TIMED}};
enum { PARTS = sizeof parts / sizeof *parts };

/* A number of the record, a text that is one, or what has more inside. */
static bool number_of(const json_t *json, double *value)
{
    const char *text = json_string_value(json);
    char *end = "";
    if (json_is_number(json))
        *value = json_number_value(json);
    else if (json_is_boolean(json))
        *value = json_is_true(json);
    else if (text)
        *value = strtod(text, &end);
    else
        return false;
    return !text || (*text && !*end);
}

static const char *and_also(Asked *q, const char *list, const char *key)
{
    return strlen(list) < 400 ? arena_printf(q->arena, "%s%s%s", list, *list ? ", " : "", key)
                              : list;
}

/* Told with what could stand there. */
static void tell_unknown(Asked *q, const char *offered)
{
    q->problem =
        *asked_step(q)
            ? phrase_new(q->arena, "the record has no '%s' here, only %s", asked_step(q), offered)
            : phrase_new(q->arena, "the name ends too early: it goes on with one of %s", offered);
}

/* The number at the rest of the name, in a part. */
static bool look_up(Asked *q, json_t *part, double *value)
{
    const char *offered = "", *key;
    double number;
    json_t *inner, *found = json_object_get(part, asked_step(q));
    size_t index = (size_t)strtoul(asked_step(q), NULL, 10);
    if (json_is_array(part) && isdigit((unsigned char)*asked_step(q)))
        found = json_array_get(part, index);
    bool is_last = q->at == q->name->count - 1;
    if (is_last && number_of(found, value))
        return true;
    if (json_is_object(found) || json_is_array(found)) {
        ++q->at;
        return look_up(q, found, value);
    }
    json_object_foreach(part, key, inner)
    {
        if (json_is_object(inner) || json_is_array(inner) || number_of(inner, &number))
            offered = and_also(q, offered, key);
    }
    for (index = 0; index < json_array_size(part); ++index)
        offered = and_also(q, offered, arena_printf(q->arena, "%zu", index));
    tell_unknown(q, offered);
    return false;
}

/* The part that the name begins with, made; NULL with a problem. */
static json_t *make_part(Asked *q, const char *offered)
{
    const char *step = asked_step(q);
    for (int i = 0; i < PARTS; ++i) {
        offered = and_also(q, offered, parts[i].key);
        if (strcmp(step, parts[i].key) != 0)
            continue;
        ++q->at;
        if (parts[i].of == OF_DEVICE && !q->figures->device)
            return refuse(q, PHRASE_LITERAL("the stage names no device"));
        if (parts[i].of == OF_TIMED && !q->figures->timed)
            return refuse(q, PHRASE_LITERAL("no device model has times of kernels"));
        return parts[i].make(q);
    }
    json_t *all = q->record->check ? record_json(q->arena, q->record) : NULL;
    if (!json_object_get(all, step))
        tell_unknown(q, offered);
    return all;
}

bool names_number(void *context, Arena *arena, const ExpressionName *name, double *value,
                  const Phrase **problem)
{
    static const char *const runs[SCENE_RUNS] = {"a", "b"};
    Asked q = {.arena = arena, .figures = context, .name = name};
    const char *offered = "";
    q.record = &q.figures->runs[0];
    for (int i = 0; i < q.figures->run_count && !q.at; ++i) {
        offered = and_also(&q, offered, runs[i]);
        if (strcmp(asked_step(&q), runs[i]) == 0) {
            q.record = &q.figures->runs[i];
            q.at = 1;
            offered = "";
        }
    }
    json_t *part = make_part(&q, offered);
    bool is_found = !q.problem && look_up(&q, part, value);
    json_decref(part);
    *problem = q.problem;
    return is_found;
}
