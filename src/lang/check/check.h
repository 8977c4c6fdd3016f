/* Meaning: makes the nodes of the tree and gives them their types, as C's rules of conversion
 * say.
 *
 * What is wrong is reported at once and becomes a NODE_ERROR; of an error node nothing more is
 * said. Values that are known already are computed (lang/tree/constant.h). Calls are in call.h.
 *
 * The rooms parse and check need each other by C's nature: whether a name begins a type decides
 * how what follows is read, and a call of a template makes the parser read the template's body.
 */
#ifndef TILESTEP_LANG_CHECK_CHECK_H
#define TILESTEP_LANG_CHECK_CHECK_H

#include "lang/parse/parser.h"

/* ---- check.c: nodes and conversions ---- */

Node *node_new(Parser *p, NodeKind kind, const Type *type, Span span);
Node *node_constant(Parser *p, ScalarType type, uint64_t value, Span span);
Node *node_child(Node *parent, Node *child); /* keeps depth; gives child */
Node *check_depth(Parser *p, Node *node);    /* node, or an error where it is too deep */

Node *check_decl(Parser *p, Decl *decl, Span span);
Node *check_value(Parser *p, Node *node); /* arrays decay */

/* node as a value of type; the error begins with `what` (a key of phrase.def). */
Node *check_convert(Parser *p, Node *node, const Type *type, const char *what);
bool check_converts(Parser *p, Node *node, const Type *type); /* quietly: would it? */
/* The error of one that does not. */
Node *check_mismatch(Parser *p, const Node *node, const Type *to, const Phrase *what);
Node *check_cast(Parser *p, Node *node, const Type *type, Span span, bool reinterpret);
Node *check_condition(Parser *p, Node *node); /* as a bool */

Node *check_index(Parser *p, Node *a, Node *b, Span span);
Node *check_deref(Parser *p, Node *a, Span span);
Node *check_address(Parser *p, Node *a, Span span);
Node *check_member(Parser *p, Node *a, const Token *name, Span span);

/* The variable that holds the lvalue is written, or may be by way of its address. */
void check_mark_written(Node *lvalue);
void check_mark_addressed(Node *lvalue);

/* Notes what a pointer is given (Decl.sources). */
void check_pointer_source(Decl *decl, Node *source);

/* ---- operator.c; mark is the operator, opcode what it computes ---- */

Node *check_unary(Parser *p, const Token *op, Node *a, Span span);
Node *check_binary(Parser *p, const Token *op, uint8_t opcode, Node *a, Node *b);
Node *check_arithmetic(Parser *p, uint8_t opcode, Node *a, Node *b, Span span);
Node *check_logical(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);
Node *check_conditional(Parser *p, Node *a, Node *b, Node *c, Span mark);
Node *check_assign(Parser *p, Node *a, Node *b, Span mark);
Node *check_update(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);
Node *check_increment(Parser *p, Node *a, bool is_minus, bool is_postfix, Span span, Span mark);
Node *check_offset(Parser *p, uint8_t opcode, Node *pointer, Node *count, Span span);

/* ---- initial.c: lists of values and what they make ---- */

/* For an array, a struct or a scalar; braces around inner arrays may be left out. */
Node *check_list(Parser *p, const Type *type, Node **items, int count, Span span);

/* The members' own initial values, for a variable that gets no other; NULL if there are none. */
Node *check_initials(Parser *p, const Type *type, Span span);

/* By a constructor if there is one, else member by member. */
Node *check_construct(Parser *p, const Type *type, Node **items, int count, Span span);

/* The array's type, as long as its list if it has no length. */
const Type *check_array_length(Parser *p, const Type *type, const Node *list);

/* Bytes of a constant initialiser, or NULL after an error. */
const void *check_constant_bytes(Parser *p, const Type *type, const Node *initial);

/* ---- refuse.c ---- */

/* Constructs that are known and not supported: true if the name is one, with an error. */
bool refuse_name(Parser *p, const Token *token);

#endif
