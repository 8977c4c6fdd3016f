/* What becomes of each kind of node and statement. The files of this header call each other, as the
 * tree does: a value is read from a lvalue, an address is made of values, and a call emits the
 * whole body of its function where it stands.
 *
 * An Operand given for a struct is its first slot, or the first uniform of a parameter's parts; one
 * for nothing (void, a barrier) is OPERAND_NONE. Values lie in new slots unless want names one: the
 * caller sets e->next_slot back when the statement is through. span is what the instructions made
 * here are shown as. */
#pragma once

#include "lang/emit/emitter.h"

/* ---- layout.c: how types lie in slots ---- */

/* One scalar or pointer of a type. offset_bytes counts in memory, slot in registers, both from the
 * type's beginning. */
typedef struct Leaf {
    ScalarType type;
    bool is_pointer;
    uint32_t offset_bytes, slot;
} Leaf;

bool type_in_registers(const Type *type);    /* may it be there: no array is in it */
ScalarType type_scalar_of(const Type *type); /* pointers are U64 */

/* The leaves of a type in the order of its members, arrays' elements included; returns how many
 * there are, of a type with thousands perhaps fewer (LEAF_LIMIT). *out lies in arena. */
int type_leaves(Arena *arena, const Type *type, Leaf **out);

/* 2 or 4 if the type is a struct that one access moves: as many equal scalars, at most 16 bytes,
 * aligned to its size. Else 0. */
int type_vector_width(const Type *type);

/* The leaf of that number in the value that operand begins: slots count as the leaf says, uniforms
 * one for each leaf. */
Operand operand_leaf(Operand operand, const Leaf *leaf, int number);

/* ---- pointer.c: what is known of an expression before it runs ---- */

Origin origin_of(Emitter *e, const Node *pointer); /* always is_known: at worst, anywhere */

/* No value of an unsigned node is larger; UINT64_MAX where nothing is known. */
uint64_t node_maximum(const Emitter *e, const Node *node);

/* Can it be computed without need, since it has no effect and cannot fault? */
bool node_is_pure(const Emitter *e, const Node *node);

/* May the node read that variable? Also true of every call and every reference. node may be
 * NULL. */
bool node_mentions(const Node *node, const Decl *decl);

/* ---- lvalue.c ---- */

/* Where an lvalue lies; of any other node, the slots of its value. */
Lvalue emit_lvalue(Emitter *e, const Node *node);

/* A part of an lvalue in memory: what has that type and lies offset_bytes behind its beginning. */
Lvalue lvalue_part(const Lvalue *lvalue, const Type *type, uint32_t offset_bytes);

/* The same lvalue without slots of variables in its address: it stays good when they change. */
Lvalue emit_pinned(Emitter *e, Lvalue lvalue, Span span);

/* What a pointer's node points at, without computing the sum. */
Address emit_pointer(Emitter *e, const Node *node);

/* Loads rows of 16 bytes, each by one of the first lanes of the warp, to four slots; or stores them
 * from there. */
void emit_rows(Emitter *e, const Node *pointer, uint8_t lanes, Operand rows, Span span);
void emit_store_rows(Emitter *e, const Node *pointer, uint8_t lanes, Operand rows, Span span);
Address address_at(Operand base, Origin origin);                    /* base alone, no index */
Address emit_offset(Emitter *e, Address address, const Node *node); /* plus or minus node->b */

/* The whole address as one operand, which becomes the Address's base. */
Operand emit_address_value(Emitter *e, Address *address, Want want, Span span);

/* What lies at the lvalue, and the lvalue written. One in registers is given as it is, not copied.
 * The access counts as a use of the parameters that it may reach (describe_access). */
Operand emit_load(Emitter *e, const Lvalue *lvalue, Want want, Span span);
void emit_store(Emitter *e, const Lvalue *lvalue, Operand value, Span span);

/* An asynchronous copy of a thread (INSTR_ASYNC), from a node of check_copy. */
void emit_copy(Emitter *e, const Node *node);

/* ---- limit.c ---- */

/* An index as it was added to an address: operand plus added, in elements. */
typedef struct AddedIndex {
    Operand operand; /* OPERAND_NONE: a constant alone */
    ScalarType type;
    int64_t added;
} AddedIndex;

/* The address has got the index of node, an OFFSET or UPDATE: if that is of an array in a struct,
 * and may be none of its elements, what accesses it is to look. */
void emit_limit(Emitter *e, Address *address, const Node *node, const AddedIndex *index);
void emit_limited(Instr *instr, const Address *address); /* an access at the address: it looks */

/* The address is to stay good when variables change: what hangs on registers is not looked at. */
void emit_limit_pinned(Emitter *e, Address *address);

/* ---- value.c ---- */

/* a op b as emit_binary makes it, where b is the value of right: a shift by a count that is seen to
 * be small enough needs no look when it runs. */
Operand emit_operator(Emitter *e, Opcode op, ScalarType type, Operand a, Operand b,
                      const Node *right, Want want, Span span);

/* The value of a scalar, pointer or struct. The operand may be a variable's own slot, which changes
 * when the variable does. */
Operand emit_value(Emitter *e, const Node *node, Want want);
void emit_into(Emitter *e, const Node *node, Operand slot,
               bool is_fresh);                  /* it lies in slot then */
void emit_effect(Emitter *e, const Node *node); /* what it does, when nobody reads its value */

/* ---- update.c: NODE_ASSIGN and NODE_UPDATE ---- */

Operand emit_assign(Emitter *e, const Node *node, Want want); /* the value assigned */

/* The new value, or the old one of a postfix operator; without wants_value any operand. */
Operand emit_update(Emitter *e, const Node *node, bool wants_value);

/* ---- call.c ---- */

/* Instr.type of the instruction that an OPERATION is. */
ScalarType operation_type(const Node *node);

Operand emit_call(Emitter *e, const Node *node, Want want); /* NODE_CALL */

/* What a function that returns a reference refers to; address 0 if it returns nothing. */
Lvalue emit_call_lvalue(Emitter *e, const Node *node);
Operand emit_operation(Emitter *e, const Node *node, Want want); /* NODE_OPERATION */
void emit_return(Emitter *e, const Stmt *stmt);                  /* STMT_RETURN */

/* ---- statement.c ---- */

void emit_statements(Emitter *e, const Stmt *stmt); /* stmt and those after it in its block */

/* What is done where objects come to their end: those from number first on, the last made first.
 * They stay in e->ends, for where the code goes on by another way. */
void emit_ends(Emitter *e, int first);

/* A place of its own in per-thread memory, as large and aligned as decl wants. */
Lvalue emit_local(Emitter *e, const Decl *decl);

/* The variables in per-thread memory from number first on have come to their end; a temporary that
 * a reference is bound to lives on. */
void emit_locals_end(Emitter *e, int first);

/* Gives a variable its home; from then on emit_lvalue finds it there. */
void emit_bind(Emitter *e, const Decl *decl, Lvalue lvalue, Origin origin);
