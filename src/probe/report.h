/* Report: what was counted and found, folded from Steps. One flat block of memory: a checkpoint
 * is a copy. Counting rules and names are those of the command line's JSON.
 *
 *   accesses     one thread touching one element (a float4 is one access of 16 bytes)
 *   requests     warp instructions with at least one active lane
 *   sectors      distinct 32-byte pieces of the arena that a request touches
 *   wavefronts   turns that the 32 banks of shared memory need: for accesses of up to 4 bytes a lane,
 *                the largest number of distinct 4-byte words in one bank; 8-byte accesses are served
 *                per half warp, 16-byte accesses per quarter warp
 *   conflicts    wavefronts beyond the least that the accessed bytes need
 */
#ifndef TILESTEP_PROBE_REPORT_H
#define TILESTEP_PROBE_REPORT_H

#include "vm/launch.h"
#include "vm/step.h"

typedef struct MemoryCount {
    uint64_t accesses, bytes, requests;
    uint64_t sectors;                    /* global */
    uint64_t wavefronts, bank_conflicts; /* shared */
} MemoryCount;

typedef struct Counters {
    uint64_t blocks, warps, threads;
    MemoryCount global_load, global_store, shared_load, shared_store;
    uint64_t zero_fills; /* stores of a literal zero to shared memory */
    uint64_t flops, instructions, barriers, branches, divergent_branches;
    uint64_t atomics;           /* lane operations */
    uint64_t atomic_serial;     /* turns they need: per request, the most lanes on one address */
} Counters;

typedef struct BufferCount {
    uint64_t loads, stores, load_sectors, store_sectors;
} BufferCount;

typedef struct LineCount {
    uint64_t executions; /* warp instructions of this line */
    uint64_t lanes;      /* active lanes of them */
    uint64_t divergent_branches;
    MemoryCount global_load, global_store, shared_load, shared_store;
} LineCount;

/* FINDING(name, json): kinds, in the order they are shown. */
typedef enum FindingKind {
#define FINDING(name, json) FINDING_##name,
#include "probe/finding.def"
#undef FINDING
    FINDING_COUNT
} FindingKind;

extern const char *const finding_names[FINDING_COUNT]; /* as in JSON */

/* All findings of one kind, buffer, line and other line are one Finding with a count. first is the
 * earliest in block order, then step order. */
typedef struct Finding {
    FindingKind kind;
    Space space;
    int buffer;          /* GLOBAL: buffer index; SHARED, LOCAL: variable index; -1: none */
    uint32_t line, other_line; /* 0: none. Races: the line earlier in program order first */
    uint64_t count;
    /* the first one */
    uint32_t block;      /* linear */
    uint32_t thread, other_thread; /* linear in the block; other_thread 0xffffffff: none */
    int64_t element;     /* of the buffer, in its element type, may be negative or past the end */
    int64_t landed;      /* out of bounds: arena offset hit; -1 if outside the arena */
    uint64_t step;       /* of the block */
    uint64_t threads[16]; /* barrier divergence: bit set of the first block's absent threads */
} Finding;

enum { REPORT_FINDING_LIMIT = 256 }; /* distinct ones kept; the rest are counted in findings_lost */

typedef struct Report {
    uint64_t size_bytes;
    Counters counters;
    int buffer_count, line_count; /* lines: index 0 is unused, line n at n */
    int finding_count;
    uint64_t findings_lost;
    uint64_t buffers_at, lines_at, findings_at; /* offsets from the start of the Report */
} Report;

uint64_t report_size(const Program *program, const Launch *launch);
void report_start(Report *report, const Program *program, const Launch *launch);

static inline BufferCount *report_buffers(const Report *report)
{
    return (BufferCount *)((char *)report + report->buffers_at);
}

static inline LineCount *report_lines(const Report *report)
{
    return (LineCount *)((char *)report + report->lines_at);
}

static inline Finding *report_findings(const Report *report)
{
    return (Finding *)((char *)report + report->findings_at);
}

/* Adds from to into. Merging the reports of blocks in any order gives the same Report. */
void report_merge(Report *into, const Report *from);

/* Adds one occurrence to the finding with the same kind, buffer, lines; see Finding. */
void report_find(Report *report, const Finding *finding);

/* Findings in a fixed order: kind, line, other line, buffer. */
void report_sort_findings(Report *report);

/* Reports are equal byte for byte when everything in them is. */
bool report_equal(const Report *a, const Report *b);

#endif
