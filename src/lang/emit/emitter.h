/* From the typed tree to instructions: the state, and what single instructions are made with.
 * Private to emit.
 *
 * Slots are handed out like a stack: a block's variables first, temporaries of the statement on
 * top. A value is an Operand; it may be a variable's own slot or a uniform, so nothing is copied
 * that need not be. An lvalue is slots, or an Address that keeps base, index and
 * displacement apart until a LOAD or STORE takes them.
 *
 * A slot is 32 bits of a lane's registers (program/slots.h); slots are numbered from 0 in each
 * lane. Everything lives in the compiler's arena. Nothing here fails: where a limit of the Program
 * is reached, is_full is set with one error, and code goes on being made that nobody will run.
 */
#pragma once

#include "lang/tree/compiler.h"

#include "program/slots.h"

/* What a pointer points into, as far as it is known: a space, and the kernel's parameters. */
typedef struct Origin {
    bool is_known;       /* false: nothing was found out yet */
    uint8_t space;       /* SPACE_GENERIC: different ones, or unknown */
    bool is_volatile;    /* what it points at is */
    bool is_anywhere;    /* it may point into any parameter's memory besides those in the set */
    uint64_t parameters; /* bit set: bit i is parameter i; parameters from 64 on have none */
} Origin;

/* base + index * scale_bytes + displacement, in bytes. */
typedef struct Address {
    Operand base;  /* 64 bits */
    Operand index; /* or OPERAND_NONE */
    ScalarType index_type;
    uint64_t index_max; /* largest value of an unsigned index; UINT64_MAX: not known */
    uint32_t scale_bytes;
    int64_t displacement; /* bytes */
    Origin origin;
    const Node *subscript; /* of a parameter's pointer: the whole index expression */
    uint16_t limit;        /* 1 + index of what its indices are looked at for, or 0 */
} Address;

typedef struct Lvalue {
    bool in_register;
    Operand operand;  /* in_register: first slot, or first uniform of a parameter's parts */
    Address address;  /* else */
    const Type *type; /* of what lies there */
} Lvalue;

/* Where a variable lives. */
typedef struct Home {
    bool is_set; /* false before its declaration is emitted */
    Lvalue lvalue;
    Origin origin; /* pointers passed to an inlined function */
    int variable;  /* index into variables, or -1 */
} Home;

/* Where a result should go: a wish, which the operand that is given may not meet. A fresh slot
 * holds nothing that the expression could still read. */
typedef struct Want {
    Operand slot; /* OPERAND_NONE: anywhere */
    bool is_fresh;
} Want;
#define WANT_NOTHING ((Want){OPERAND_NONE, false})

/* What opens a frame, in which lanes wait for each other until it is closed (program/opcode.h). */
typedef enum FrameKind { FRAME_IF, FRAME_LOOP, FRAME_SWITCH, FRAME_INLINE } FrameKind;

typedef struct Frame {
    FrameKind kind;
    int first_end;  /* end_count where it was opened */
    bool continues; /* a loop's body said continue */
} Frame;

/* An inlined function, or the kernel itself, while its body is emitted. */
typedef struct Inline {
    struct Inline *outer; /* the one that calls it; NULL of the kernel */
    const Function *function;
    int depth;          /* 0 of the kernel */
    uint32_t first_pc;  /* where its code begins */
    bool has_scope;     /* it has a FRAME_INLINE, for its returns to leave */
    int first_end;      /* end_count where it begins */
    const Stmt *tail;   /* a return here needs no jump; or NULL */
    Operand result;     /* slots of the value, when there is a scope */
    Operand tail_value; /* else: where the tail's return left it */
    Want want;          /* the caller's, for the tail's value */
    Lvalue *lvalue;     /* out: of a reference that is returned */
} Inline;

enum { UNIFORM_BUCKETS = 1024 };

typedef struct Emitter {
    Compiler *compiler;
    Arena *arena; /* the compiler's */
    Instr *code;  /* index: pc */
    int code_count, code_capacity;
    Uniform *uniforms; /* no two alike */
    int uniform_count, uniform_capacity;
    int uniform_buckets[UNIFORM_BUCKETS]; /* last uniform with that hash, plus 1 */
    int *uniform_before;                  /* [uniform] the one before it there, plus 1 */
    int uniform_before_capacity;
    uint32_t next_slot;  /* the lowest that is free */
    uint32_t slot_count; /* slots that were ever in use: what a lane needs */
    Frame *frames;       /* open ones, the innermost last */
    int frame_count, frame_capacity;
    const Node **ends; /* of the objects that live: what is done in the end, the last made first */
    int end_count, end_capacity;
    Home *homes; /* [Decl.number] */
    int home_count;
    Inline *inlined;   /* whose body is being emitted */
    uint32_t line;     /* of the last span in file 0 */
    uint32_t own_line; /* Instr.own_line of the last one that is not of the prelude */
    /* Tables of the Program (program/program.h), as they grow. */
    Parameter *parameters;
    int parameter_count;
    Variable *variables;
    int variable_count, variable_capacity;
    LocalVariable *locals;
    int local_count, local_capacity;
    uint32_t local_bytes; /* of per-thread memory, so far */
    Formula *formulas;
    int formula_count, formula_capacity;
    ValueTerm *terms;
    int term_count, term_capacity;
    Mention *mentions;
    int mention_count, mention_capacity;
    PrintCall *prints;
    int print_count, print_capacity;
    const char **texts;
    int text_count, text_capacity;
    Unset *unsets;
    int unset_count, unset_capacity;
    Guard *guards;
    int guard_count, guard_capacity;
    IndexLimit *limits;
    int limit_count, limit_capacity;
    uint16_t guard; /* 1 + index of the one that what is emitted stands under, or 0 */
    bool is_full;   /* a limit was reached and reported */
} Emitter;

/* ---- code.c ---- */

/* A new instruction without operands, at the end of the code; the pointer is good until the next
 * one. Its line is that of span in file 0, or of the last span there if span lies in the prelude or
 * in an include. */
Instr *emit(Emitter *e, Opcode op, ScalarType type, Span span);

/* The source line of what comes from span. Code of the prelude counts for the line before it, which
 * is that of the call: ask for the call's, so that there is one. */
uint32_t emit_line(Emitter *e, Span span);

/* Sets is_full, and the first time reports key (of phrase.def: what there is too much of). */
void emit_full(Emitter *e, const char *key);

/* The uniform with that meaning (Uniform's fields), made when it is first asked for. */
Operand emit_uniform(Emitter *e, UniformKind kind, ScalarType type, int index, int part,
                     uint64_t value);
Operand emit_constant(Emitter *e, ScalarType type, uint64_t value); /* value: register bits */

/* Is it a uniform that is a constant? Then *value is its bits. */
bool operand_is_constant(const Emitter *e, Operand operand, uint64_t *value);

/* New slots on top of the stack, of which the first is given; whoever has set e->next_slot back
 * frees those above it. */
Operand emit_slots(Emitter *e, uint32_t count);
Operand emit_scalar_slot(Emitter *e, ScalarType type); /* those of one scalar: two if 64 bits */
Operand emit_wanted(Emitter *e, Want want, ScalarType type); /* want's slot, else new ones */

/* Control flow that is open where the next instruction stands. These keep the emitter's list alone;
 * the instructions that open and close frames are emitted beside them. */
void emit_frame_open(Emitter *e, FrameKind kind);
void emit_frame_close(Emitter *e);

/* How many open frames lie inside the innermost one of either kind; -1: none of them is open. */
int emit_frames_above(const Emitter *e, FrameKind kind, FrameKind or_kind);

/* One instruction each; the operand given holds the result. type is that of the operands: the
 * result of a comparison is a bool. */

Operand emit_binary(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b, Want want,
                    Span span);
Operand emit_fma(Emitter *e, ScalarType type, Operand a, Operand b, Operand c, Want want,
                 Span span);

/* a, which is of type from, as `to`. No instruction where the bits stay as they are, when a itself
 * is given, and where a is a constant. */
Operand emit_convert(Emitter *e, ScalarType to, ScalarType from, Operand a, Want want, Span span);
bool conversion_is_free(ScalarType to, ScalarType from); /* the register's bits stay as they are */
Operand emit_move(Emitter *e, ScalarType type, Operand a, Want want, Span span);
