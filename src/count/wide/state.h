/* The inside of Wide, shared by its parts: registers and values (wide/value.h), accesses
 * (wide/access.h), barrier intervals (interval.h) and control flow (wide.c). All memory is of its
 * two arenas. For the files named wide alone. Masks and patterns are numbers in the PatternTable;
 * lanes are the block's threads, rounded up to whole warps. */
#pragma once

#include "count/lanes/lanes_float.h"
#include "count/wide/access.h"
#include "count/wide/copies.h"
#include "count/wide/group.h"
#include "count/wide/reads.h"
#include "vm/machine.h"

/* An open frame of the block, as Frame is one of a warp. */
typedef struct WideFrame {
    int saved, other; /* masks, as in Frame */
    bool is_loop;
    uint32_t passes; /* of a loop that was gone round step by step */
} WideFrame;

/* What is counted of an instruction. */
typedef struct PcCount {
    uint64_t warps, lanes; /* that ran it; of a LOOP, that ran an iteration of it as a part of one
                              operation (blocks/loop.h) and are not counted elsewhere */
    uint64_t divergent;    /* warps whose lanes disagreed */
    MemoryCount requests;
    uint64_t turns; /* of an ATOMIC */
    int64_t reach;  /* bytes from the buffer's start to behind the last one accessed */
    int object;     /* buffer accessed plus 1, or shared variable plus OBJECT_SHARED; 0: none yet */
} PcCount;

enum { OBJECT_SHARED = ADDRESS_OBJECTS + 1 };

/* How far the warps are, for a program in which the order of atomics shows. */
typedef struct AtomicOrder {
    uint64_t noted;     /* dispatches of the block that are in steps */
    uint64_t steps[32]; /* of each warp since the last barrier */
    uint32_t first;     /* the warp that comes first in a round of ORDER_ROUND_ROBIN */
    uint32_t tries;     /* atomics of this block whose result is used */
} AtomicOrder;

enum { TALLY_PLACES = 16 };

/* How many lanes go to each of the places of an atomic that data tell, from the lowest one on;
 * known if these are few, until the next access that data tell. */
typedef struct Tally {
    bool is_known;
    uint32_t lanes[TALLY_PLACES];
} Tally;

/* A store of this block to global memory; what was there stands in undo_bytes, in that order. */
typedef struct Undo {
    uint64_t at; /* in the arena */
    uint32_t size_bytes;
} Undo;

/* Slots of the tables of shapes, of results and of the costs of warps; vectors of scratch. */
enum { ACCESS_SLOTS = 1 << 11, RESULT_SLOTS = 1 << 8, WARP_COSTS = 1 << 6, WIDE_SCRATCH = 4 };

struct Wide {
    Arena *arena;       /* lives as long as the Wide */
    Arena *table_arena; /* of the table and of all that names its patterns; renewed when crowded */
    const Program *program;
    const Launch *launch;
    Memory *memory;
    bool in_parts; /* the arena is filled part by part as lanes look at it, else page by page */
    const Plan *plan;
    WideOperation **operations; /* [code] */
    WideOperation **watched;    /* [code] what a watched instruction does, once it was looked at */
    WideTouch touch;
    void *touch_context;
    bool (*goes_on)(void *touch_context);
    bool only_runs;      /* nothing is counted */
    bool is_writing;     /* a script: all its instructions are carried out */
    Reads *reads;        /* NULL: nobody asks what is read */
    WideRead *reads_log; /* of this block */
    int read_count, read_capacity;

    const LaneFunctions *functions;
    RowCheck *rows;               /* [code] of each access */
    struct WideLoop **loops;      /* [code] */
    struct WideScripts **scripts; /* [code] */
    Pattern lane_order;           /* 0, 1, 2, ... */

    uint32_t group; /* blocks that run as one; lanes and threads are those of all */
    uint32_t lanes, threads;
    uint32_t block;                         /* the (first) one that runs, linear in the grid */
    uint32_t pc;                            /* the instruction that runs next */
    bool gave_up;                           /* the block cannot be run wide and has to be undone */
    uint32_t last_yes, last_voters;         /* what was voted at the last barrier, as in Machine */
    uint64_t dispatches, steps;             /* of the block: instructions, and those of its warps */
    uint64_t dispatches_limit, steps_limit; /* with so many it is given up */
    int active, live;                       /* masks */
    int steady_masks;                       /* so many masks the first blocks have had */
    uint32_t active_lanes, active_warps;    /* how many the mask active has */
    WideFrame *frames;                      /* [frame_depth + 1] open ones, outermost first */
    uint32_t depth;                         /* how many are open */

    Value *values;       /* [slots + uniforms] */
    uint32_t *storage;   /* [slots][lanes] */
    uint32_t *local;     /* [words of per-thread memory][lanes] */
    int *local_set;      /* [units of per-thread memory] masks: lanes that have written it */
    uint32_t unit_shift; /* a unit has 1 << unit_shift bytes: a word's, or 1 if some are smaller */
    int *unset;          /* [watches] masks: lanes whose register is not set */
    uint32_t *shared;    /* the block's shared memory */
    uint32_t shared_bytes, own_shared_bytes; /* of all blocks of the group; of one */
    uint32_t segment_bytes;                  /* from a block's shared memory to the next one's */
    int segments;                            /* a pattern of bytes: where that of each begins */
    int group_masks[WIDE_GROUP_MOST];        /* the threads of each */
    uint32_t shared_slack; /* bytes around it, so that lanes that are not active may read along */
    uint64_t *scratch[WIDE_SCRATCH]; /* [lanes] each */
    PatternTable *table;
    int thread_patterns[3]; /* of threadIdx.x, .y and .z */
    AccessShape **shapes;   /* [ACCESS_SLOTS], NULL until it is needed */
    WarpKinds warp_kinds;   /* those that were asked for last */
    WarpCost *warp_costs;   /* [WARP_COSTS] */
    AccessMemo *memos;      /* [code] */
    ProductMemo *products;  /* [code] */
    ResultMemo *results;    /* [RESULT_SLOTS] */
    RunList *runs;          /* [RUN_SLOTS + 1], the last for those that are not kept */
    IntervalLog *intervals; /* of the block that runs */
    AtomicOrder order;
    Tally tally;
    WideCopies copies;
    Undo *undo; /* its stores, in their order */
    int undo_count, undo_capacity;
    uint8_t *undo_bytes;
    int undo_byte_count, undo_byte_capacity;
    Arena *undo_arena;

    PcCount *counts; /* [code] since the last wide_report, as the next two; with this block's */
    uint64_t blocks_done, barriers;
    PcCount *kept_counts; /* what they were before this block, should it be given up */
    uint64_t kept_barriers;
};

/* The place of a load or store of per-thread memory that is the same in all threads, in bytes; less
 * than 0 if it is none (wide/local.c). */
int32_t wide_local_place(const Wide *wide, const PlanInstr *plan);

/* Where a slot's lanes lie, 32 bits each; a 64-bit value has 64 bits for each lane over this slot
 * and the next. */
static inline uint32_t *wide_storage(const Wide *wide, int32_t slot)
{
    return wide->storage + (size_t)slot * wide->lanes;
}

/* The block can no longer be run wide. */
static inline void wide_give_up(Wide *wide)
{
    wide->gave_up = true;
}

/* For results of mask_and and the like (pattern.h), which are -1 when the table is full: gives up
 * then. */
static inline int wide_mask(Wide *wide, int mask)
{
    if (mask >= 0)
        return mask;
    wide_give_up(wide);
    return MASK_NONE_ACTIVE;
}

/* The lanes that are still inside the home of a register and might read it again. */
static inline int wide_home_lanes(Wide *wide, const PlanInstr *plan)
{
    int lanes = wide->depth > plan->home ? wide->frames[plan->home].saved : wide->active;
    if (plan->home == 0)
        return lanes;
    const WideFrame *frame = &wide->frames[plan->home - 1];
    return frame->is_loop ? wide_mask(wide, mask_or(wide->table, lanes, frame->other)) : lanes;
}

/* Must lanes that are not active keep what the destination holds? */
static inline bool wide_must_merge(Wide *wide, const PlanInstr *plan)
{
    return wide->active != MASK_ALL && wide->active != wide_home_lanes(wide, plan);
}

/* wide_put, which as a rule comes to this. */
static inline void wide_set(Wide *wide, const PlanInstr *plan, Value value, ScalarType type)
{
    if (plan->tracks_zero || wide_must_merge(wide, plan))
        wide_put(wide, plan, plan->dst, value, type);
    else
        wide->values[plan->dst] = value;
}
