/* Counters: what is counted in a run. counter.def has every number as a row, and says by which rule
 * it is counted.
 *
 * A request belongs to the buffer that its pointer was meant for; its sectors are those where it
 * really lands. Per-buffer and per-line tables add up to the totals. */
#ifndef TILESTEP_PROBE_RECORD_COUNTER_H
#define TILESTEP_PROBE_RECORD_COUNTER_H

#include "base/language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum MemoryKind { MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_CONSTANT, MEMORY_KINDS } MemoryKind;

typedef enum RequestKind {
#define REQUEST(tag, ...) REQUEST_##tag,
#include "probe/record/counter.def"
    REQUEST_KINDS,
    REQUEST_NONE = REQUEST_KINDS /* of no counted memory: a thread's own */
} RequestKind;

/* The PARTs of requests of one kind. */
typedef struct MemoryCount {
#define PART(field, ...) uint64_t field;
#include "probe/record/counter.def"
} MemoryCount;

/* Of a run, or of a part of one. */
typedef struct Counters {
#define COUNT(field, ...) uint64_t field;
#include "probe/record/counter.def"
    union { /* by name and by kind */
        struct {
#define REQUEST(tag, field, ...) MemoryCount field;
#include "probe/record/counter.def"
        };
        MemoryCount kinds[REQUEST_KINDS];
    };
} Counters;

/* Of a line of the source: the COUNTs of LINES. */
typedef struct LineCount {
#define LINE_FIELD_TOTAL(field)
#define LINE_FIELD_LINES(field)           uint64_t field;
#define COUNT(field, section, lines, ...) LINE_FIELD_##lines(field)
#include "probe/record/counter.def"
#undef LINE_FIELD_TOTAL
#undef LINE_FIELD_LINES
    union {
        struct {
#define REQUEST(tag, field, ...) MemoryCount field;
#include "probe/record/counter.def"
        };
        MemoryCount kinds[REQUEST_KINDS];
    };
    uint64_t uncompared; /* barrier intervals in which not all requests of the line were compared
                            with the others for races */
} LineCount;

/* Of a buffer. */
typedef struct BufferCount {
#define BUFFER(field, ...) uint64_t field;
#include "probe/record/counter.def"
} BufferCount;

/* Loads of both ways. */
static inline uint64_t buffer_loads(const BufferCount *count)
{
    return count->loads + count->constant_loads;
}

/* Makes one of two, each number as its row says; the order of adding does not matter. */
void memory_count_add(MemoryCount *to, const MemoryCount *from);
void counters_add(Counters *to, const Counters *from);
void line_count_add(LineCount *to, const LineCount *from);
void buffer_count_add(BufferCount *to, const BufferCount *from);

/* Adds to the totals what was counted for a line. */
void counters_add_line(Counters *to, const LineCount *line);

/* Adds requests that were meant for the buffer. */
void buffer_count_requests(BufferCount *to, RequestKind kind, const MemoryCount *requests);

/* ---- the rows as data, for all that shows counters; in the order of counter.def ---- */

enum {
    COUNTER_PARTS = sizeof(MemoryCount) / sizeof(uint64_t),
    COUNTER_COUNTS = offsetof(Counters, kinds) / sizeof(uint64_t),
    COUNTER_BUFFERS = sizeof(BufferCount) / sizeof(uint64_t)
};

/* The number at an offset of the structs above. */
static inline uint64_t counter_at(const void *counts, size_t at)
{
    return *(const uint64_t *)((const char *)counts + at);
}

typedef struct RequestRow {
    const char *json;
    MemoryKind memory;
    const char *name[LANGUAGE_COUNT];
} RequestRow;
extern const RequestRow counter_requests[REQUEST_KINDS];

typedef struct PartRow {
    const char *json;
    size_t at;         /* in MemoryCount */
    uint32_t requests; /* bit set of the kinds that it is shown for */
    bool is_column;
    const char *name[LANGUAGE_COUNT];
} PartRow;
extern const PartRow counter_parts[COUNTER_PARTS];

static inline bool counter_part_is_of(int part, RequestKind kind)
{
    return counter_parts[part].requests >> kind & 1;
}

/* Where that part of those requests is in Counters. */
static inline size_t counter_part_at(int part, RequestKind kind)
{
    return offsetof(Counters, kinds) + (size_t)kind * sizeof(MemoryCount) + counter_parts[part].at;
}

typedef enum CountSection { COUNT_LAUNCH, COUNT_WORK, COUNT_FLOW, COUNT_HIDDEN } CountSection;

typedef struct CountRow {
    const char *json, *json_of_line; /* the latter may be NULL */
    CountSection section;
    size_t at, at_line; /* in Counters; in LineCount, if it has a json_of_line */
    const char *name[LANGUAGE_COUNT];
} CountRow;
extern const CountRow counter_counts[COUNTER_COUNTS];

typedef enum BufferColumn {
    BUFFER_ALWAYS,
    BUFFER_CONSTANT,
    BUFFER_JSON,
    BUFFER_HIDDEN
} BufferColumn;

typedef struct BufferRow {
    const char *json;
    BufferColumn column;
    size_t at; /* in BufferCount */
    const char *name[LANGUAGE_COUNT];
} BufferRow;
extern const BufferRow counter_buffers[COUNTER_BUFFERS];

/* What the window shows, by place. */
typedef struct ShownRow {
    size_t at; /* CARD: in Counters; TIP: in LineCount */
    bool is_usual;
    const char *name[LANGUAGE_COUNT];
} ShownRow;
extern const ShownRow counter_cards[], counter_tips[];
extern const int counter_card_count, counter_tip_count;

#endif
