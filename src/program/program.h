/* Program: one kernel, compiled. The form that `lang` writes and `vm` reads; nothing else is shared
 * between them.
 *
 * Its instructions are those of instr.h, what they compute with stands in variable.h. Helper
 * functions are inlined. A Program and all that it points to live in the arena that it was compiled
 * into, and never change after that. */
#pragma once

#include "program/mention.h"
#include "program/variable.h"

/* "Row = by * TILE_WIDTH + ty" taken apart, so that numbers can be filled in: pieces alternate
 * between literal text and operands (operand != OPERAND_NONE, text = the name in the source).
 * Valid right after the instruction at pc has run. A literal piece has OPERAND_NONE. */
typedef struct FormulaPiece {
    const char *text;
    Operand operand;
    ScalarType type;
} FormulaPiece;

/* What one statement or subscript computes, as a learner would write it down. */
typedef struct Formula {
    uint32_t pc;   /* the instruction that gives its value */
    int variable;  /* index into variables: what is assigned; -1 for a subscript */
    uint32_t term; /* of a subscript: index into terms of what it comes to */
    const FormulaPiece *pieces;
    int piece_count;
} Formula;

/* What a declaration without a value leaves unset: a scalar in a register, or a whole variable in
 * per-thread memory. */
typedef struct Unset {
    const char *name; /* "s"; of a struct's part "v.x" */
    Operand slot;     /* OPERAND_NONE: in memory */
    ScalarType type;
    uint16_t local; /* index into locals */
    uint16_t first; /* index of the first of its declaration: a function may be inlined often */
    Span span;
} Unset;

/* The lanes that use the result of an instruction which is run for all: those with `in` use that of
 * x > 0 in `in && x > 0`. */
typedef struct Guard {
    Operand condition; /* a BOOL */
    bool if_true;      /* lanes where the condition is true use the result; false: the others */
    uint16_t outer;    /* 1 + index of the guard around it, or 0 */
} Guard;

/* How many elements an array has that is part of a struct, or a row of one, and the index of an
 * access of it: that of the operand, which is there still, plus added. */
typedef struct IndexLimit {
    Operand index; /* OPERAND_NONE: added alone */
    ScalarType type;
    int64_t added;
    uint32_t elements;
    const char *member, *owner; /* the struct's tag, or NULL */
    bool is_row;                /* of an array of arrays */
    uint16_t next;              /* 1 + index of another one of the access, or 0 */
} IndexLimit;

/* The text of an assertion that is a __trap(). */
#define PROGRAM_TRAP "__trap()"

/* A call of printf. */
typedef struct PrintCall {
    const char *format;
    const Operand *operands; /* [count] the arguments behind the format */
    const ScalarType *types; /* [count] of these; of a string U64 (TEXT_ADDRESS) */
    int count;
} PrintCall;

/* Tables are named by what they hold; the count of each stands behind it, and indices count from 0.
 * Instructions refer to them by index. */
typedef struct Program {
    const char *name;            /* the kernel's */
    const struct Program *whole; /* with the lines that were switched off; NULL if none was */
    const SourceSet *sources;
    Span span;         /* the whole kernel definition */
    const Instr *code; /* ends with an EXIT */
    uint32_t code_count;
    const Uniform *uniforms;
    int uniform_count;
    const Parameter *parameters;
    int parameter_count;
    const SharedVariable *shared;
    int shared_count;
    uint32_t shared_bytes; /* static shared memory of a block, without the dynamic part */
    const LocalVariable *locals;
    int local_count;
    uint32_t local_bytes;  /* per thread */
    uint32_t thread_limit; /* of a block, by __launch_bounds__; 0: none is given */
    const GlobalVariable *globals;
    int global_count;
    const Variable *variables;
    int variable_count;
    const Formula *formulas;
    int formula_count;
    const ValueTerm *terms;
    uint32_t term_count;
    const Mention *mentions; /* in the order of the text */
    int mention_count;
    const PrintCall *prints;
    int print_count;
    const char *const *texts; /* assert conditions, strings */
    int text_count;
    const Unset *unsets;
    int unset_count;
    const Guard *guards;
    int guard_count;
    const IndexLimit *limits;
    int limit_count;
    /* Registers that may be read before they are set are watched: [slot] 1 + number of the watch,
     * or 0. NULL if there are none, as in most programs. */
    const uint16_t *watches;
    uint32_t watch_count;
    uint32_t slot_count;  /* register slots per thread */
    uint32_t frame_depth; /* deepest nesting of control frames */
    bool has_barrier;
    bool has_copies;    /* some LOAD carries INSTR_ASYNC */
    bool has_mbarriers; /* there is an MBARRIER */
    bool may_wait;      /* lanes may wait for others of their warp: there is an MBARRIER, or a loop
                           that asks, by a volatile LOAD or an ATOMIC that swaps or adds 0 */
    bool has_phases;    /* some LOOP_TEST carries INSTR_PHASE */
    int line_count; /* of file 0 and of the included files up to the last with code: Instr.own_line
                        is not above it */
} Program;

/* Index into unsets of the variable that a watched slot belongs to at pc: that of the last UNSET
 * before pc in the code which names the slot; -1 if there is none. */
int program_unset_at(const Program *program, uint32_t pc, uint32_t slot);

/* Some __threadfence, of any scope, is not switched off, or there is an MBARRIER. */
bool program_has_fence(const Program *program);

/* Disassembly of one instruction, in the arena: "add.f32 r12, r8, k". */
const char *program_instr_text(Arena *arena, const Program *program, uint32_t pc);
