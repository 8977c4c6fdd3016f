/* Counters: what is counted in a run. counter.def has every number as a row, and says by which rule
 * it is counted; the structs here are nothing but those numbers, so 0 is a good start for each.
 *
 * A request is one warp instruction that loads or stores; its lanes are its accesses. It belongs to
 * the buffer that its pointer was meant for; its sectors are those where it really lands.
 * Per-buffer and per-line tables add up to the totals.
 *
 * How the rows become code: counter.def is included again and again, each time with the macro of
 * one kind of row (REQUEST, PART, COUNT or BUFFER) defined as what a row shall become; the other
 * kinds become nothing. */
#pragma once

#include "base/language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memories whose requests are counted alike: constant means through the constant cache. */
typedef enum MemoryKind { MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_CONSTANT, MEMORY_KINDS } MemoryKind;

/* REQUEST_GLOBAL_LOAD and so on: the REQUEST rows. */
typedef enum RequestKind {
#define REQUEST(tag, ...) REQUEST_##tag,
#include "probe/record/counter.def"
    REQUEST_KINDS,
    REQUEST_NONE = REQUEST_KINDS /* of no counted memory: a thread's own */
} RequestKind;

/* The PARTs of requests of one kind. */
typedef struct MemoryCount { /* accesses, bytes, requests, sectors ... */
#define PART(field, ...) uint64_t field;
#include "probe/record/counter.def"
} MemoryCount;

/* The totals of a run, or of a part of one. */
typedef struct Counters { /* blocks, warps, flops ..., and a MemoryCount for each REQUEST */
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

/* Of a buffer: the BUFFER rows. */
typedef struct BufferCount {
#define BUFFER(field, ...) uint64_t field;
#include "probe/record/counter.def"
} BufferCount;

/* Loads of a buffer, through the cache of global memory and through the constant cache. */
static inline uint64_t buffer_loads(const BufferCount *count)
{
    return count->loads + count->constant_loads;
}

/* Adds *from to *to, each number as its row says, as a sum or as a maximum; the order in which many
 * are added does not matter, and numbers of 0 change nothing. */
void memory_count_add(MemoryCount *to, const MemoryCount *from);
/* Adds *from so many times, at least once. */
void memory_count_add_times(MemoryCount *to, const MemoryCount *from, uint64_t times);
void counters_add(Counters *to, const Counters *from);
void line_count_add(LineCount *to, const LineCount *from);
void buffer_count_add(BufferCount *to, const BufferCount *from);

/* Adds what was counted for a line to the totals: numbers that lines do not have stay. */
void counters_add_line(Counters *to, const LineCount *line);

/* Adds requests of one kind that were meant for the buffer. */
void buffer_count_requests(BufferCount *to, RequestKind kind, const MemoryCount *requests);

/* ---- the rows as data, for all that shows counters; in the order of counter.def ----
 *
 * json is the name in the JSON, name the label in each language; `at` is the offset in bytes of the
 * number in the struct that is said, for counter_at. */

enum {
    COUNTER_PARTS = sizeof(MemoryCount) / sizeof(uint64_t),        /* rows PART */
    COUNTER_COUNTS = offsetof(Counters, kinds) / sizeof(uint64_t), /* rows COUNT */
    COUNTER_BUFFERS = sizeof(BufferCount) / sizeof(uint64_t)       /* rows BUFFER */
};

/* The number at an offset of the structs above. */
static inline uint64_t counter_at(const void *counts, size_t at)
{
    return *(const uint64_t *)((const char *)counts + at);
}

/* A REQUEST: a kind of request, and the memory that it goes to. */
typedef struct RequestRow {
    const char *json;
    MemoryKind memory;
    const char *name[LANGUAGE_COUNT]; /* [Language], as in all rows below */
} RequestRow;
extern const RequestRow counter_requests[REQUEST_KINDS]; /* [RequestKind] */

/* A PART: a number of MemoryCount. */
typedef struct PartRow {
    const char *json;
    size_t at;         /* in MemoryCount */
    uint32_t requests; /* bit set of the kinds that it is shown for */
    bool is_column;    /* it has a column of its own in the table of requests */
    const char *name[LANGUAGE_COUNT];
} PartRow;
extern const PartRow counter_parts[COUNTER_PARTS]; /* in the order of MemoryCount */

/* The part, by its index in counter_parts, is shown for requests of the kind. */
static inline bool counter_part_is_of(int part, RequestKind kind)
{
    return counter_parts[part].requests >> kind & 1;
}

/* Offset in Counters of that part of the requests of a kind. */
static inline size_t counter_part_at(int part, RequestKind kind)
{
    return offsetof(Counters, kinds) + (size_t)kind * sizeof(MemoryCount) + counter_parts[part].at;
}

/* The section of the table in which a COUNT is shown; HIDDEN: in none. */
typedef enum CountSection {
    COUNT_LAUNCH, /* what was launched: blocks, warps, threads */
    COUNT_WORK,   /* floating-point operations */
    COUNT_FLOW,   /* instructions, barriers, branches, atomic operations */
    COUNT_HIDDEN  /* in none: neither in the tables nor among the totals of the JSON */
} CountSection;

/* A COUNT: a number of Counters, and perhaps of LineCount, that is not of requests. */
typedef struct CountRow {
    const char *json, *json_of_line; /* the latter may be NULL */
    CountSection section;
    size_t at, at_line; /* in Counters; in LineCount, if it has a json_of_line */
    const char *name[LANGUAGE_COUNT];
} CountRow;
extern const CountRow counter_counts[COUNTER_COUNTS]; /* in the order of Counters */

/* Where a BUFFER is shown. */
typedef enum BufferColumn {
    BUFFER_ALWAYS,   /* in a column of the table, and in the JSON */
    BUFFER_CONSTANT, /* the same, but in the table only where a launch reads constant memory */
    BUFFER_JSON,     /* in the JSON alone */
    BUFFER_HIDDEN    /* nowhere */
} BufferColumn;

/* A BUFFER: a number of BufferCount. */
typedef struct BufferRow {
    const char *json;
    BufferColumn column;
    size_t at; /* in BufferCount */
    const char *name[LANGUAGE_COUNT];
} BufferRow;
extern const BufferRow counter_buffers[COUNTER_BUFFERS]; /* in the order of BufferCount */
