/* Calls: of functions of the file, of functions that belong to a struct, and of what CUDA
 * brings. */
#ifndef TILESTEP_LANG_CHECK_CALL_H
#define TILESTEP_LANG_CHECK_CALL_H

#include "lang/check/check.h"
#include "lang/parse/function.h"

/* ---- call.c: which function is meant ---- */

Node *check_call(Parser *p, const Token *name, const Call *call);
Node *check_call_named(Parser *p, const char *name, Node **arguments, int count, Span span);

/* The best of these functions for the arguments. */
Node *check_candidates(Parser *p, const Outline **candidates, int count, const Call *call);

/* ---- method.c: what gives NULL found no such function ---- */

/* object: NULL for S::function(...). */
Node *check_method(Parser *p, const Members *members, Node *object, const char *name,
                   const Call *call);
bool type_has_method(const Compiler *compiler, const Type *type, const char *name);

/* name: "operator+"; b: NULL for one operand. */
Node *check_operator(Parser *p, const char *name, Node *a, Node *b, Span span);
Node *check_constructor(Parser *p, const Type *type, Node **items, int count, Span span);
bool type_has_constructor(const Compiler *compiler, const Type *type);

/* Between a struct and another type, by its constructor or its operator T(). */
Node *check_struct_conversion(Parser *p, Node *node, const Type *type);
bool check_has_conversion(Parser *p, Node *node, const Type *type);

/* ---- builtin.c: functions that are an instruction, from builtin.def ---- */

bool builtin_exists(const char *name, uint32_t length);
const char *builtin_name(int index); /* NULL past the last */

/* NULL if CUDA has no such function. */
Node *check_builtin_call(Parser *p, const Token *name, const Call *call);
Node *check_special(Parser *p, const Token *name); /* threadIdx, warpSize...; NULL if none */

/* One instruction: op of items, with imm. */
Node *node_operation(Parser *p, uint8_t op, int imm, const Type *type, Node **items, int count,
                     Span span);
Node *check_barrier(Parser *p, Span span);
Node *check_shuffle(Parser *p, int mode, Node *value, Node *lane, Node *width, Span span);

/* ---- builtin_type.c ---- */

/* size_t, float4, half, thread_block... by name; NULL if it is none. */
const Type *builtin_type_find(Compiler *compiler, const char *name, uint32_t length);

/* ---- group.c: cooperative groups (lang/tree/kinds.h) ---- */

/* The type of a tile of that size, a constant; an error and a tile of 32 for any other. */
const Type *group_tile(Parser *p, const Node *size, Span span);
Node *group_make(Parser *p, int kind, Span span);
Node *group_partition(Parser *p, const Call *call); /* tiled_partition */
Node *group_sync(Parser *p, Node *group, Span span);
Node *check_group_method(Parser *p, Node *group, const Token *name, Node **arguments, int count,
                         Span span);

#endif
