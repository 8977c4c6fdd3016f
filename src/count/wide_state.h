/* The inside of Wide, shared by its parts: registers (wide_slot.c), values (wide_value.c), accesses
 * (wide_access.c), barrier intervals (interval.c) and control flow (wide.c). */
#ifndef TILESTEP_COUNT_WIDE_STATE_H
#define TILESTEP_COUNT_WIDE_STATE_H

#include "count/interval.h"
#include "count/lanes_float.h"
#include "count/pattern.h"
#include "count/wide.h"
#include "probe/rows/plan.h"
#include "vm/lanes.h"
#include "vm/machine.h"

typedef enum ValueKind {
    VALUE_AFFINE, /* bits + pattern, modulo the width of its type; a uniform of any type has
                     PATTERN_UNIFORM */
    VALUE_MASK,   /* BOOL: true in the lanes of mask */
    VALUE_VECTOR  /* lane by lane, in the slot's storage */
} ValueKind;

typedef struct Value {
    ValueKind kind;
    int32_t pattern; /* or mask */
    int32_t zero;    /* mask of lanes that hold a literal zero, for slots that track it */
    uint64_t bits;   /* value of lane 0 */
} Value;

typedef struct WideFrame {
    int saved, other; /* masks, as in Frame */
    bool is_loop;
} WideFrame;

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

/* The last product of an instruction: its pattern follows from those of the operands and from the
 * factor that is the same for all lanes. */
typedef struct ProductMemo {
    int a, b, c, result; /* patterns; a == b: none yet */
    uint64_t factor;
} ProductMemo;

/* Does an access stay in the row it means? See probe/rows.h. The last answer is kept. */
typedef struct RowCheck {
    RowPlan plan;
    int row, index, column; /* patterns; column = index - row * length, or PATTERN_NONE */
} RowCheck;

typedef struct PcCount {
    uint64_t warps, lanes, divergent;
    MemoryCount requests;
    int64_t reach; /* bytes from the buffer's start to behind the last one accessed */
    int object;    /* buffer accessed plus 1, or shared variable plus OBJECT_SHARED; 0: none yet */
} PcCount;

enum { OBJECT_SHARED = 1 << 8 };

typedef void WideOperation(Wide *wide, const PlanInstr *instr);

typedef struct Undo {
    uint64_t at;
    uint32_t size_bytes;
    uint32_t words[LANE_GROUP];
} Undo;

enum { ACCESS_SLOTS = 1 << 8, WIDE_SCRATCH = 4 };

struct Wide {
    Arena *arena;       /* lives as long as the Wide */
    Arena *table_arena; /* of the table and of all that names its patterns; renewed when crowded */
    const Program *program;
    const Launch *launch;
    Memory *memory;
    bool is_filled; /* all buffers are materialised */
    const Plan *plan;
    WideOperation **operations; /* [code] */
    WideOperation **watched;    /* [code] what a watched instruction does, once it was looked at */
    WideTouch touch;
    void *touch_context;
    bool (*goes_on)(void *touch_context);

    const LaneFunctions *functions;
    RowCheck *rows; /* [code] */

    uint32_t lanes, threads, block;
    uint32_t pc;
    bool gave_up;
    int active, live; /* masks */
    uint32_t active_lanes, active_warps;
    WideFrame *frames;
    uint32_t depth;

    Value *values;     /* [slots + uniforms] */
    uint32_t *storage; /* [slots][lanes] */
    uint32_t *local;   /* [words of per-thread memory][lanes] */
    int *local_set;    /* [words of per-thread memory] masks: lanes that have written it */
    int *unset;        /* [watches] masks: lanes whose register is not set */
    uint32_t *shared;  /* the block's shared memory */
    uint32_t shared_bytes;
    uint64_t *scratch[WIDE_SCRATCH]; /* [lanes] each */
    PatternTable *table;
    int thread_patterns[3];
    AccessShape *shapes;   /* [ACCESS_SLOTS] */
    AccessMemo *memos;     /* [code] */
    ProductMemo *products; /* [code] */
    IntervalLog *intervals;

    Undo *undo;
    int undo_count, undo_capacity;
    Arena *undo_arena;

    PcCount *counts; /* [code] */
    uint64_t blocks_done, barriers;
    PcCount *block_counts; /* this block's, added to counts when it ends well */
    uint64_t block_barriers;
};

static inline uint32_t *wide_storage(const Wide *wide, int32_t slot)
{
    return wide->storage + (size_t)slot * wide->lanes;
}

/* The block can no longer be run wide. */
static inline void wide_give_up(Wide *wide)
{
    wide->gave_up = true;
}

/* A mask, or giving up when the table was full. */
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

/* Lane by lane content of an operand, 32-bit or 64-bit words by the size of type; made in scratch
 * number `scratch` unless it lies in storage already. */
const void *wide_lanes(Wide *wide, int32_t value, ScalarType type, int scratch);

/* The mask of lanes in which a BOOL operand is true. */
int wide_truth(Wide *wide, int32_t value);

/* Ways to write the destination of an instruction in its active lanes. A vector is written in two
 * steps: wide_begin gives lanes to fill, wide_end puts them in place. words: slots per value. */
void wide_put(Wide *wide, const PlanInstr *instr, int32_t slot, Value value, ScalarType type);
void *wide_begin(Wide *wide, const PlanInstr *instr, int32_t slot, bool aliased);
void wide_end(Wide *wide, const PlanInstr *instr, int32_t slot, void *lanes, ScalarType type);

/* zero: the lanes whose new value is a literal zero, if they are active. */
void wide_merge_zero(Wide *wide, const PlanInstr *plan, Value *slot, int zero);

WideOperation wide_load, wide_store, wide_local_load, wide_local_store;

/* What is not set: wide_watch.c. wide_look does a watched instruction if no lane reads a register
 * that is not set, and gives up if one does. */
WideOperation wide_look, wide_declare;
void wide_watch_begin_block(Wide *wide);
void wide_check_filled(Wide *wide, const PlanInstr *plan, const Access *access,
                       const uint8_t *base);

/* The function for a VALUE instruction. */
WideOperation *wide_value_operation(const Instr *instr);

/* false if some active lane's access, a pattern of indices at an offset from its object's start,
 * may lie in another row than the one it was meant for. */
bool wide_rows_agree(Wide *wide, const PlanInstr *instr, int pattern, int64_t scale, int64_t at);

#endif
