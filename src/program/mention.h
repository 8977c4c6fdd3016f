/* Mentions: the names in the source that a reader may point at, and how what they stand for is
 * worked out for one thread, at any moment, from what the machine holds then.
 *
 * A name is told with all that leads on from it: "Mds" in Mds[ty][i] is the element, subscripts and
 * all. How to get there is a term, whose operands are terms before it in the table. */
#pragma once

#include "base/source.h"

/* How a term comes to its value; a and b are the values of the terms of these numbers. */
typedef enum TermKind {
    TERM_CONSTANT, /* bits, of the scalar type */
    TERM_SPECIAL,  /* index: 3 * (0 threadIdx, 1 blockIdx, 2 blockDim, 3 gridDim) + axis; U32 */
    TERM_VARIABLE, /* index into variables */
    TERM_MEMBER,   /* member index of struct a */
    TERM_ARROW,    /* member index of the struct that pointer a points at */
    TERM_STAR,     /* what pointer a points at */
    TERM_ELEMENT,  /* element b of array a, or from where pointer a points */
    TERM_VALUE /* what an instruction of class VALUE makes of a, b and c: op, type, type2, imm */
} TermKind;

/* Where an index of a term is expected: there is none. */
#define TERM_NONE UINT32_MAX

/* A row of Program.terms. */
typedef struct ValueTerm {
    uint8_t kind;     /* TermKind */
    uint8_t op;       /* VALUE: Opcode */
    uint8_t type;     /* CONSTANT, VALUE: ScalarType, as in Instr */
    uint8_t type2;    /* VALUE: as in Instr */
    int32_t imm;      /* VALUE: as in Instr */
    uint32_t index;   /* as its kind says */
    uint32_t a, b, c; /* indices of terms before this one; TERM_NONE where there is none */
    uint64_t bits;    /* CONSTANT: as in a register */
} ValueTerm;

/* One name at one place in the source: a row of Program.mentions. A function that was inlined
 * several times has a row for each copy. Constants are there for the numbers in formulas: macros,
 * enumerators, template arguments and the like. */
typedef struct Mention {
    Span name;  /* with the members that follow it at once: "v.x", "p->x", "threadIdx.x" */
    Span whole; /* from where the expression begins that it is a member of, to its last subscript */
    uint32_t term;             /* index into Program.terms: its value */
    uint32_t first_pc, end_pc; /* instructions first_pc <= pc < end_pc are the copy of the function
                                  that it stands in; in the kernel itself all of them */
} Mention;

struct Program;

/* Those whose name begins within a span, in the order of the text; copies of one place follow each
 * other, inner ones last. *count gets their number; NULL if there are none. They are the
 * program's. */
const Mention *mentions_within(const struct Program *program, Span span, int *count);

/* Of `count` copies of one name, as mentions_within gives them one after another, the innermost
 * that holds the instruction at pc; NULL if none does. */
const Mention *mention_of_copy(const Mention *copies, int count, uint32_t pc);
