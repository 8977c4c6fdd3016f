/* Functions and templates, and names of the file: all read when they are first needed. */
#ifndef TILESTEP_LANG_PARSE_FUNCTION_H
#define TILESTEP_LANG_PARSE_FUNCTION_H

#include "lang/parse/parser.h"

/* What stands behind the name of a function that is called. */
typedef struct Call {
    const TemplateArgument *given; /* explicit template arguments */
    int given_count;
    Node **arguments;
    int count;
    Span span;
} Call;

/* Template arguments if there are any, and "(...)"; the call began at the token `begin`. False
 * and a message if something is wrong (primary.c). */
bool parse_call_rest(Parser *p, int begin, Call *call);

/* ---- function.c ---- */

TemplateArgument *parse_template_arguments(Parser *p, int *count); /* at the < */

/* Binds the names of a template's parameters; what is missing in arguments takes its default. */
void parse_template_parameters(Parser *p, const Outline *outline, Bindings *b);
void bindings_give(Bindings *b, const TemplateArgument *arguments, int count);
void bindings_bind(Parser *p, const Bindings *b);
const char *bindings_key(Arena *arena, const Bindings *b); /* equal for equal arguments */

/* Reads the parameters of a function for a call, missing template arguments deduced from the
 * arguments. Quiet: NULL if the call cannot be meant for it. */
Function *function_signature(Compiler *compiler, const Outline *outline, const Call *call);

/* The same with its body read; NULL after an error. */
Function *function_instance(Parser *p, const Outline *outline, const Call *call);

/* A kernel, with the template arguments of the options; NULL after an error. */
Function *function_kernel(Compiler *compiler, const Outline *outline);

/* ---- resolve.c: what a name of the file means; NULL after an error ---- */

Decl *resolve_variable(Parser *p, int outline, Span use);
const Type *resolve_type(Parser *p, int outline, Span use);
Node *resolve_enumerator(Parser *p, int outline, Span use);

#endif
