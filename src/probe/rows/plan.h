/* RowPlan: how to work out the row, or the column, that an access means, from registers, when it
 * has run. */
#pragma once

#include "probe/rows/length.h"

enum { ROW_OPS_LIMIT = 24, ROW_STACK = 8 };

/* Postfix code on a stack of ROW_STACK numbers, modulo 2^32; one is left at the end. */
typedef enum RowOpKind {
    ROW_SLOT,      /* push the low word of a 32-bit register */
    ROW_WIDE_SLOT, /* of a 64-bit register */
    ROW_UNIFORM,   /* push a uniform */
    ROW_ADD,
    ROW_SUB,
    ROW_MUL
} RowOpKind;

typedef struct RowOp {
    uint16_t kind;    /* RowOpKind */
    uint16_t operand; /* Operand, of those that push */
} RowOp;

/* For one access of the program. */

typedef struct RowPlan {
    uint32_t op_count;    /* 0: no plan */
    uint32_t length;      /* of a row, in steps of the access's index */
    uint32_t scale_shift; /* log2 of the bytes of such a step */
    uint32_t start;       /* of the matrix in its buffer, in such steps */
    bool is_column;       /* the code gives the column, less offset; else the row */
    int32_t offset;       /* added to what the code gives, if it is a column */
    RowOp ops[ROW_OPS_LIMIT];
} RowPlan;

/* [uniform_count] the row length of what each uniform points to, with operand OPERAND_NONE for
 * those that are no pointers to matrices; in the arena. */
const RowLength *row_lengths(Arena *arena, const Definitions *definitions, const Launch *launch);

/* The plan for the instruction at pc, with op_count 0 if it is no access to a matrix or the split
 * of its index into row and column is not certain. lengths: those of row_lengths. */
RowPlan row_plan_make(const Definitions *definitions, const Launch *launch,
                      const RowLength *lengths, uint32_t pc);
