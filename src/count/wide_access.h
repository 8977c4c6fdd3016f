/* Accesses of a whole block: where its lanes go, and what follows from that (wide_access.c). */
#ifndef TILESTEP_COUNT_WIDE_ACCESS_H
#define TILESTEP_COUNT_WIDE_ACCESS_H

#include "count/interval.h"
#include "count/wide_value.h"
#include "probe/rows/plan.h"

/* What all accesses of one pattern, mask and alignment have in common. */
typedef struct AccessShape {
    uint64_t key_a, key_b; /* key_b is never 0 */
    MemoryCount cost;      /* of all warps */
    int64_t lo, hi;        /* bytes, over the active lanes */
    bool is_misaligned;
} AccessShape;

/* Where a block's access goes: byte offset start + pattern * scale in an object. */
typedef struct Access {
    int pattern, object;
    int64_t scale, start; /* start: in the arena or the block's shared memory, of lane 0 */
    int64_t first, end;   /* the bytes of the object that may be touched */
    uint32_t bytes;
    bool is_shared, is_constant;
    bool is_watched; /* must be told to the interval, and to touch if it is global */
    AccessShape shape;
} Access;

/* The last access of an instruction: the next one as a rule differs in its start alone. */
typedef struct AccessMemo {
    uint64_t base; /* the address before the index is added */
    int base_pattern, index_pattern, mask;
    uint64_t phase_bits; /* of the start, on which the shape depends */
    int64_t origin;      /* the start for index 0 */
    Access access;
    LoggedAccess logged;
} AccessMemo;

/* Does an access stay in the row it means? See probe/rows/rows.h. The last answer is kept. */
typedef struct RowCheck {
    RowPlan plan;
    int row, index, column; /* patterns; column = index - row * length, or PATTERN_NONE */
} RowCheck;

/* Of shared and global memory; and of a thread's own. */
WideOperation wide_load, wide_store, wide_local_load, wide_local_store;

/* false if some active lane's access, a pattern of indices at an offset from its object's start,
 * may lie in another row than the one it was meant for. */
bool wide_rows_agree(Wide *wide, const PlanInstr *instr, int pattern, int64_t scale, int64_t at);

#endif
