/* Footprint: which part of every buffer a block touches, phase by phase, as rows and columns. The
 * tiles in the picture come from here, that is from what the kernel did, not from its name. The
 * block is run for that, on its own and slice by slice, beside the timeline; whoever asks before it
 * is complete learns what is known so far. */
#pragma once

#include "probe/accumulations/trail.h"
#include "session/rerun/access_log.h"
#include "session/rerun/step_trace.h"
#include "session/rerun/tile_copy.h"
#include "vm/walk.h"

/* Smallest rectangle that holds the scalars touched, in rows and columns of the buffer
 * (session/data/buffer.h); empty when row_count is 0. Not all in it need have been touched. */
typedef struct Footprint {
    int64_t row, column, row_count, column_count;
    uint64_t *touched;     /* a bit a scalar of the buffer; NULL where that would be too many */
    int64_t touched_count; /* bits that are set */
} Footprint;

typedef struct Footprints Footprints;
struct Footprints {
    uint32_t block;       /* linear in the grid */
    uint32_t phase_count; /* phases begun; the time before the first is phase 0 */
    bool is_complete;     /* the block was run to its end */
    bool is_going_on;     /* footprints_extend has more to do */
    int buffer_count;
    Footprint *phases; /* [phase_count + 1][buffer_count] */
    Footprint *whole;  /* [buffer_count]: all phases together */
    int phase_capacity;
    size_t touched_bytes; /* of all bits kept */
    Arena *arena;
    AccessLog *log;       /* NULL: none is kept, and none of these: */
    AccessLog *local_log; /* of the threads' own memory */
    StepTrace *trace;     /* which instruction each step ran */
    TileCopies *copies;   /* of a log that begins with the launch */
    Trail *trail;         /* where a tensor core's results are stored; NULL without a log, or any */
    Walk walk;            /* of this block; closed when it is at its end */
};

/* Steps of a slice, and of all slices together. */
enum { FOOTPRINT_SLICE_STEPS = 20000, FOOTPRINT_STEP_LIMIT = 2000000 };
/* Bits of a buffer, and bytes of all bits, that are kept and no more. */
enum { FOOTPRINT_BITS_MOST = 1 << 16, FOOTPRINT_BYTES_MOST = 1 << 22 };

/* Runs the first slice of the block on its own, over the initial memory. program and launch must
 * outlive the result, which lives in arena; footprints_close ends what it holds beside that.
 * Without memory for the run all parts stay empty. */
Footprints *footprints_open(Arena *arena, const Program *program, const Launch *launch,
                            uint32_t block);

/* The same, with a log of the accesses, over what the blocks before it have left in memory; before:
 * NULL if that is of no account, else it may be freed afterwards. */
Footprints *footprints_open_logged(Arena *arena, const Program *program, const Launch *launch,
                                   uint32_t block, const MemorySaved *before);

/* Runs another slice of the block; up to FOOTPRINT_STEP_LIMIT steps in all. */
void footprints_extend(Footprints *footprints);

/* Frees machine and memory, and so ends the run; what is known stays. NULL is allowed. */
void footprints_close(Footprints *footprints);

/* What a phase touches of a buffer; empty of a phase that has not begun, and of NULL. */
Footprint footprint_at(const Footprints *footprints, uint32_t phase, int buffer);

/* Whether all in the rectangle was touched; true where that is not known. */
bool footprint_is_full(const Footprint *footprint);

/* Whether a scalar of the buffer was touched; where that is not known, what lies in the rectangle
 * (row and column are the scalar's) counts as touched. */
bool footprint_touches(const Footprint *footprint, int64_t scalar, int64_t row, int64_t column);
