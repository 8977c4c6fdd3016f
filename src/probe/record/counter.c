/* The rows of counter.def as code that adds, and as data for what shows them. */
#include "probe/record/counter.h"

#include <assert.h>

#define ADDED_SUM(a, b) ((a) + (b))
#define ADDED_MAX(a, b) ((a) > (b) ? (a) : (b))

void memory_count_add(MemoryCount *to, const MemoryCount *from)
{
#define PART(field, requests, adds, ...) to->field = ADDED_##adds(to->field, from->field);
#include "probe/record/counter.def"
}

#define TIMES_SUM(a, times) ((a) * (times))
#define TIMES_MAX(a, times) (a)

void memory_count_add_times(MemoryCount *to, const MemoryCount *from, uint64_t times)
{
#define PART(field, requests, adds, ...)                                                           \
    to->field = ADDED_##adds(to->field, TIMES_##adds(from->field, times));
#include "probe/record/counter.def"
}

static void add_kinds(MemoryCount *to, const MemoryCount *from)
{
    for (int kind = 0; kind < REQUEST_KINDS; ++kind)
        memory_count_add(&to[kind], &from[kind]);
}

void counters_add(Counters *to, const Counters *from)
{
#define COUNT(field, section, lines, adds, ...) to->field = ADDED_##adds(to->field, from->field);
#include "probe/record/counter.def"
    add_kinds(to->kinds, from->kinds);
}

#define ADD_TOTAL(field, adds)
#define ADD_LINES(field, adds) to->field = ADDED_##adds(to->field, from->field);

void line_count_add(LineCount *to, const LineCount *from)
{
#define COUNT(field, section, lines, adds, ...) ADD_##lines(field, adds)
#include "probe/record/counter.def"
    add_kinds(to->kinds, from->kinds);
    to->uncompared += from->uncompared;
}

void counters_add_line(Counters *to, const LineCount *from)
{
#define COUNT(field, section, lines, adds, ...) ADD_##lines(field, adds)
#include "probe/record/counter.def"
    add_kinds(to->kinds, from->kinds);
}

void buffer_count_add(BufferCount *to, const BufferCount *from)
{
#define BUFFER(field, requests, part, adds, ...) to->field = ADDED_##adds(to->field, from->field);
#include "probe/record/counter.def"
}

void buffer_count_requests(BufferCount *to, RequestKind kind, const MemoryCount *counted)
{
    assert(kind < REQUEST_KINDS);
#define BUFFER(field, requests, part, adds, ...)                                                   \
    if (kind == REQUEST_##requests)                                                                \
        to->field = ADDED_##adds(to->field, counted->part);
#include "probe/record/counter.def"
}

const RequestRow counter_requests[REQUEST_KINDS] = {
#define REQUEST(tag, field, memory, english, chinese) {#field, MEMORY_##memory, {english, chinese}},
#include "probe/record/counter.def"
};

enum {
#define REQUEST(tag, ...) OF_##tag = 1 << REQUEST_##tag,
#include "probe/record/counter.def"
    OF_NONE = 0,
    OF_ALL = (1 << REQUEST_KINDS) - 1,
    OF_GLOBAL = OF_GLOBAL_LOAD | OF_GLOBAL_STORE,
    OF_SHARED = OF_SHARED_LOAD | OF_SHARED_STORE | OF_ASYNC_COPY,
    OF_CONSTANT = OF_CONSTANT_LOAD
};

enum { TABLE_ROW, TABLE_COLUMN };

const PartRow counter_parts[COUNTER_PARTS] = {
#define PART(field, requests, adds, table, english, chinese, shown)                                \
    {#field, offsetof(MemoryCount, field), OF_##requests, TABLE_##table, {english, chinese}},
#include "probe/record/counter.def"
};

#define AT_TOTAL(field) 0
#define AT_LINES(field) offsetof(LineCount, field)

const CountRow counter_counts[COUNTER_COUNTS] = {
#define COUNT(field, section, lines, adds, json_of_line, english, chinese, shown)                  \
    {#field,                                                                                       \
     json_of_line,                                                                                 \
     COUNT_##section,                                                                              \
     offsetof(Counters, field),                                                                    \
     AT_##lines(field),                                                                            \
     {english, chinese}},
#include "probe/record/counter.def"
};

const BufferRow counter_buffers[COUNTER_BUFFERS] = {
#define BUFFER(field, requests, part, adds, table, english, chinese)                               \
    {#field, BUFFER_##table, offsetof(BufferCount, field), {english, chinese}},
#include "probe/record/counter.def"
};
