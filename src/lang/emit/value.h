/* What becomes of each kind of node and statement. The files of this header call each other, as the
 * tree does: a value is read from a place, an address is made of values, and a call emits the whole
 * body of its function where it stands. */
#ifndef TILESTEP_LANG_EMIT_VALUE_H
#define TILESTEP_LANG_EMIT_VALUE_H

#include "lang/emit/emitter.h"

/* ---- layout.c: how types lie in slots ---- */

/* One scalar or pointer of a type. */
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

/* ---- pointer.c: what is known of an expression before it runs ---- */

Origin origin_join(Origin a, Origin b);
Origin origin_of(Emitter *e, const Node *pointer);
uint64_t node_maximum(const Emitter *e, const Node *node); /* of an unsigned value */

/* Can it be computed without need, since it has no effect and cannot fault? */
bool node_is_pure(const Emitter *e, const Node *node);
bool node_mentions(const Node *node, const Decl *decl);

/* ---- place.c ---- */

Place emit_place(Emitter *e, const Node *node);
Place place_part(const Place *place, const Type *type, uint32_t offset_bytes);
Place emit_pinned(Emitter *e, Place place, Span span); /* stays good when variables change */
Address emit_pointer(Emitter *e, const Node *node);
Address address_at(Operand base, Origin origin);
Address emit_offset(Emitter *e, Address address, const Node *node); /* plus or minus node->b */

/* The whole address as one operand, which becomes the Address's base. */
Operand emit_address_value(Emitter *e, Address *address, Want want, Span span);
Operand emit_load(Emitter *e, const Place *place, Want want, Span span);
void emit_store(Emitter *e, const Place *place, Operand value, Span span);

/* ---- value.c ---- */

Operand emit_value(Emitter *e, const Node *node, Want want); /* scalars, pointers and structs */
void emit_into(Emitter *e, const Node *node, Operand slot, bool is_fresh);
void emit_effect(Emitter *e, const Node *node);

/* ---- update.c ---- */

Operand emit_assign(Emitter *e, const Node *node, Want want);
Operand emit_update(Emitter *e, const Node *node, bool wants_value);

/* ---- call.c ---- */

/* Instr.type of the instruction that an OPERATION is. */
ScalarType operation_type(const Node *node);

Operand emit_call(Emitter *e, const Node *node, Want want);
Place emit_call_place(Emitter *e, const Node *node); /* of a function that returns a reference */
Operand emit_operation(Emitter *e, const Node *node, Want want);
void emit_return(Emitter *e, const Stmt *stmt);

/* ---- statement.c ---- */

void emit_statements(Emitter *e, const Stmt *stmt);
void emit_declare(Emitter *e, const Stmt *stmt);
void emit_initial_store(Emitter *e, const Place *place, const Node *initial, Span span);
Place emit_local(Emitter *e, const Decl *decl); /* in per-thread memory */
void emit_bind(Emitter *e, const Decl *decl, Place place, Origin origin);

#endif
