/* Findings and notes: what is wrong with a kernel, and what only looks like it. */
#pragma once

#include "probe/record/warp_fault.h"
#include "vm/step.h"

/* Kinds, in the order they are shown: findings, and behind them notes (finding_is_note). */
typedef enum FindingKind {
#define FINDING(name, ...) FINDING_##name,
#include "probe/record/finding.def"
    FINDING_COUNT,
    FINDING_BEFORE_NOTES = FINDING_COUNT - 1,
#define NOTE(name, ...) NOTE_##name,
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
 *     while the other thread waits at this one. Threads that a failed assertion ended do not count.
 *     Of a loop that never ends while others wait (held_line) it is one occurrence
 *   step limit: threads of a block that is certain never to end. The line is that of the loop
 *     that never ends, the thread one that is in it
 *   warp sync: threads that do it so, each once for an instruction (one of a mask: in each warp the
 *     first time). Their reason, WarpReason, belongs to the place, so that each is a Finding
 *   not compared: lines of whose accesses not all could be compared with all others for races,
 *     inside blocks or (SCOPE_GRID) between them; the first of these lines; no thread, block, step
 *   copy of wrong kind, copy out of bounds: copies of the host (Launch.copies); no thread, block 0,
 *     step 0
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
 *     Programming Guide, atomic functions)
 *   assumed places: contents that were made up say where threads or blocks write (Buffer.places),
 *     so it is chance that they meet. Of blocks the words are counted, and no thread is named
 *   assumed number, assumed contents: what another number or other contents, which nobody gave
 *     either, would not show (Launch.doubts). All else is as in the finding that it would be
 *   conversion range: thread accesses, as of a shift
 *   member bounds: thread accesses by an index past an array inside a struct
 *   fragment order: the line, once; no thread, block 0, step 0. The place is that of the fragment
 *   long loop, waits for block: stopped at the step limit, but nothing says that it does not end;
 *     or it waits for a block that may run beside it on a GPU. The run is a part of what it was to
 *     be. Told of the first thread alone, with the steps of its block */
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
    FindingKind doubted; /* assumed number, assumed contents: what it would be, */
    int doubt;           /* and which of Launch.doubts it is; of all others 0 */
    FindingScope scope;  /* races, notes, not compared; of all others SCOPE_BLOCK */
    Space space;
    int buffer;                /* GLOBAL: buffer index; SHARED, LOCAL: variable index, or as
                                  object_register numbers registers; -1: none; below: -2 minus the
                                  index of a lost pointer (Launch.lost) */
    uint32_t line, other_line; /* Instr.own_line, 0: none. Races: the one earlier in program order
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
    int64_t landed;      /* out of bounds, wrong row: arena offset hit; -1 if outside the arena.
                        conversion range: the number, as the bits of a double; member bounds: the
                        index */
    uint64_t step;       /* number of the step in its block, from 0 */
    uint64_t other_step; /* SCOPE_GRID: of other_thread, in other_block; else 0 */
    uint32_t bytes;      /* of the access, or of what is shifted; races: 0 */
    uint32_t past;       /* misaligned: its address modulo that; conversion range: the ScalarType;
                            member bounds: which of Program.limits */
    /* barrier divergence: */
    uint64_t threads[16]; /* bit set of the first block's absent threads */
    uint64_t blocks;      /* in how many blocks, and the first of them in order */
    FindingBlock in_blocks[FINDING_BLOCK_LIMIT];
    /* never read: of the matrix that the buffer holds; none: all of it */
    FindingSlices rows, columns;
    FindingWarp warp; /* warp sync */
    /* mbarriers: buffer and element are those of the mbarrier, bytes what it expects, landed what
     * came. Deadlock: where the other thread waits, as buffer and element say it; -1: at
     * __syncthreads */
    int beside;
    int64_t beside_element;
    uint32_t held_line, held_thread; /* step limit, and barrier divergence of a loop that waits for
                                        what comes behind it: the line of a barrier at which others
                                        wait, and the first of these; 0: there is none */
} Finding;

#define FINDING_NO_THREAD 0xffffffffu
