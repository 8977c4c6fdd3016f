/* Functions and templates, and names of the file: all read when they are first needed, and once for
 * each set of template arguments. */
#pragma once

#include "lang/parse/parser.h"

/* What stands behind the name of a function that is called. All zero: f(). */
typedef struct Call {
    const TemplateArgument *given; /* explicit template arguments */
    int given_count;
    Node **arguments; /* as they were read, not yet converted; a method's object comes first */
    int count;
    const Type *result; /* of a specialisation, which is written as if it were called; else NULL */
    Span span;          /* the whole call, where what is wrong with it is shown */
} Call;

/* Template arguments if there are any, and "(...)"; the call began at the token `begin`. False
 * and a message if something is wrong (primary.c). */
bool parse_call_rest(Parser *p, int begin, Call *call);

/* ---- template.c ---- */

enum { PLACEHOLDER_LENGTH = 0xffff }; /* Type.length of a type not yet known, which no struct has */

const Type *placeholder_new(Parser *p, const char *name); /* a new type, equal to no other */

/* At the <: reads up to the > and past it. p is broken after an error. */
TemplateArgument *parse_template_arguments(Parser *p, int *count);

/* Reads the parameters of outline's template and adds their names to p's scope, bound to what b has
 * been given for them or else to their defaults; b->unbound names one that has neither. p stands at
 * the declaration itself then, and may read up to its end. */
void parse_template_parameters(Parser *p, const Outline *outline, Bindings *b);

/* Empties b and puts these arguments in, in the order of the parameters. */
void bindings_give(Bindings *b, const TemplateArgument *arguments, int count);
void bindings_bind(Parser *p, const Bindings *b); /* adds the names in b to p's scope */

/* Gives the parameters of b that stand in parameter, a template argument with placeholders in it,
 * what they must be for it to become argument; nothing where it cannot. */
void bindings_deduce(const Compiler *compiler, Bindings *b, const TemplateArgument *parameter,
                     const TemplateArgument *argument);

/* The arguments as text, equal for equal arguments and only for them; "?" for one not known. */
const char *bindings_key(Arena *arena, const Bindings *b);

/* ---- function.c ---- */

/* Reads the parameters of a function for a call, missing template arguments deduced from the
 * arguments. Quiet: NULL if the call cannot be meant for it, by the number of its arguments or by
 * its template. The types are not compared, and the Function has no body: to choose by. */
Function *function_signature(Compiler *compiler, const Outline *outline, const Call *call);

/* The same with its body read, which outline must have; the instance that was read before, if there
 * is one. NULL after an error: arguments that cannot be deduced, recursion, calls nested more than
 * INLINE_LIMIT deep. Mistakes inside the body leave a Function with errors in it. */
Function *function_instance(Parser *p, const Outline *outline, const Call *call);

/* What the file has written for the template's arguments alone, template <> f<float>(...); key as
 * bindings_key gives it, NULL: for any. NULL if there is none. */
const Outline *function_special(Compiler *compiler, const Outline *primary, const char *key);

/* A kernel, with the template arguments of the options; NULL after an error. */
Function *function_kernel(Compiler *compiler, const Outline *outline);

/* At the ( before them; of a lambda they may be left out. Adds them to function (parameter.c). */
void function_parameters(Parser *p, Function *function);

/* ---- resolve.c: what a name of the file means. outline is its index in Compiler.outlines, of the
 * kind that the function is for; its declaration is read the first time. NULL after an error, which
 * a declaration that needs itself is, too. use: where the name stands. ---- */

Decl *resolve_variable(Parser *p, int outline, Span use);
const Type *resolve_type(Parser *p, int outline, Span use);
Node *resolve_enumerator(Parser *p, int outline, Span use);
