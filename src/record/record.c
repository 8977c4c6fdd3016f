/* The record, name by name. */
#include "record/record.h"

#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_count(json_t *object, const char *name, uint64_t value)
{
    json_object_set_new(object, name, json_integer((json_int_t)value));
}

/* What its elements are, as declared: "float", "float4", "Point", "float *". */
static void put_type(Arena *arena, json_t *object, const Buffer *buffer)
{
    const Type *type = buffer->element;
    const char *text = scalar_name(buffer->type);
    if (type && type->kind == TYPE_STRUCT)
        text = type->name ? type->name : "struct";
    else if (type && type->kind != TYPE_SCALAR)
        text = type_text(arena, type);
    json_object_set_new(object, "type", json_string(text));
    put_count(object, "element_bytes", buffer->element_bytes);
}

void record_put_shape(json_t *object, const Buffer *buffer)
{
    put_count(object, "elements", buffer->count);
    if (buffer->rows > 0) {
        put_count(object, "rows", buffer->rows);
        put_count(object, "cols", buffer->cols);
    }
}

/* A pointer: its buffer, by name where that is not its own, and where in it it points. */
static json_t *pointer_object(const Run *run, const char *name, uint64_t index, int64_t start_bytes)
{
    if (index >= (uint64_t)run->launch.buffer_count)
        return json_null();
    const Buffer *buffer = &run->launch.buffers[index];
    json_t *object = json_object();
    put_type(run->arena, object, buffer);
    record_put_shape(object, buffer);
    if (strcmp(buffer->name, name) != 0)
        json_object_set_new(object, "buffer", json_string(buffer->name));
    if (start_bytes)
        json_object_set_new(object, "start", json_integer(start_bytes / buffer->element_bytes));
    return object;
}

static uint64_t word_at(const void *bytes, ScalarType type)
{
    uint64_t word = 0;
    int64_t wide = 0;
    uint32_t size = scalar_size_bytes(type);
    memcpy(&word, bytes, size);
    if (!scalar_is_signed(type) || scalar_is_float(type) || size == 8)
        return word;
    wide = (int64_t)(word << (64 - 8 * size)) >> (64 - 8 * size);
    return (uint64_t)wide;
}

/* A value of that type, from the bytes that the kernel gets: structs by member. */
static json_t *value_object(const Run *run, const char *name, const Type *type, const char *bytes)
{
    json_t *object;
    if (type->kind == TYPE_SCALAR)
        return json_value(type->scalar, word_at(bytes, type->scalar));
    if (type->kind == TYPE_POINTER) {
        uint64_t address = word_at(bytes, SCALAR_U64);
        bool is_global = address_space(address) == SPACE_GLOBAL;
        return pointer_object(run, name, is_global ? address_object(address) : LAUNCH_NO_BUFFER,
                              address_offset_bytes(address));
    }
    if (type->kind == TYPE_ARRAY) {
        object = json_array();
        for (uint32_t i = 0; i < type->length; ++i)
            json_array_append_new(
                object, value_object(run, arena_printf(run->arena, "%s[%u]", name, i),
                                     type->element, bytes + i * type->element->size_bytes));
        return object;
    }
    object = json_object();
    for (int i = 0; i < type->field_count; ++i) {
        const Field *field = &type->fields[i];
        json_object_set_new(object, field->name,
                            value_object(run, arena_printf(run->arena, "%s.%s", name, field->name),
                                         field->type, bytes + field->offset_bytes));
    }
    return object;
}

static json_t *argument(const Run *run, int index)
{
    const Parameter *parameter = &run->program->parameters[index];
    const Type *type = parameter->type;
    uint64_t bits = run->launch.arguments[index];
    if (type->kind == TYPE_SCALAR)
        return json_value(type->scalar, bits);
    if (type->kind == TYPE_POINTER)
        return pointer_object(run, parameter->name, bits, launch_start_bytes(&run->launch, index));
    const void *bytes = run->launch.struct_arguments ? run->launch.struct_arguments[index] : NULL;
    return bytes ? value_object(run, parameter->name, type, bytes) : json_null();
}

static json_t *arguments(const Run *run)
{
    json_t *object = json_object();
    for (int i = 0; i < run->program->parameter_count; ++i)
        json_object_set_new(object, run->program->parameters[i].name, argument(run, i));
    return object;
}

/* A macro that is a whole number becomes one. */
static json_t *macro_value(const char *text)
{
    char *end;
    long long value = strtoll(text, &end, 0);
    return *text && !*end ? json_integer(value) : json_string(text);
}

static json_t *defines(const Run *run)
{
    json_t *object = json_object();
    for (int i = 0; i < run->unit->text.macro_count; ++i) {
        const MacroInfo *macro = &run->unit->text.macros[i];
        json_object_set_new(object, macro->name, macro_value(macro->value));
    }
    return object;
}

/* "3,1,1" as a list of numbers, other texts as a macro's. */
static json_t *assumed_value(const char *text)
{
    int64_t extents[3];
    if (sscanf(text, "%" SCNd64 ",%" SCNd64 ",%" SCNd64, &extents[0], &extents[1], &extents[2]) !=
        3)
        return macro_value(text);
    return json_pack("[III]", (json_int_t)extents[0], (json_int_t)extents[1],
                     (json_int_t)extents[2]);
}

static json_t *assumed(const Run *run)
{
    json_t *object = json_object();
    for (int i = 0; i < run->assumed_count; ++i)
        json_object_set_new(object, run->assumed[i].name, assumed_value(run->assumed[i].value));
    return object;
}

static json_t *shrunk(const Run *run)
{
    json_t *object = json_object();
    for (int i = 0; i < run->shrunk_count; ++i)
        json_object_set_new(object, run->shrunk[i].name,
                            json_pack("{sIsI}", "from", (json_int_t)run->shrunk[i].from, "to",
                                      (json_int_t)run->shrunk[i].to));
    return object;
}

static json_t *run_first(const Run *run)
{
    json_t *list = json_array();
    for (int i = 0; i < run->run_first_count; ++i)
        json_array_append_new(list, json_integer(run->run_first[i]));
    return list;
}

json_t *record_launch(const Record *record)
{
    const Run *run = record->run;
    json_t *object = json_object();
    if (run_launch_number(run))
        json_object_set_new(object, "number", json_integer(run_launch_number(run)));
    if (run->run_first_count)
        json_object_set_new(object, "run_first", run_first(run));
    json_object_set_new(object, "grid", json_dim3(run->launch.grid));
    json_object_set_new(object, "block", json_dim3(run->launch.block));
    put_count(object, "shared_bytes", launch_shared_bytes(&run->launch, run->program));
    json_object_set_new(object, "args", arguments(run));
    json_object_set_new(object, "defines", defines(run));
    if (run->assumed_count)
        json_object_set_new(object, "assumed", assumed(run));
    if (run->shrunk_count)
        json_object_set_new(object, "shrunk", shrunk(run));
    return object;
}

json_t *record_requests(RequestKind kind, const MemoryCount *count)
{
    json_t *object = json_object();
    for (int i = 0; i < COUNTER_PARTS; ++i)
        if (counter_part_is_of(i, kind))
            put_count(object, counter_parts[i].json, counter_at(count, counter_parts[i].at));
    return object;
}

static void put_section(json_t *object, const Counters *counters, CountSection section)
{
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].section == section)
            put_count(object, counter_counts[i].json, counter_at(counters, counter_counts[i].at));
}

json_t *record_counters(const Record *record)
{
    const Counters *counters = &record->report->counters;
    json_t *object = json_object();
    put_section(object, counters, COUNT_LAUNCH);
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        json_object_set_new(object, counter_requests[kind].json,
                            record_requests((RequestKind)kind, &counters->kinds[kind]));
    put_section(object, counters, COUNT_WORK);
    put_section(object, counters, COUNT_FLOW);
    return object;
}

/* How often the elements were read that were read least and most, from the counts of every word
 * when all blocks have ended. */
static void count_exactly(const Probe *words, const Buffer *buffer, ReadsPerElement *reads)
{
    reads->is_exact = buffer->count > 0 && buffer->element_bytes % 4 == 0;
    for (uint64_t i = 0; reads->is_exact && i < buffer->count; ++i) {
        uint32_t loads = 0, stores;
        uint64_t at = buffer->offset_bytes + i * buffer->element_bytes;
        reads->is_exact = probe_global_counts(words, at, &loads, &stores);
        reads->fewest = i == 0 || loads < reads->fewest ? loads : reads->fewest;
        reads->most = loads > reads->most ? loads : reads->most;
    }
}

ReadsPerElement record_reads(const Record *record, int index, bool exactly)
{
    const Buffer *buffer = &record->run->launch.buffers[index];
    const BufferCount *count = &report_buffers(record->report)[index];
    uint64_t times = buffer_loads(count) + count->atomics;
    ReadsPerElement reads = {.mean = buffer->count ? (double)times / (double)buffer->count : 0};
    bool is_short = record->report->counters.instructions <= RECORD_READS_STEPS_MOST;
    if (exactly && record->words) {
        count_exactly(record->words, buffer, &reads);
    } else if (exactly && is_short && record->timeline && !record->is_one_block) {
        uint64_t stood = timeline_position(record->timeline);
        timeline_seek(record->timeline, UINT64_MAX);
        count_exactly(timeline_probe(record->timeline), buffer, &reads);
        timeline_seek(record->timeline, stood);
    }
    return reads;
}

json_t *record_buffer(const Record *record, int index, bool exactly)
{
    const BufferCount *count = &report_buffers(record->report)[index];
    ReadsPerElement reads = record_reads(record, index, exactly);
    json_t *object = json_object();
    put_type(record->run->arena, object, &record->run->launch.buffers[index]);
    for (int i = 0; i < COUNTER_BUFFERS; ++i)
        if (counter_buffers[i].column != BUFFER_HIDDEN)
            put_count(object, counter_buffers[i].json, counter_at(count, counter_buffers[i].at));
    json_t *per_element = json_pack("{so}", "mean", json_number(reads.mean));
    if (reads.is_exact) {
        put_count(per_element, "fewest", reads.fewest);
        put_count(per_element, "most", reads.most);
    }
    json_object_set_new(object, "reads_per_element", per_element);
    return object;
}

static json_t *buffers(const Record *record)
{
    const Launch *launch = &record->run->launch;
    json_t *object = json_object();
    for (int i = 0; i < launch->buffer_count; ++i)
        json_object_set_new(object, launch->buffers[i].name, record_buffer(record, i, true));
    return object;
}

json_t *record_line(const Record *record, uint32_t number, bool with_zeros)
{
    const LineCount *count = report_line(record->report, number);
    json_t *line = json_pack("{so}", "line", json_line(record->run, number));
    json_put_file(line, "file", record->run, number);
    for (int i = 0; i < COUNTER_COUNTS; ++i)
        if (counter_counts[i].json_of_line)
            put_count(line, counter_counts[i].json_of_line,
                      counter_at(count, counter_counts[i].at_line));
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        if (with_zeros || count->kinds[kind].accesses > 0)
            json_object_set_new(line, counter_requests[kind].json,
                                record_requests((RequestKind)kind, &count->kinds[kind]));
    if (count->uncompared > 0)
        put_count(line, "uncompared_intervals", count->uncompared);
    return line;
}

/* Those that ran. */
static json_t *lines(const Record *record)
{
    json_t *array = json_array();
    for (int i = 1; i <= record->report->line_count; ++i)
        if (report_lines(record->report)[i].instructions > 0)
            json_array_append_new(array, record_line(record, (uint32_t)i, false));
    return array;
}

static const char *space_name(Space space)
{
    switch (space) {
    case SPACE_GLOBAL: return "global";
    case SPACE_SHARED: return "shared";
    case SPACE_LOCAL: return "local";
    case SPACE_GENERIC: break;
    }
    return NULL;
}

static const char *buffer_name(const Run *run, const Finding *finding)
{
    int i = finding->buffer;
    if (i < -1)
        return run->launch.lost[-2 - i].name;
    if (i < 0)
        return NULL;
    switch (finding->space) {
    case SPACE_GLOBAL: return i < run->launch.buffer_count ? run->launch.buffers[i].name : NULL;
    case SPACE_SHARED: return i < run->program->shared_count ? run->program->shared[i].name : NULL;
    case SPACE_LOCAL: return place_name(run->program, &run->launch, SPACE_LOCAL, i);
    case SPACE_GENERIC: break;
    }
    return NULL;
}

static json_t *thread_place(const Run *run, uint32_t thread)
{
    return thread == UINT32_MAX ? json_null()
                                : json_dim3(dim3_from_linear(thread, run->launch.block));
}

static json_t *block_place(const Run *run, uint32_t block)
{
    return json_dim3(dim3_from_linear(block, run->launch.grid));
}

static json_t *first_place(const Run *run, const Finding *finding)
{
    json_t *object = json_pack("{sosososIsI}", "block", block_place(run, finding->block), "thread",
                               thread_place(run, finding->thread), "other_thread",
                               thread_place(run, finding->other_thread), "index",
                               (json_int_t)finding->element, "step", (json_int_t)finding->step);
    if (finding->scope == SCOPE_GRID)
        json_object_set_new(object, "other_block", block_place(run, finding->other_block));
    return object;
}

/* The threads without which a barrier of the first block opened. */
static json_t *absent_threads(const Run *run, const Finding *finding)
{
    json_t *array = json_array();
    for (uint32_t thread = 0; thread < LAUNCH_BLOCK_THREADS_LIMIT; ++thread)
        if (finding->threads[thread / 64] >> thread % 64 & 1)
            json_array_append_new(array, thread_place(run, thread));
    return array;
}

static json_t *absent_blocks(const Run *run, const Finding *finding)
{
    json_t *array = json_array();
    for (int i = 0; i < FINDING_BLOCK_LIMIT && finding->in_blocks[i].threads; ++i)
        json_array_append_new(
            array,
            json_pack("{sosI}", "block",
                      json_dim3(dim3_from_linear(finding->in_blocks[i].block, run->launch.grid)),
                      "threads", (json_int_t)finding->in_blocks[i].threads));
    return array;
}

static void put_absent(json_t *object, const Run *run, const Finding *finding)
{
    json_object_set_new(object, "threads", absent_threads(run, finding));
    put_count(object, "block_count", finding->blocks);
    json_object_set_new(object, "blocks", absent_blocks(run, finding));
}

/* A note is called after the rule that allows it, and its message is not that of a first one. */
static json_t *found_object(Arena *arena, const Run *run, const Finding *finding)
{
    bool is_note = finding_is_note(finding->kind);
    json_t *object = json_pack(
        "{sssIss?ss?sososo}", is_note ? "rule" : "kind", finding_names[finding->kind], "count",
        (json_int_t)finding->count, "where", space_name(finding->space), "buffer",
        buffer_name(run, finding), "line", json_line(run, finding->line), "other_line",
        json_line(run, finding->other_line), "first", first_place(run, finding));
    const char *message = sentence_finding(arena, LANGUAGE_EN, run->program, &run->launch, finding);
    json_put_file(object, "file", run, finding->line);
    json_put_file(object, "other_file", run, finding->other_line);
    if (finding_is_race(finding->kind) || is_note)
        json_object_set_new(object, "scope", json_string(finding_scope_names[finding->scope]));
    json_object_set_new(is_note ? object : json_object_get(object, "first"), "message",
                        json_string(message));
    if (finding->is_at_least && !is_note)
        json_object_set_new(object, "at_least", json_true());
    if (finding->kind == FINDING_BARRIER_DIVERGENCE)
        put_absent(object, run, finding);
    return object;
}

static json_t *all_found(Arena *arena, const Run *run, const Finding *items, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; ++i)
        json_array_append_new(array, found_object(arena, run, &items[i]));
    return array;
}

json_t *record_findings(Arena *arena, const Record *record)
{
    const Report *report = record->report;
    return all_found(arena, record->run, report_findings(report), report->finding_count);
}

/* Memory may hold letters of any kind: what is not UTF-8 is left out. */
static json_t *letters_json(const char *text)
{
    json_t *json = json_string(text);
    return json ? json : json_string("?");
}

static json_t *printout(const Record *record)
{
    const Launch *launch = &record->run->launch;
    json_t *array = json_array();
    for (int i = 0; i < record->printout->count; ++i) {
        const Printed *printed = &record->printout->items[i];
        json_t *object = json_pack(
            "{sosososo}", "block", json_dim3(dim3_from_linear(printed->block, launch->grid)),
            "thread", json_dim3(dim3_from_linear(printed->thread, launch->block)), "line",
            json_line(record->run, printed->line), "text", letters_json(printed->text));
        json_put_file(object, "file", record->run, printed->line);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *schedules_object(Arena *arena, const Witness *witness)
{
    json_t *object = json_pack("{sI}", "tried", (json_int_t)witness->tried);
    if (witness->is_found) {
        const char *order = order_text(arena, witness->order, witness->seed);
        json_object_set_new(object, "order", json_string(order));
        json_object_set_new(object, "wrong", json_integer((json_int_t)witness->wrong));
    }
    return object;
}

static json_t *block_orders_object(const Run *run, const BlockOrders *orders)
{
    json_t *object = json_pack("{sI}", "tried", (json_int_t)orders->tried);
    if (orders->different) {
        json_object_set_new(object, "order", json_string(orders->seed ? "random" : "reverse"));
        json_object_set_new(object, "buffer",
                            json_string(run->launch.buffers[orders->buffer].name));
        json_object_set_new(object, "different", json_integer((json_int_t)orders->different));
    }
    return object;
}

static json_t *wrong_object(const Run *run, const FirstWrong *wrong)
{
    const Launch *launch = &run->launch;
    json_t *object = json_pack("{sssssIsoso}", "kind", first_wrong_names[wrong->kind], "element",
                               sentence_global_place(run->arena, LANGUAGE_EN, launch, wrong->at),
                               "index", (json_int_t)wrong->scalar, "found",
                               json_number(wrong->found), "right", json_number(wrong->right));
    if (first_wrong_has_step(wrong)) {
        uint32_t line = run->program->code[wrong->pc].own_line;
        put_count(object, "step", wrong->step);
        json_object_set_new(object, "block", block_place(run, wrong->block));
        json_object_set_new(object, "thread", thread_place(run, wrong->thread));
        json_object_set_new(object, "line", json_line(run, line));
        json_put_file(object, "file", run, line);
        json_object_set_new(object, "value", json_number(wrong->value));
        put_count(object, "right_terms", wrong->good);
        put_count(object, "terms", wrong->all);
    }
    json_object_set_new(
        object, "message",
        json_string(first_wrong_text(run->arena, LANGUAGE_EN, run->program, launch, wrong)));
    const char *cause = first_wrong_cause(run->arena, LANGUAGE_EN, run->program, launch, wrong);
    if (*cause)
        json_object_set_new(object, "cause", json_string(cause));
    return object;
}

json_t *record_check(const Record *record)
{
    const CheckResult *check = record->check;
    json_t *object = json_pack("{sssIsIsIsoss?}", "reference", reference_names[check->reference],
                               "total", (json_int_t)check->total, "wrong", (json_int_t)check->wrong,
                               "unwritten", (json_int_t)check->unwritten, "max_abs_error",
                               json_number(check->max_abs_error), "reading", check->reading);
    if (check->factors)
        json_object_set_new(object, "precision",
                            json_pack("{sssssfsf}", "factors", precision_names[check->factors],
                                      "result", precision_names[check->result], "allowed_error",
                                      check->allowed_error, "float_error", check->float_error));
    if (record->wrong)
        json_object_set_new(object, "first_wrong", wrong_object(record->run, record->wrong));
    if (record->beside)
        json_object_set_new(object, "beside",
                            json_pack("{sssbsb}", "file", record->beside, "comparable",
                                      record->is_comparable, "same",
                                      record->is_comparable && !record->wrong));
    return object;
}

static json_t *allowed_object(const Occupancy *occupancy)
{
    json_t *object = json_object();
    for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        if (occupancy->allowed[i] != OCCUPANCY_UNLIMITED)
            json_object_set_new(object, occupancy_limit_names[i],
                                json_integer(occupancy->allowed[i]));
    return object;
}

json_t *record_occupancy(const DeviceModel *device, const Occupancy *occupancy)
{
    int by_memory;
    int width = occupancy_tile_width(device, device->shared_per_block_bytes, &by_memory);
    return json_pack("{sssisisisfsssosisisi}", "device", device->name, "blocks_per_sm",
                     occupancy->blocks_per_sm, "warps_per_sm", occupancy->warps_per_sm,
                     "threads_per_sm", occupancy->threads_per_sm, "occupancy", occupancy->fraction,
                     "limiter", occupancy_limit_names[occupancy->limiter], "allowed",
                     allowed_object(occupancy), "shared_allowed_unreserved",
                     occupancy->shared_allowed_unreserved, "tile_width", width,
                     "tile_width_by_memory", by_memory);
}

json_t *record_json(Arena *arena, const Record *record)
{
    const Run *run = record->run;
    json_t *object = json_object();
    json_object_set_new(object, "kernel", json_string(run->program->name));
    json_object_set_new(object, "file", json_string(run->path));
    if (run->cell)
        json_object_set_new(object, "cell", json_integer(run->cell));
    json_object_set_new(object, "launch", record_launch(record));
    json_object_set_new(object, "counters", record_counters(record));
    json_object_set_new(object, "buffers", buffers(record));
    json_object_set_new(object, "lines", lines(record));
    json_object_set_new(object, "findings", record_findings(arena, record));
    json_object_set_new(
        object, "notes",
        all_found(arena, run, report_notes(record->report), record->report->note_count));
    json_object_set_new(object, "check", record_check(record));
    if (record->run->program->print_count > 0 && record->printout) {
        json_object_set_new(object, "printed", printout(record));
        json_object_set_new(object, "printed_cut", json_boolean(record->printout->is_cut));
    }
    if (record->report->orders.tried)
        json_object_set_new(object, "block_orders",
                            block_orders_object(run, &record->report->orders));
    if (record->witness)
        json_object_set_new(object, "schedules", schedules_object(arena, record->witness));
    return object;
}
