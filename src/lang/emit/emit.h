/* From the typed tree to instructions. Private to the emit_*.c files.
 *
 * Slots are handed out like a stack: a block's variables first, temporaries of the statement on
 * top. A value is an Operand; it may be a variable's own slot or a uniform, so nothing is copied
 * that need not be. An lvalue is a Place: slots, or an Address that keeps base, index and
 * displacement apart until a LOAD or STORE takes them.
 */
#ifndef TILESTEP_LANG_EMIT_EMIT_H
#define TILESTEP_LANG_EMIT_EMIT_H

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

/* emit_code.c */
Instr *emit(Emitter *e, Opcode op, ScalarType type, Span span);
Operand emit_uniform(Emitter *e, UniformKind kind, ScalarType type, int index, int part,
                     uint64_t value);
Operand emit_constant(Emitter *e, ScalarType type, uint64_t value);
Operand emit_slots(Emitter *e, uint32_t count);
Operand emit_scalar_slot(Emitter *e, ScalarType type);
Operand emit_wanted(Emitter *e, Want want, ScalarType type); /* the wanted slot, or a new one */
void emit_frame_open(Emitter *e, FrameKind kind);
void emit_frame_close(Emitter *e);
int emit_frames_above(const Emitter *e, FrameKind kind, FrameKind or_kind); /* -1: none open */
void emit_full(Emitter *e, const char *what);
bool operand_is_constant(const Emitter *e, Operand operand, uint64_t *value);
Operand emit_binary(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b, Want want,
                    Span span);
Operand emit_fma(Emitter *e, ScalarType type, Operand a, Operand b, Operand c, Want want,
                 Span span);
Operand emit_convert(Emitter *e, ScalarType to, ScalarType from, Operand a, Want want, Span span);
bool conversion_is_free(ScalarType to, ScalarType from); /* the register's bits stay as they are */
Operand emit_move(Emitter *e, ScalarType type, Operand a, Want want, Span span);

/* emit_layout.c: how types lie in slots */
typedef struct Leaf {
    ScalarType type;
    bool is_pointer;
    uint32_t offset_bytes, slot;
} Leaf;
bool type_in_registers(const Type *type);
ScalarType type_scalar_of(const Type *type); /* pointers are U64 */
int type_leaves(Arena *arena, const Type *type, Leaf **out);
int type_vector_width(const Type *type); /* elements one access moves, or 0 */
Operand operand_leaf(Operand operand, const Leaf *leaf, int number);

/* emit_pointer.c */
Origin origin_join(Origin a, Origin b);
Origin origin_of(Emitter *e, const Node *pointer);
uint64_t node_maximum(const Emitter *e, const Node *node); /* of an unsigned value */
bool node_is_pure(const Emitter *e, const Node *node);
bool node_mentions(const Node *node, const Decl *decl);

/* emit_place.c */
Place emit_place(Emitter *e, const Node *node);
Address emit_pointer(Emitter *e, const Node *node);
Address address_at(Operand base, Origin origin);
Address emit_offset(Emitter *e, Address address, const Node *node); /* plus or minus node->b */
Operand emit_address_value(Emitter *e, Address *address, Want want, Span span);
Place emit_pinned(Emitter *e, Place place, Span span); /* stays good when variables change */
Operand emit_load(Emitter *e, const Place *place, Want want, Span span);
void emit_store(Emitter *e, const Place *place, Operand value, Span span);
Place place_part(const Place *place, const Type *type, uint32_t offset_bytes);

/* emit_value.c */
Operand emit_value(Emitter *e, const Node *node, Want want); /* scalars, pointers and structs */
void emit_into(Emitter *e, const Node *node, Operand slot, bool is_fresh);
void emit_effect(Emitter *e, const Node *node);

/* emit_update.c */
Operand emit_assign(Emitter *e, const Node *node, Want want);
Operand emit_update(Emitter *e, const Node *node, bool wants_value);

/* emit_call.c */
Operand emit_call(Emitter *e, const Node *node, Want want);
Place emit_call_place(Emitter *e, const Node *node); /* of a function that returns a reference */
Operand emit_operation(Emitter *e, const Node *node, Want want);

/* emit_statement.c */
void emit_statements(Emitter *e, const Stmt *stmt);
void emit_declare(Emitter *e, const Stmt *stmt);
void emit_return(Emitter *e, const Stmt *stmt);
void emit_initial_store(Emitter *e, const Place *place, const Node *initial, Span span);
Place emit_local(Emitter *e, const Decl *decl);
void emit_bind(Emitter *e, const Decl *decl, Place place, Origin origin);

/* emit_describe.c */
int describe_variable(Emitter *e, const Decl *decl, const Place *place);
void describe_scope_end(Emitter *e, int first_variable);
void describe_assignment(Emitter *e, const Decl *decl, const Node *value);
void describe_access(Emitter *e, const Address *address, bool is_store);

/* emit_unset.c: what declarations leave unset, and who may read it so. Marks that no instruction
 * needs are taken out again, so that programs which set everything carry nothing of this. */
void emit_unset(Emitter *e, const Decl *decl, const Place *place, Span span);
uint16_t emit_guard(Emitter *e, Operand condition, bool if_true); /* returns the one before */
void watch_code(Emitter *e, Program *program);

/* unset_flow.c */
typedef struct UnsetFlow {
    Instr *code; /* those that may read a register before it is set get INSTR_WATCHED */
    uint32_t count;
    const PrintCall *prints;
    const Unset *unsets;
    uint32_t slot_count;
    int frame_depth;
    bool *is_candidate; /* [slot] some mark makes it unset */
    bool *is_needed;    /* [slot] out: some instruction may read it unset */
} UnsetFlow;
void unset_flow(Arena *arena, UnsetFlow *flow);

/* emit_link.c: targets, flags and depth, once all code is there */
uint32_t link_code(Emitter *e);

#endif
