/* The tables that explain the code, filled while it is emitted, and what is done to it at the
 * end. */
#pragma once

#include "lang/emit/emitter.h"

/* ---- describe.c ---- */

/* Notes where a variable lives from the next instruction on; its index in Emitter.variables, or -1
 * if its value cannot be pointed at: a reference into memory, for instance. */
int describe_variable(Emitter *e, const Decl *decl, const Lvalue *lvalue);

/* The variables from that index on end here. */
void describe_scope_end(Emitter *e, int first_variable);

/* Notes the formula of what the last instruction gave the variable: for whole numbers of file 0 in
 * slots, if value holds nothing but names, numbers and + - * / %, and not the variable itself. */
void describe_assignment(Emitter *e, const Decl *decl, const Node *value);

/* How the kernel's parameters are used by the access that was emitted last. */
void describe_access(Emitter *e, const Address *address, bool is_store);

/* ---- mention.c ---- */

/* Notes the names of an expression, which may be NULL, before it is emitted: their variables have
 * their homes by then. */
void describe_names(Emitter *e, const Node *node);

/* The same for statements that are not emitted; what they declare has no value. stmt may be
 * NULL. */
void describe_left_out(Emitter *e, const Stmt *stmt);

/* Notes the name in a variable's declaration. */
void describe_declared(Emitter *e, int variable);

/* The term of a value, TERM_NONE if there is none; its names are noted elsewhere. */
uint32_t describe_term(Emitter *e, const Node *node);

/* The copy of a function ends here whose names were noted from that index on. */
void describe_function_end(Emitter *e, int first_mention);

/* Puts the names into the order of the text. */
void describe_sort(Emitter *e);

/* "threadIdx.x" */
const char *describe_special(Emitter *e, const Node *node);

/* ---- unset.c: what declarations leave unset, and who may read it so. Marks that no instruction
 * needs are taken out again, so that programs which set everything carry nothing of this. ---- */

/* Marks what decl leaves unset at lvalue, where it is declared; nothing if it has a value. */
void emit_unset(Emitter *e, const Decl *decl, const Lvalue *lvalue, Span span);

/* What is emitted from here on counts only where condition is if_true (program's Guard). Returns
 * the value of e->guard before, which the caller puts back. */
uint16_t emit_guard(Emitter *e, Operand condition, bool if_true);

/* Once all code is there, before link_code: takes out the marks that nothing needs, which moves
 * pcs, and gives program its unsets and guards. */
void watch_code(Emitter *e, Program *program);

/* ---- unset_flow.c ---- */

typedef struct UnsetFlow {
    Program program; /* its code, prints, unsets and slot_count */
    Instr *code; /* program's: those that may read a register before it is set get INSTR_WATCHED */
    bool *is_candidate; /* [slot] some mark makes it unset */
    bool *is_needed;    /* [slot] out: some instruction may read it unset */
} UnsetFlow;

void unset_flow(Arena *arena, UnsetFlow *flow);

/* ---- link.c ---- */

/* Targets and flags, once all code is there; returns how deep frames nest. */
uint32_t link_code(Emitter *e);
