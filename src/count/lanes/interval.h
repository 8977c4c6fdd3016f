/* IntervalLog: are the accesses between two barriers free of races and of unset words?
 *
 * Accesses of a whole block are logged as patterns. When the barrier opens, the log's hash tells
 * whether the same interval has been proved clean before; if not it is replayed lane by lane. Only
 * yes or no comes out: what is wrong is told by the machine, which runs the block again. For one
 * thread.
 */
#pragma once

#include "count/lanes/pattern.h"
#include "count/lanes/toucher.h"

typedef struct IntervalLog IntervalLog;

/* A load or store of all active lanes of a block: lane i touches access_bytes at start +
 * pattern[i] * scale_bytes; in a loop (blocks/loop.h) `repeats` times, step_bytes further each
 * time. */
typedef struct LoggedAccess {
    int32_t pattern, mask; /* numbers in the PatternTable */
    /* Lanes of which mask is a part, the same in block after block where data decide on mask; what
     * is proved of all of them holds for some. Else it is mask. */
    int32_t cover;
    uint32_t scale_bytes, access_bytes;
    int32_t object; /* global buffer, or -1: shared memory */
    bool is_write;
    uint8_t flight; /* FlightPart; is_write holds of all of them */
    int32_t unset;  /* mask of the lanes of a store to shared memory that bring what is not set */
    uint32_t repeats;
    int64_t step_bytes; /* 0 if it is not repeated */
    uint64_t kind;      /* interval_kind: hash of the above */
    int64_t start;      /* byte offset of lane 0 */
} LoggedAccess;

/* An atomic operation of all active lanes of a block. Where they go is known by its ends alone, as
 * as a rule data tell it: all words between them count as touched. */
typedef struct LoggedAtomic {
    int32_t object;       /* as in LoggedAccess */
    uint8_t any_order;    /* 0, or what may come in any order with others of that number */
    int64_t start, end;   /* bytes */
    uint64_t first, last; /* the lanes' places in the order of the machine */
} LoggedAtomic;

/* What LoggedAccess.kind is to be: worked out once for an instruction, as it does not depend on
 * start. */
uint64_t interval_kind(const LoggedAccess *access);

/* In the arena. lanes: threads of a block, rounded up to 32; shared_bytes: of a block. table is
 * that of the patterns and masks of all accesses that will be logged. */
IntervalLog *interval_new(Arena *arena, const PatternTable *table, uint32_t lanes,
                          uint32_t shared_bytes);

/* After the pattern table was renewed: proofs that name its patterns are forgotten. Between
 * blocks. */
void interval_forget(IntervalLog *log, const PatternTable *table);

/* No access is logged, and no shared word is set. */
void interval_begin_block(IntervalLog *log);

/* Logs an access, which is copied. A log that is full makes interval_end return false. */
void interval_add(IntervalLog *log, const LoggedAccess *access);

/* The accesses that are logged, [*count], until the next one is. */
const LoggedAccess *interval_logged(const IntervalLog *log, int *count);

/* Logs a __syncwarp, to which all lanes of some warps come that have not ended: those of a mask,
 * with its cover as in LoggedAccess. It orders what these warps do before and after. */
void interval_add_sync(IntervalLog *log, int mask, int cover);

/* Logs an atomic operation; false if it may come before one that was logged earlier, or there are
 * too many. */
bool interval_add_atomic(IntervalLog *log, const LoggedAtomic *atomic);

/* Ends an interval; false if it holds a race or reads an unset shared word. */
bool interval_end(IntervalLog *log);
