/* Asynchronous copies of a whole block, on their way to shared memory (wide/copies.c). */
#pragma once

#include "count/wide/access.h"

enum { COPY_COSTS = 1 << 6 };

/* A LOAD and the STORE behind it, of all lanes of a mask. */
typedef struct WideCopy {
    WideAccess from, to;
    LoggedAccess logged; /* of the side of shared memory, but for its part */
    uint32_t group;      /* commits of the block before it was begun */
} WideCopy;

/* What the costs of an instruction's copies depend on. Without gaps. */
typedef struct CopyKey {
    int64_t from_scale, to_scale;
    int32_t from_pattern, to_pattern, mask, code; /* code: of the LOAD, plus 1; 0: of nothing */
    uint32_t from_phase, to_phase;                /* where in a line lane 0 is */
} CopyKey;
typedef struct CopyCost {
    CopyKey key;
    MemoryCount shared;
    uint64_t sectors; /* of global memory */
} CopyCost;

/* Those that have not landed, the oldest first. */
typedef struct WideCopies {
    WideCopy *items; /* room for COPY_MOST; NULL as long as there are none in the program */
    int count;
    uint32_t committed; /* groups of the block */
    CopyCost *costs;    /* [COPY_COSTS] */
} WideCopies;

/* The LOAD of a copy, which begins it and leaves out the STORE; COPY_COMMIT and COPY_WAIT. They
 * give up where a thread does not take part, and what only the machine does. */
WideOperation wide_begin_copy, wide_commit_copies, wide_await_copies;

/* After a barrier: tells the new interval what is still in flight. */
void wide_keep_copies(Wide *wide);

/* Nothing is in flight, and no group is committed. */
void wide_begin_copies(Wide *wide);

/* The numbers of patterns or masks are those of others from now on. */
void wide_forget_copies(Wide *wide);
