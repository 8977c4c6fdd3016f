/* Accesses of a whole block: where its lanes go, and what follows from that (wide/access.c). */
#pragma once

#include "count/lanes/interval.h"
#include "count/races/crossing.h"
#include "count/wide/value.h"
#include "probe/record/report.h"
#include "probe/rows/plan.h"

/* Told of every word of a writable buffer that a block reads or writes, before it does: count runs
 * behind an arena offset, in a LOAD, STORE or ATOMIC. Returning false gives the block up. May be
 * NULL. */
typedef bool (*WideTouch)(void *context, uint32_t block, uint64_t start, const CrossingRun *runs,
                          uint32_t count, Opcode op);

/* What all accesses of one pattern, mask and alignment have in common. */
typedef struct AccessShape {
    uint64_t key_a, key_b; /* pattern, mask, scale and alignment; key_b is never 0 */
    MemoryCount cost;      /* of all warps; of an ATOMIC nothing but turns */
    uint64_t turns;        /* of an ATOMIC: the most lanes on one place, summed over the warps */
    int64_t lo, hi;        /* bytes from start: the lowest, and the one after the last */
    bool is_misaligned;
} AccessShape;

/* What a warp of a pattern costs, and of what that follows: how its lanes lie to each other, as
 * those of warp `like` do, and how the first of them lies in its line. */
typedef struct WarpKey {
    int64_t scale;
    int32_t pattern;
    uint32_t active;
    uint8_t like, at, bytes, memory;
    uint32_t is_kept; /* false: of nothing */
} WarpKey;
typedef struct WarpCost {
    WarpKey key;
    MemoryCount cost;
} WarpCost;

/* The warps of a pattern and a mask that cost the same wherever the access starts. */
typedef struct WarpKinds {
    int32_t pattern, mask; /* PATTERN_NONE: nothing is known */
    int64_t scale;
    int32_t ends[2]; /* the least and the largest rel of active lanes */
    uint32_t count;
    uint8_t first[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES]; /* [count] a warp of that kind */
    uint8_t times[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES]; /* [count] how many are of it */
    uint8_t like[LAUNCH_BLOCK_THREADS_LIMIT / WARP_LANES];  /* [count] the first one whose lanes lie
                                                               to each other as its do */
} WarpKinds;

/* Where a block's access goes: byte offset start + pattern * scale in an object. */
typedef struct WideAccess {
    int pattern, own_pattern; /* in the Wide's table; own: without segments (wide/group.h) */
    int object;               /* buffer or shared variable, by its index */
    int64_t own_scale, scale,
        start;          /* bytes; start: in the arena or the block's shared memory, of lane 0 */
    int64_t first, end; /* the bytes of the object that may be touched */
    uint32_t bytes;     /* of one lane */
    bool is_shared, is_constant; /* shared memory; through the constant cache; else global memory */
    bool is_atomic;
    bool is_watched; /* must be told to the interval, and to touch if it is global */
    AccessShape shape;
} WideAccess;

/* The last access of an instruction: the next one as a rule differs in its start alone. */
typedef struct AccessMemo {
    uint64_t base; /* the address before the index is added */
    int base_pattern, index_pattern, mask;
    uint64_t phase_bits; /* of the start, on which the shape depends */
    int64_t origin;      /* the start for index 0 */
    int64_t moved;       /* bytes from the start before to this one; 0: nothing is known */
    WideAccess access;
    LoggedAccess logged;
} AccessMemo;

/* Does an access stay in the row it means? See probe/rows/rows.h. The last answer is kept. */
typedef struct RowCheck {
    RowPlan plan;
    int row, index, column; /* patterns; column = index - row * length, or PATTERN_NONE */
} RowCheck;

/* LOAD and STORE of shared and global memory; of a thread's own; and through a pointer into any of
 * them. They give the block up if the access is no pattern, or would be a finding. */
WideOperation wide_load, wide_store, wide_local_load, wide_local_store, wide_any_load,
    wide_any_store, wide_atomic;

/* ---- parts of an access (wide/access.c, wide/places.c, wide/move.c) ---- */

/* Does everything of an access but the moving of data, or only finds it; NULL when given up. */
const WideAccess *wide_check_access(Wide *wide, const PlanInstr *plan);
const WideAccess *wide_locate_access(Wide *wide, const PlanInstr *plan);

/* Fills what follows from the instruction, or from lane 0: object and start, false if none. */
void wide_begin_access(const Instr *instr, WideAccess *access);
bool wide_place_access(const Wide *wide, const Instr *instr, uint64_t address, WideAccess *access);

/* The addresses of all lanes; those that are not active go where the first active one does. */
void wide_list_addresses(Wide *wide, const PlanInstr *plan, uint64_t *addresses);

/* Makes a pattern of the addresses of all lanes, which follow no rule but must be of one object;
 * false if that cannot be. */
bool wide_find_irregular(Wide *wide, const PlanInstr *plan, WideAccess *access);

/* A scalar in memory as a register holds it. */
uint64_t wide_widened(const uint8_t *at, ScalarType type);

/* The bytes of lane 0 of an access, with all bytes that will be read made present. */
const uint8_t *wide_readable(Wide *wide, const WideAccess *access);

/* Makes present what lies between two accesses to global memory and what they read, for all lanes,
 * active or not. */
void wide_make_readable(Wide *wide, const WideAccess *access, const WideAccess *last);

/* Keeps what is in global memory where an access goes for wide_run_block to put back. */
void wide_remember(Wide *wide, const WideAccess *access);

/* ---- the bytes that an access touches, in pieces (wide/runs.c) ---- */

enum { RUN_SLOTS = 64 };

/* All that the active lanes touch, from the access's start on. key and steps tell of which access;
 * steps is never 0 of one. */
typedef struct RunList {
    uint64_t key, steps;
    CrossingRun *runs; /* [count] */
    uint32_t count;
    bool is_dense; /* they are in order, and no page lies whole between two of them */
} RunList;

/* The runs of an access whose shape is known, until the next call. Those of lanes that data tell
 * are in no order, and may come twice. */
const RunList *wide_find_runs(Wide *wide, const WideAccess *access);
/* To be called when PATTERN_LOOSE has become another one. */
void wide_forget_runs(Wide *wide);

/* ---- what is read (wide/kept_reads.c) ---- */

/* A load of global memory by all lanes of a mask, with fields as in WideAccess. */
typedef struct WideRead {
    int64_t start, scale; /* bytes in the arena */
    int pattern, mask;    /* in the Wide's table */
    uint32_t bytes;       /* of one lane */
} WideRead;

/* Keeps a load of the block that runs, until it is known whether the block ends well. */
void wide_log_read(Wide *wide, const WideAccess *access);

/* Notes the loads that were kept, of a block that has ended well, in Wide.reads. */
void wide_note_reads(Wide *wide);

/* ---- atomics (wide/atomic.c) ---- */

/* Logs a watched atomic operation; false if the machine must run it. */
bool wide_log_atomic(Wide *wide, const PlanInstr *plan, const WideAccess *access);

/* How many turns the warps of a mask take for an access. */
uint64_t wide_count_turns(Wide *wide, const WideAccess *access, const Mask *mask);

/* Where the order of atomics shows: counts the steps of the active warps, before others become
 * active, and begins a barrier interval, or with is_block a block. */
void wide_order_note(Wide *wide);
void wide_order_begin(Wide *wide, bool is_block);

/* ---- for loops (blocks/loop.h) ---- */

/* Fills access but for its shape; false if it is not a pattern, or leads into no known object. */
bool wide_find_access(Wide *wide, const PlanInstr *instr, WideAccess *access);

/* The bits of the start on which the cost depends. For lines and sectors, those of the place in a
 * line, and where lanes are apart by whole lines or sectors, not those within; for banks, only
 * those within the word or the larger access, since moving by whole words moves all banks alike. */
uint64_t wide_phase_bits(const Wide *wide, const WideAccess *access);
/* What it has in common with others of its pattern, under the mask; until the next call. */
const AccessShape *wide_access_shape(Wide *wide, const WideAccess *access, int mask);

/* The active lanes; or where their mask is none of the steady ones, as data decide on it, those of
 * the innermost frame of which that is not so. */
int wide_steady_cover(const Wide *wide);

/* Counts requests of an instruction; start: the place from which it reaches farthest. An
 * instruction that goes to several buffers is left to the machine. */
void wide_count_access(Wide *wide, const PlanInstr *instr, const WideAccess *access, int64_t start,
                       const MemoryCount *cost);

/* May lanes that are not active read along? What they get is never looked at, so it may be bytes
 * between buffers that nobody has filled, or around shared memory. */
bool wide_all_lanes_readable(const Wide *wide, const WideAccess *access);

/* Moves what a load gets; base: the bytes of lane 0. */
void wide_load_from(Wide *wide, const PlanInstr *instr, const WideAccess *access,
                    const uint8_t *base);

/* Moves what a store leaves; what was there in global memory is remembered. */
void wide_store_to(Wide *wide, const PlanInstr *instr, const WideAccess *access);

/* false if some lane's access, at pattern * scale + at bytes from its object's start, may lie in
 * another row than the one it was meant for; true if the program shows no rows. */
bool wide_rows_agree(Wide *wide, const PlanInstr *instr, int pattern, int64_t scale, int64_t at);
