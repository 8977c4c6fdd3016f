/* Meaning: makes the nodes of the tree and gives them their types, as C's rules of conversion
 * say.
 *
 * What is wrong is reported at once and becomes a NODE_ERROR; of an error node nothing more is
 * said: every function here takes error nodes and passes them on. No function gives NULL unless its
 * comment says so. Values that are known already are computed (lang/tree/constant.h). Nodes live in
 * the compiler's arena. span is what the node covers in the text, mark the operator in it, where
 * the mistakes of the operator are shown. Calls are in call.h.
 *
 * The rooms parse and check need each other by C's nature: whether a name begins a type decides
 * how what follows is read, and a call of a template makes the parser read the template's body.
 */
#pragma once

#include "lang/parse/parser.h"

/* ---- check.c: nodes and conversions ---- */

/* A node with depth 1 and everything else empty; mark is span. A NODE_ERROR is made an lvalue, so
 * that an assignment to it is no second mistake. */
Node *node_new(Parser *p, NodeKind kind, const Type *type, Span span);

/* A statement with that span for its head, too; expr: or NULL. */
Stmt *stmt_new(Parser *p, StmtKind kind, Span span, Node *expr);

/* Where the next statement is linked to a chain: behind the last one from *link on. */
Stmt **stmt_end(Stmt **link);

/* value: bits as a register of type holds them (lang/tree/constant.h). */
Node *node_constant(Parser *p, ScalarType type, uint64_t value, Span span);

/* Gives child, and makes parent's depth at least one more than the child's. */
Node *node_child(Node *parent, Node *child);

/* node; or an error where it is deeper than NODE_DEPTH_LIMIT, a syntax error that breaks p. */
Node *check_depth(Parser *p, Node *node);

/* The use of a variable: an lvalue, and a constant if its value is known. */
Node *check_decl(Parser *p, Decl *decl, Span span);
Node *check_value(Parser *p, Node *node); /* an array becomes the pointer to its first element */

/* node as a value of type, by C's implicit conversions; the error begins with `what` (a key of
 * phrase.def). */
Node *check_convert(Parser *p, Node *node, const Type *type, const char *what);
bool check_converts(Parser *p, Node *node, const Type *type); /* quietly: would it? */

/* Reports that node cannot become `to`, and gives the error node. */
Node *check_mismatch(Parser *p, const Node *node, const Type *to, const Phrase *what);

/* A cast that somebody wrote. reinterpret: pointers may become pointers to anything else. */
Node *check_cast(Parser *p, Node *node, const Type *type, Span span, bool reinterpret);
Node *check_condition(Parser *p, Node *node); /* as a bool; numbers and pointers alone fit */

Node *check_index(Parser *p, Node *a, Node *b, Span span); /* a[b]; also b[a], as C allows */
Node *check_deref(Parser *p, Node *a, Span span);

/* &a; the variable that holds a lives in memory from then on. */
Node *check_address(Parser *p, Node *a, Span span);
Node *check_member(Parser *p, Node *a, const Token *name, Span span); /* a.name */
Node *check_field(Parser *p, Node *a, int field, Span span);          /* the same by its number */
Node *check_base(Parser *p, Node *a); /* the part of an object that is of its base class */
int type_find_field(const Type *type, const Token *name); /* of a struct: index, or -1 */

/* The static constant of the struct or its base class that is called so; NULL if there is none. */
Node *struct_constant(const Compiler *compiler, const Type *type, const Token *name);

/* The variable that holds the lvalue is written, or may be by way of its address. Nothing happens
 * if the lvalue is reached through a pointer. */
void check_mark_written(Node *lvalue);
void check_mark_addressed(Node *lvalue);

/* Notes what a pointer is given (Decl.sources). Nothing happens if decl is no pointer or source is
 * NULL. */
void check_pointer_source(Decl *decl, Node *source);

/* ---- operator.c; opcode is the Opcode that the operator computes. Operands are converted to their
 * common type here; those of a struct's own operators never come here (call.h). ---- */

Node *check_unary(Parser *p, const Token *op, Node *a, Span span); /* & * ! + - ~ */
Node *check_binary(Parser *p, const Token *op, uint8_t opcode, Node *a,
                   Node *b); /* op's span is the mark */
/* What check_binary does, with the operator's place alone; also pointer plus number, difference and
 * comparison of pointers. */
Node *check_arithmetic(Parser *p, uint8_t opcode, Node *a, Node *b, Span span);

/* && (OP_AND) and || (OP_OR). The result is known as soon as one side decides it from the left. */
Node *check_logical(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);
Node *check_conditional(Parser *p, Node *a, Node *b, Node *c, Span mark); /* a ? b : c */
Node *check_assign(Parser *p, Node *a, Node *b, Span mark);               /* a = b, an lvalue */

/* a op= b, computed in the common type of both (of a shift: the promoted type of a). */
Node *check_update(Parser *p, uint8_t opcode, Node *a, Node *b, Span mark);

/* ++a and a++, or -- if is_minus, as an update by 1. */
Node *check_increment(Parser *p, Node *a, bool is_minus, bool is_postfix, Span span, Span mark);

/* pointer plus (OP_ADD) or minus (OP_SUB) count elements; both have been checked to be a pointer
 * and a whole number. */
Node *check_offset(Parser *p, uint8_t opcode, Node *pointer, Node *count, Span span);

/* ---- initial.c: lists of values and what they make ---- */

/* The type of a list that is an argument, f({1, 2}): it becomes whatever the parameter is. */
const Type *type_loose_list(void);

/* { items } for an array, a struct or a scalar; braces around inner arrays may be left out. What no
 * item is given for is zero. type NULL (not known here) is an error. */
Node *check_list(Parser *p, const Type *type, Node **items, int count, Span span);

/* The members' own initial values, for a variable that gets no other; NULL if there are none. */
Node *check_initials(Parser *p, const Type *type, Span span);

/* By a constructor if there is one, else member by member. */
Node *check_construct(Parser *p, const Type *type, Node **items, int count, Span span);

/* The same, and no constructor is asked for. */
Node *check_aggregate(Parser *p, const Type *type, Node **items, int count, Span span);

/* A string literal that begins an array of characters, as the list of them that it stands for; any
 * other value, and a type that is none of that, give the value back. */
Node *check_text_as_array(Parser *p, const Type *type, Node *text);

/* The array's type, as long as its list if it has no length. */
const Type *check_array_length(Parser *p, const Type *type, const Node *list);

/* type->size_bytes bytes of a constant initialiser in the device's order (little endian), in the
 * arena; NULL after an error, which an initial value that is not constant is. */
const void *check_constant_bytes(Parser *p, const Type *type, const Node *initial);

/* ---- refuse.c ---- */

/* Constructs that are known and not supported (refused.def): true if the name is one, with an error
 * that breaks p. Asked when a name means nothing else. */
bool refuse_name(Parser *p, const Token *token);
