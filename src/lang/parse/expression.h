/* The grammar of expressions, declarations and statements. What cannot be read is an error node
 * or an empty statement, never NULL. Every function reads from where p stands and leaves p behind
 * what it has read. */
#pragma once

#include "lang/parse/parser.h"

/* ---- primary.c ---- */

Node *parse_primary(Parser *p);
Node *parse_c_cast(Parser *p);                /* at its ( */
Node *parse_own_object(Parser *p, Span span); /* *this */
Node *parse_lambda(Parser *p); /* at its [; an object with an operator() (lambda.c) */

/* A value of the type, of what stands between its brackets. */
Node *parse_constructed(Parser *p, const Type *type, Node **items, int count, Span span);

/* ---- heap.c ---- */

/* The function of the prelude that malloc or free is; NULL: it is none, or there is no heap. */
const char *parse_heap_function(const Parser *p, const Token *name);
bool parse_at_heap(const Parser *p); /* at new or delete, where there is a heap */
Node *parse_heap(Parser *p);

/* ---- closure.c ---- */

/* At __closure: the type of a lambda of host code, NULL after an error. */
const Type *parse_closure(Parser *p);
/* At f::S, a struct that is declared inside a function; NULL if it is none. */
const Type *parse_local_type(Parser *p);

/* Values up to the bracket that closes them, which is read, too. */
Node **parse_arguments(Parser *p, const char *close, int *count);

/* ---- expression.c ---- */

Node *parse_broken(Parser *p); /* stands for what could not be read */
Node *parse_unary(Parser *p);
Node *parse_binary(Parser *p, int least); /* operators that bind at least so tightly */
Node *parse_conditional(Parser *p);
Node *parse_member_of(Parser *p, Node *node, int begin); /* behind the . */
Node *parse_expression(Parser *p);                       /* with commas */
Node *parse_assignment(Parser *p);                       /* without */
Node *parse_initialiser(Parser *p, const Type *type);    /* { ... } or an expression, as type */
Node *parse_list(Parser *p, const Type *type);           /* at a {: for an array or struct */

/* A constant expression; false, with an error that says what it is for, if it is none. */
bool parse_constant_int(Parser *p, int64_t *out, const char *what);

/* ---- accessor.c ---- */

/* At the first [ of a view of a tensor; and its element, up to the last ]. */
bool parse_at_accessor(Parser *p, const Node *node);
Node *parse_accessor(Parser *p, Node *view, int begin);

/* ---- declaration.c ---- */

struct Specifiers;
struct Declarator;

Stmt *parse_declaration(Parser *p); /* a chain of STMT_DECLARE, up to the ;. NULL: only types */
void parse_static_assert(Parser *p);

/* A variable of the function being read whose value was read already; of auto, or a group, it takes
 * the value's type. One whose name is "" is found by nobody. */
Stmt *parse_declare(Parser *p, const struct Specifiers *s, const struct Declarator *d, Node *value);

/* ---- elements.c ---- */

/* At auto [a, b] = value, behind the auto; and what it declares, up to the ; or the comma. */
bool parse_at_bindings(const Parser *p);
Stmt *parse_bindings(Parser *p, const struct Specifiers *s);

bool parse_at_range_for(const Parser *p); /* at the for */
/* for (x : values): a block with the loop in it. */
Stmt *parse_range_for(Parser *p);

/* ---- statement.c ---- */

Stmt *parse_body(Parser *p); /* a statement with a scope of its own */
Stmt *parse_block(Parser *p);
