/* Values of a whole block, and the registers that hold them (wide/slot.c): a value is two numbers
 * as long as its lanes follow a pattern, and lane by lane content when they do not. */
#pragma once

#include "count/lanes/pattern.h"
#include "count/plan/plan.h"

/* A whole block run at once (blocks/wide.h). */
typedef struct Wide Wide;

/* Carries out one instruction in the active lanes, or gives the block up. */
typedef void WideOperation(Wide *wide, const PlanInstr *instr);

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

/* The last product of an instruction: its pattern follows from those of the operands and from the
 * factor that is the same for all lanes. */
typedef struct ProductMemo {
    int a, b, c, result; /* patterns; a == b: none yet */
    uint64_t factor;
} ProductMemo;

/* What an instruction made of two affine operands, where only a look at all lanes tells. */
typedef struct ResultMemo {
    uint64_t a, b;                      /* offsets */
    int32_t a_pattern, b_pattern, code; /* code: of the instruction, plus 1 */
    int32_t pattern;                    /* of the result; PATTERN_NONE: not known, or it has none */
    uint64_t bits;
} ResultMemo;

/* Lane by lane content of an operand (a field of PlanInstr), 32-bit or 64-bit words by the size of
 * type; made in scratch number `scratch` (below 3) unless it lies in storage already. */
const void *wide_lanes(Wide *wide, int32_t value, ScalarType type, int scratch);

/* The same, but of a value that all lanes share those of one warp, which *is_same tells. */
const void *wide_warp_lanes(Wide *wide, int32_t value, ScalarType type, int scratch, bool *is_same);

static inline bool value_is_uniform(const Value *value)
{
    return value->kind == VALUE_AFFINE && value->pattern == PATTERN_UNIFORM;
}

static inline uint64_t value_truncated(ScalarType type, uint64_t bits)
{
    return scalar_size_bytes(type) == 8 ? bits : (uint32_t)bits;
}

static inline Value value_affine(ScalarType type, int pattern, uint64_t bits)
{
    return (Value){VALUE_AFFINE, pattern, MASK_NONE_ACTIVE, value_truncated(type, bits)};
}

/* A BOOL that is true in the lanes of a mask. */
static inline Value value_of_mask(int mask)
{
    if (mask == MASK_ALL || mask == MASK_NONE_ACTIVE)
        return value_affine(SCALAR_BOOL, PATTERN_UNIFORM, mask == MASK_ALL);
    return (Value){VALUE_MASK, mask, MASK_NONE_ACTIVE, 0};
}

/* The offset of an affine value as a number of its type; false if the value wraps in some lane. */
bool wide_extent(const Wide *wide, const Value *value, ScalarType type, int64_t *offset);

/* The mask of these words, of which bits beyond the block's threads are cleared; gives the block up
 * if the table is full. */
int wide_mask_of(Wide *wide, uint32_t *words);

/* The mask of lanes in which a BOOL operand is true; gives the block up if the table is full. */
int wide_truth(Wide *wide, int32_t value);

/* Ways to write a slot of an instruction's destination in the active lanes. A vector is written in
 * two steps: wide_begin gives lanes to fill, wide_end puts them in place. aliased: while they are
 * filled, what the slot held is still read. */
void wide_put(Wide *wide, const PlanInstr *instr, int32_t slot, Value value, ScalarType type);
void *wide_begin(Wide *wide, const PlanInstr *instr, int32_t slot, bool aliased);
void wide_end(Wide *wide, const PlanInstr *instr, int32_t slot, void *lanes, ScalarType type);

/* Brings slot->zero up to date after a write; zero: the lanes whose new value is a literal zero, if
 * they are active. */
void wide_merge_zero(Wide *wide, const PlanInstr *plan, Value *slot, int zero);

/* VALUE instructions: any of them computed lane by lane, and comparisons (wide/compare.c) of
 * integers and of single floats. */
WideOperation wide_value_in_lanes, wide_compare, wide_compare_floats;

/* WARP_SYNC, SHUFFLE and VOTE; they give up where some lane of a warp does not take part. */
WideOperation wide_warp_sync, wide_shuffle, wide_vote, wide_matrix, wide_mma;

/* The function for a VALUE instruction. */
WideOperation *wide_value_operation(const Instr *instr);
