/* Trail: the way of a tensor core's results. Each product of tiles (MMA) adds to elements that the
 * lanes of a warp hold; from there they are moved, packed in pairs, handed to other lanes, put into
 * shared memory and at last stored. A trail follows them through a block, whatever moves them, so
 * that of a value in a register or in memory it can be told which products made it.
 *
 * What is computed from such an element, alpha times it for instance, keeps its way, and is said to
 * be no longer the element itself. */
#pragma once

#include "vm/machine.h"

enum {
    TRAIL_PRODUCTS = 1 << 15, /* of a block that are kept; what the others add to is not told */
    TRAIL_DEPTH = 32          /* products in a term: the k of an MMA, at most */
};

/* What one MMA did to one element: now = old + the sum of a[i] * b[i], as numbers. */
typedef struct TrailTerm {
    const Instr *instr;
    uint64_t step;   /* of the block: its Step.index */
    uint32_t thread; /* linear in the block, the one that holds the element then */
    uint32_t row, column, depth;
    double a[TRAIL_DEPTH], b[TRAIL_DEPTH], old, now; /* [depth] */
} TrailTerm;

/* A register of a thread (linear in the block), or the upper half of one. */
typedef struct TrailPlace {
    Operand slot;
    uint32_t thread;
    bool is_upper;
} TrailPlace;

/* What was found: the last term is the latest one; terms live in the arena. */
typedef struct TrailResult {
    const TrailTerm *terms; /* [count] */
    int count;              /* 0: nothing that a tensor core has added to */
    bool is_value;          /* it is that element as it was left; false: computed from it */
} TrailResult;

typedef struct Trail Trail;

/* Whether the program has a product of a tensor core, so that there may be a trail. */
bool trail_is_wanted(const Program *program);

/* A trail from the start of a block on. at: the arena offset in global memory that
 * trail_of_memory is asked about. Everything lives in the arena. */
Trail *trail_begin(Arena *arena, const Program *program, const Launch *launch, uint64_t at);

/* One that keeps where in global memory elements are stored, instead of what made them: it is asked
 * for their partial sums only, once the block has come to their stores. */
Trail *trail_begin_stores(Arena *arena, const Program *program, const Launch *launch);

/* The next step of the block; machine is right after it. */
void trail_fold(Trail *trail, const Machine *machine, const Step *step);

/* Of what a register holds now, or of what lies in global memory at `at`. */
TrailResult trail_of_register(const Trail *trail, TrailPlace place);
TrailResult trail_of_memory(const Trail *trail);

/* A partial sum: what an element held at some moment that will be stored as it is then. */
typedef struct TrailPartial {
    ScalarType type;
    uint64_t bits;
    uint64_t step; /* of the block: of the last product that had added to it */
    bool is_first; /* and the first one */
} TrailPartial;

/* Elements that were stored to global memory, in the order of the stores, and where: an arena
 * offset; by which step of the block. One that is stored twice counts twice. */
int trail_store_count(const Trail *trail);
uint64_t trail_store_at(const Trail *trail, int store);
uint64_t trail_store_step(const Trail *trail, int store);

/* What an element was when `steps` steps of the block were done. False if it was stored by then,
 * no product had added to it, or something else has changed it before its store. */
bool trail_partial(const Trail *trail, int store, uint64_t steps, TrailPartial *out);
