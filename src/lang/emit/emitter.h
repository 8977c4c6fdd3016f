/* From the typed tree to instructions: the state, and what single instructions are made with.
 * Private to emit.
 *
 * Slots are handed out like a stack: a block's variables first, temporaries of the statement on
 * top. A value is an Operand; it may be a variable's own slot or a uniform, so nothing is copied
 * that need not be. An lvalue is a Place: slots, or an Address that keeps base, index and
 * displacement apart until a LOAD or STORE takes them.
 */
#ifndef TILESTEP_LANG_EMIT_EMITTER_H
#define TILESTEP_LANG_EMIT_EMITTER_H

#include "lang/tree/compiler.h"

#include "program/slots.h"

/* What a pointer points into, as far as it is known: a space, and the kernel's parameters. */
typedef struct Origin {
    bool is_known; /* false: nothing was found out yet */
    uint8_t space; /* SPACE_GENERIC: different ones, or unknown */
    bool is_volatile, is_anywhere;
    uint64_t parameters; /* bit set */
} Origin;

typedef struct Address {
    Operand base;  /* 64 bits */
    Operand index; /* or OPERAND_NONE */
    ScalarType index_type;
    uint64_t index_max; /* largest value of an unsigned index; UINT64_MAX: not known */
    uint32_t scale_bytes;
    int64_t displacement;
    Origin origin;
    const Node *subscript; /* of a parameter's pointer: the whole index expression */
} Address;

typedef struct Place {
    bool in_register;
    Operand operand; /* first slot, or first uniform of a parameter's parts */
    Address address;
    const Type *type;
} Place;

/* Where a variable lives. */
typedef struct Home {
    bool is_set;
    Place place;
    Origin origin; /* pointers passed to an inlined function */
    int variable;  /* index into variables, or -1 */
} Home;

/* Where a result should go. A fresh slot holds nothing that the expression could still read. */
typedef struct Want {
    Operand slot;
    bool is_fresh;
} Want;
#define WANT_NOTHING ((Want){OPERAND_NONE, false})

typedef enum FrameKind { FRAME_IF, FRAME_LOOP, FRAME_SWITCH, FRAME_INLINE } FrameKind;

/* An inlined function, or the kernel itself, while its body is emitted. */
typedef struct Inline {
    struct Inline *outer;
    const Function *function;
    int depth;
    uint32_t first_pc; /* where its code begins */
    bool has_scope;
    const Stmt *tail;   /* a return here needs no jump */
    Operand result;     /* slots of the value, when there is a scope */
    Operand tail_value; /* else: where the tail's return left it */
    Want want;
    Place *place; /* of a reference that is returned */
} Inline;

enum { UNIFORM_BUCKETS = 1024 };

typedef struct Emitter {
    Compiler *compiler;
    Arena *arena;
    Instr *code;
    int code_count, code_capacity;
    Uniform *uniforms;
    int uniform_count, uniform_capacity;
    int uniform_buckets[UNIFORM_BUCKETS]; /* last uniform with that hash, plus 1 */
    int *uniform_before;                  /* [uniform] the one before it there, plus 1 */
    int uniform_before_capacity;
    uint32_t next_slot, slot_count;
    FrameKind *frames;
    int frame_count, frame_capacity;
    bool *continues; /* [frame] a loop's body said continue */
    int continue_capacity;
    Home *homes; /* [Decl.number] */
    int home_count;
    Inline *inlined;
    uint32_t line; /* of the last span in file 0 */
    Parameter *parameters;
    int parameter_count;
    Variable *variables;
    int variable_count, variable_capacity;
    LocalVariable *locals;
    int local_count, local_capacity;
    uint32_t local_bytes;
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
    uint16_t guard; /* 1 + index of the one that what is emitted stands under, or 0 */
    bool is_full;   /* a limit was reached and reported */
} Emitter;

/* ---- code.c ---- */

/* A new instruction without operands, at the end of the code; good until the next one. */
Instr *emit(Emitter *e, Opcode op, ScalarType type, Span span);

/* Says once that the kernel is too large for `what`; what follows is emitted and thrown away. */
void emit_full(Emitter *e, const char *key);

/* The uniform with that meaning, made when it is first asked for. */
Operand emit_uniform(Emitter *e, UniformKind kind, ScalarType type, int index, int part,
                     uint64_t value);
Operand emit_constant(Emitter *e, ScalarType type, uint64_t value);
bool operand_is_constant(const Emitter *e, Operand operand, uint64_t *value);

/* New slots on top of the stack; those of one scalar; the wanted slot, or new ones. */
Operand emit_slots(Emitter *e, uint32_t count);
Operand emit_scalar_slot(Emitter *e, ScalarType type);
Operand emit_wanted(Emitter *e, Want want, ScalarType type);

/* Control flow that is open where the next instruction stands. */
void emit_frame_open(Emitter *e, FrameKind kind);
void emit_frame_close(Emitter *e);
int emit_frames_above(const Emitter *e, FrameKind kind, FrameKind or_kind); /* -1: none open */

Operand emit_binary(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b, Want want,
                    Span span);
Operand emit_fma(Emitter *e, ScalarType type, Operand a, Operand b, Operand c, Want want,
                 Span span);
Operand emit_convert(Emitter *e, ScalarType to, ScalarType from, Operand a, Want want, Span span);
bool conversion_is_free(ScalarType to, ScalarType from); /* the register's bits stay as they are */
Operand emit_move(Emitter *e, ScalarType type, Operand a, Want want, Span span);

#endif
