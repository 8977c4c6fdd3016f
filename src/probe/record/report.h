/* Report: what was counted and found, folded from Steps. One flat block of memory of report_size
 * bytes, which the caller owns: a checkpoint is a copy. Reports of the same program and launch may
 * be merged and compared. What is counted: counter.h. */
#ifndef TILESTEP_PROBE_RECORD_REPORT_H
#define TILESTEP_PROBE_RECORD_REPORT_H

#include "probe/record/counter.h"
#include "probe/record/warp_fault.h"
#include "vm/launch.h"
#include "vm/step.h"

/* Kinds, in the order they are shown: findings, and behind them notes (finding_is_note). */
typedef enum FindingKind {
#define FINDING(name, json) FINDING_##name,
#include "probe/record/finding.def"
    FINDING_COUNT,
    FINDING_BEFORE_NOTES = FINDING_COUNT - 1,
#define NOTE(name, json) NOTE_##name,
#include "probe/record/finding.def"
    FINDING_KIND_END
} FindingKind;

extern const char *const finding_names[FINDING_KIND_END]; /* as in JSON */

/* How occurrences become Findings: all of one kind, scope, place, line and other line are one
 * Finding with a count. The first one is the earliest in block order, then step order, then by
 * threads and element. Place is the space with the buffer or variable in it. What is counted as one
 * occurrence:
 *
 *   bounds, rows, uninitialised, misaligned, division, shift, assert: thread accesses
 *   missing return: thread calls
 *   races: distinct (4-byte word, earlier thread, later thread) of each barrier interval; race.h
 *     says how much of an interval is compared
 *   barrier divergence: distinct (block, thread) that the barrier of that line opened without.
 *     Without an other line they live on but never arrive, or passed it by and came to the kernel's
 *     end. With one, they had returned on that line (and are told of once, at the first barrier
 *     that misses them), or, if there is an other thread, they wait at the barrier of that line,
 *     while the other thread waits at this one. Threads that a failed assertion ended do not count
 *   step limit: threads stopped by it
 *   warp sync: threads that do it so, each once for an instruction (one of a mask: in each warp the
 *     first time). Their reason, WarpReason, belongs to the place, so that each is a Finding
 *   never read: rows and columns of a factor of a product; no thread, block 0, step 0
 *
 * A note is what looks like a race but is allowed: its kind is the rule that allows it, and all
 * else is as in the race that it would be, the count too; of equal values the step is one by which
 * both threads had stored. Notes are no fault of the kernel.
 *
 *   equal values: all that write the word between two barriers store the same value, by accesses of
 *     one size (PTX ISA, memory consistency model, "Limitations on Mixed-size Data Races": the
 *     axioms hold for races of uniform size, so one of the values written stays; lanes of one
 *     instruction: CUDA C++ Programming Guide, "SIMT Architecture": one of them is performed)
 *   compare and swap: a plain read beside atomic operations that serves only as what atomicCAS on
 *     the same word compares with, so a stale value is found out and read again (CUDA C++
 *     Programming Guide, atomic functions) */
enum { FINDING_BLOCK_LIMIT = 8 }; /* blocks that a Finding names */

/* Who races: threads of one block, or of two (Finding.other_block). */
typedef enum FindingScope { SCOPE_BLOCK, SCOPE_GRID } FindingScope;

/* How many threads of a block a finding is about. */
typedef struct FindingBlock {
    uint32_t block, threads; /* threads 0: none */
} FindingBlock;

/* Rows or columns of a matrix: how many, the first and the last of them. */
typedef struct FindingSlices {
    uint64_t count, first, last;
} FindingSlices;

typedef struct Finding {
    FindingKind kind;
    FindingScope scope; /* races and notes; of all others SCOPE_BLOCK */
    Space space;
    int buffer;                /* GLOBAL: buffer index; SHARED, LOCAL: variable index, or as
                                  object_register numbers registers; -1: none */
    uint32_t line, other_line; /* Instr.place, 0: none. Races: the one earlier in program order
                                  first */
    uint64_t count;            /* occurrences: of what, says the list above */
    bool is_at_least;          /* races of a line with uncompared requests: there may be more */
    bool is_before,
        is_behind; /* out of bounds: there are some before the start, some behind the end */
    /* the first one */
    uint32_t block;                /* linear */
    uint32_t other_block;          /* SCOPE_GRID: that of other_thread; else 0 */
    uint32_t thread, other_thread; /* linear in the block; other_thread 0xffffffff: none */
    int64_t element;     /* of the buffer, in scalars of its type; may be negative or past the end.
                        shift range: the count */
    uint32_t within;     /* bytes from there to what is accessed: members of several sizes */
    int64_t landed;      /* out of bounds, wrong row: arena offset hit; -1 if outside the arena */
    uint64_t step;       /* number of the step in its block, from 0 */
    uint64_t other_step; /* SCOPE_GRID: of other_thread, in other_block; else 0 */
    uint32_t bytes;      /* of the access, or of what is shifted; races: 0 */
    uint32_t past;       /* misaligned: its address modulo that */
    /* barrier divergence: */
    uint64_t threads[16]; /* bit set of the first block's absent threads */
    uint64_t blocks;      /* in how many blocks, and the first of them in order */
    FindingBlock in_blocks[FINDING_BLOCK_LIMIT];
    /* never read: of the matrix that the buffer holds; none: all of it */
    FindingSlices rows, columns;
    FindingWarp warp; /* warp sync */
} Finding;

/* Distinct ones kept, the first in the order of report_sort_findings; occurrences of the others are
 * counted in findings_lost. Of notes, those that are lost are not counted. */
enum { REPORT_FINDING_LIMIT = 256, REPORT_NOTE_LIMIT = 64 };
#define FINDING_NO_THREAD 0xffffffffu

/* Blocks in other orders than that of their numbers, tried one after another where they race, until
 * one leaves something else in memory. */
typedef struct BlockOrders {
    uint32_t tried;     /* 0: none was */
    uint32_t seed;      /* the last one was drawn at random from it; 0: it was backwards */
    int64_t buffer;     /* the first buffer that came out differently */
    uint64_t different; /* its scalars that did; 0: nothing in any buffer */
    uint64_t scalars;   /* that it has */
} BlockOrders;

typedef struct Report {
    uint64_t size_bytes;          /* of all, tables included */
    Counters counters;            /* totals; of a line and of a buffer: the tables */
    int buffer_count, line_count; /* lines: index 0 is unused, line n at n */
    int finding_count;            /* at most REPORT_FINDING_LIMIT */
    int note_count;               /* at most REPORT_NOTE_LIMIT */
    uint64_t findings_lost;       /* occurrences of findings that were not kept */
    BlockOrders orders;
    /* offsets from the start of the Report */
    uint64_t buffers_at, lines_at, findings_at, notes_at;
} Report;

/* Bytes of a Report, and an empty one in as many bytes at report, aligned to 8. */
uint64_t report_size(const Program *program, const Launch *launch);
void report_start(Report *report, const Program *program, const Launch *launch);

/* [buffer_count], in the order of Launch.buffers. */
static inline BufferCount *report_buffers(const Report *report)
{
    return (BufferCount *)((char *)report + report->buffers_at);
}

/* [line_count + 1], by line of file 0. */
static inline LineCount *report_lines(const Report *report)
{
    return (LineCount *)((char *)report + report->lines_at);
}

/* The counts of the line that an instruction names (Instr.line); those of line 0, which nobody
 * shows, if there is no such line. */
static inline LineCount *report_line(const Report *report, uint32_t line)
{
    return &report_lines(report)[line <= (uint32_t)report->line_count ? line : 0];
}

/* [finding_count], in the order of report_sort_findings. They move when one is added. */
static inline Finding *report_findings(const Report *report)
{
    return (Finding *)((char *)report + report->findings_at);
}

/* [note_count], the same for notes. */
static inline Finding *report_notes(const Report *report)
{
    return (Finding *)((char *)report + report->notes_at);
}

/* Adds from to into; both are of the same program and launch. Merging the reports of blocks in any
 * order gives the same Report. */
void report_merge(Report *into, const Report *from);

/* Adds finding->count occurrences to the finding with the same kind, lines, space, buffer and
 * scope, or makes it one of its own; the first occurrence is kept. threads is joined with that of
 * the same block, and replaced by that of an earlier one. The finding is copied. One whose kind is
 * that of a note goes to the notes, by the same rules: who finds that a race is allowed adds it so,
 * with the lines, the place, the threads and the count that the race would have. Equal values are
 * not noted where the same lines race for other words of the place. */
void report_find(Report *report, const Finding *finding);

/* Notes a barrier interval in which not all requests of the line were compared for races; findings
 * of races on the line are marked is_at_least. */
void report_mark_uncompared(Report *report, uint32_t line);

/* How many lines have such intervals. */
uint32_t report_uncompared_lines(const Report *report);

/* Findings in a fixed order: kind, line, other line, space, buffer, scope. A Report always keeps
 * them so; this is for Reports whose findings were changed by hand. */
void report_sort_findings(Report *report);

/* The kind is a rule that allows what looks like a race. */
bool finding_is_note(FindingKind kind);

/* Findings of the kind happened in a step of a block, so that block, thread and step mean
 * something; that something was never read did not. */
bool finding_has_place(FindingKind kind);

/* The findings or the notes: those among which the ones of the kind are; *count of them. */
const Finding *report_list(const Report *report, FindingKind kind, int *count);

/* A race: write and read, read and write, or two writes. */
bool finding_is_race(FindingKind kind);

/* "block" or "grid", as in JSON. */
extern const char *const finding_scope_names[2];

/* Is everything that was counted and found the same? The marks of lines whose requests were not
 * all compared may differ: whole blocks at a time are proved free of races where steps are only
 * compared as far as there is room. */
bool report_equal(const Report *a, const Report *b);

#endif
