/* Functions. A template is read anew for every set of arguments (template.c); to deduce what a call
 * leaves out, the parameters are first read with a placeholder type for each unknown one and
 * compared with the arguments. */
#include "lang/parse/function.h"

#include "base/hash.h"
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <limits.h>
#include <string.h>

static void parse_result(Parser *p, Function *function)
{
    const Outline *outline = function->outline;
    Specifiers s = parse_specifiers(p);
    if (p->is_broken)
        return;
    Declarator d = parse_declarator(p, &s);
    if (outline->specialised_end > outline->specialised_begin)
        p->at = outline->specialised_end + 1;
    function->is_deduced = s.is_auto && !s.type;
    function->result = function->is_deduced ? NULL : d.type;
    function->returns_reference = d.is_reference;
    if (!d.name)
        parse_error(p, outline->name_span, NULL, "this function cannot be read");
    if (d.is_reference && !function->result)
        parse_error(p, outline->name_span, "name the type", "auto& cannot stand here");
}

/* -> type of a lambda, which stands behind the parameters. */
static void parse_lambda_result(Parser *p, Function *function)
{
    int begin = p->at;
    function->is_deduced = function->outline->result_at < 0;
    if (function->is_deduced)
        return;
    p->at = function->outline->result_at;
    function->result = parse_type_name(p);
    p->at = begin;
}

static Function *parse_header(Parser *p, const Outline *outline)
{
    Function *function = ARENA_NEW(p->arena, Function);
    function->name = outline->name;
    function->span = outline->name_span;
    function->outline = outline;
    function->is_kernel = outline->kind == OUTLINE_KERNEL;
    function->is_constexpr = outline_is_constexpr(outline, p->compiler->tokens->items);
    if (outline->owner)
        method_bind_names(p, outline->owner);
    if (outline->is_constructor || outline->is_conversion || outline->is_destructor)
        p->at = outline->name_at + 1;
    if (outline->is_constructor)
        function->result = outline->owner->type;
    else if (outline->is_destructor)
        function->result = type_void();
    else if (outline->is_conversion)
        function->result = parse_type_name(p);
    else if (outline->is_lambda)
        parse_lambda_result(p, function);
    else
        parse_result(p, function);
    if (outline->owner && !p->is_broken)
        method_add_self(p, function);
    if (!p->is_broken)
        function_parameters(p, function);
    return function;
}

static void deduce_all(Compiler *compiler, Bindings *b, const Function *function, const Call *call)
{
    for (int i = 0; i < function->parameter_count && i < call->count; ++i) {
        const Type *argument = call->arguments[i]->type;
        const Decl *parameter = function->parameters[i];
        bool is_pointer = parameter->type->kind == TYPE_POINTER;
        if (argument == type_loose_list())
            continue;
        if (!is_pointer)
            argument = type_with_const(compiler->arena, argument, false);
        bindings_deduce(compiler, b, &(TemplateArgument){.type = parameter->type},
                        &(TemplateArgument){.type = argument});
    }
    if (call->result && function->result)
        bindings_deduce(compiler, b, &(TemplateArgument){.type = function->result},
                        &(TemplateArgument){.type = call->result});
}

static bool is_function_for(Compiler *compiler, const Node *node, const Type *pointer)
{
    return check_is_function_for(parser_new(compiler, 0, 0), node, pointer);
}

/* A pointer to functions takes the type of a function that is given by its name, so that it is
 * known which one is called. A parameter of type thread_group takes the type of the group that the
 * call gives it, one that is auto the type of what it is given. It becomes part of the instance's
 * key, so that each type has an instance of its own. */
static Function *take_types(Compiler *compiler, Function *function, const Call *call)
{
    for (int i = 0; function && i < function->parameter_count && i < call->count; ++i) {
        Decl *parameter = function->parameters[i];
        const Type *given = call->arguments[i]->type;
        bool is_group = type_is_any_group(parameter->type) && type_is_group(given);
        bool is_function = parameter->type->kind == TYPE_POINTER && given->kind == TYPE_STRUCT &&
                           !parameter->is_reference &&
                           is_function_for(compiler, call->arguments[i], parameter->type);
        if (!is_group && !is_function &&
            (!parameter->is_auto || given->kind == TYPE_VOID || given == type_loose_list()))
            continue;
        if (given->kind == TYPE_ARRAY && !parameter->is_reference)
            given = type_pointer(compiler->arena, given->element);
        if (!parameter->is_reference || is_group || parameter->type->is_const)
            given = type_with_const(compiler->arena, given, parameter->type->is_const);
        parameter->type = given;
        function->has_references |= parameter->is_reference && !given->is_const;
        function->bindings = arena_printf(compiler->arena, "%s%s,", function->bindings,
                                          type_text(compiler->arena, given));
    }
    return function;
}

static Function *read_header(Compiler *compiler, const Outline *outline, Bindings *b,
                             Parser **reader);

static bool has_value(const Compiler *compiler, const Outline *outline)
{
    for (int i = outline->begin; i < outline->end; ++i)
        if (token_is(&compiler->tokens->items[i], "="))
            return true;
    return false;
}

/* Values of parameters that a declaration of the function says, and its definition does not. */
static void take_declared_defaults(Compiler *compiler, Function *function, const Bindings *b)
{
    const Outline *own = function->outline;
    const Outlines *outlines = compiler->outlines;
    int count = function->parameter_count;
    if (own->owner || own->body < 0 || !count || function->parameters[count - 1]->default_argument)
        return;
    int i = outline_find(outlines, own->name, (uint32_t)strlen(own->name));
    for (; i >= 0; i = outline_next(outlines, i)) {
        const Outline *other = &outlines->items[i];
        Bindings again = {0};
        Parser *reader;
        if (other->kind != own->kind || other->body >= 0 || !has_value(compiler, other) ||
            other->is_template != own->is_template)
            continue;
        for (int k = 0; k < b->count; ++k)
            again.items[k].argument = b->items[k].argument;
        const Function *declared = read_header(compiler, other, &again, &reader);
        if (!declared || declared->parameter_count != count)
            continue;
        for (int k = 0; k < count; ++k)
            if (own->is_template ||
                type_equal(declared->parameters[k]->type, function->parameters[k]->type))
                function->parameters[k]->default_argument =
                    declared->parameters[k]->default_argument;
    }
}

/* A parser whose scope holds the template's names, and the function's header read by it. */
static Function *read_header(Compiler *compiler, const Outline *outline, Bindings *b,
                             Parser **reader)
{
    Parser *p = parser_new(compiler, outline->begin, outline->end);
    p->owner = outline->owner;
    if (outline->owner)
        method_bind_scope(p, outline->owner);
    if (outline->is_template)
        parse_template_parameters(p, outline, b);
    Function *function = parse_header(p, outline);
    function->bindings = bindings_key(compiler->arena, b);
    *reader = p;
    if (!p->is_broken)
        take_declared_defaults(compiler, function, b);
    return p->is_broken ? NULL : function;
}

static Function *bind_quietly(Compiler *compiler, const Outline *outline, const Call *call,
                              Bindings *b)
{
    Diags *loud = compiler->diags, *quiet = diags_new(compiler->arena);
    Parser *reader;
    compiler->diags = quiet;
    bindings_give(b, call->given, call->given_count);
    Function *function = read_header(compiler, outline, b, &reader);
    if (function && b->unbound) {
        deduce_all(compiler, b, function, call);
        Bindings again = {0};
        for (int i = 0; i < b->count; ++i)
            if (!b->items[i].is_default) /* it may rest upon what was not known yet */
                again.items[i].argument = b->items[i].argument;
        *b = again;
        function = read_header(compiler, outline, b, &reader);
    }
    compiler->diags = loud;
    return quiet->error_count ? NULL : take_types(compiler, function, call);
}

/* What template <> f<...>(...) is written for, as the arguments of the template that it belongs to;
 * NULL if it cannot belong to it. */
static const char *special_key(Compiler *compiler, const Outline *primary, const Outline *special)
{
    Bindings b = {0};
    Parser *p;
    Call call = {0};
    Diags *loud = compiler->diags, *quiet = diags_new(compiler->arena);
    compiler->diags = quiet;
    Function *header = read_header(compiler, special, &b, &p);
    if (header && special->specialised_end > special->specialised_begin) {
        p->at = special->specialised_begin - 1;
        call.given = parse_template_arguments(p, &call.given_count);
    }
    if (header && !p->is_broken) {
        call.result = header->result;
        call.count = header->parameter_count;
        call.arguments = ARENA_ARRAY(compiler->arena, Node *, call.count + 1);
        for (int i = 0; i < call.count; ++i)
            call.arguments[i] =
                node_new(p, NODE_CONSTANT, header->parameters[i]->type, special->name_span);
        header = bind_quietly(compiler, primary, &call, &b);
    }
    compiler->diags = loud;
    return header && !quiet->error_count && !b.unbound ? header->bindings : NULL;
}

const Outline *function_special(Compiler *compiler, const Outline *primary, const char *key)
{
    const Outlines *outlines = compiler->outlines;
    int i = primary->is_template && !primary->owner
                ? outline_find(outlines, primary->name, (uint32_t)strlen(primary->name))
                : -1;
    for (; i >= 0; i = outline_next(outlines, i)) {
        const Outline *special = &outlines->items[i];
        const char *own = special->is_special && special->body >= 0
                              ? special_key(compiler, primary, special)
                              : NULL;
        if (own && (!key || strcmp(own, key) == 0))
            return special;
    }
    return NULL;
}

static bool takes_count(const Function *function, int count)
{
    if (count > function->parameter_count)
        return false;
    return count == function->parameter_count || function->parameters[count]->default_argument;
}

Function *function_signature(Compiler *compiler, const Outline *outline, const Call *call)
{
    Bindings b;
    if (call->given_count && !outline->is_template)
        return NULL;
    Function *function = bind_quietly(compiler, outline, call, &b);
    return function && !b.unbound && takes_count(function, call->count) ? function : NULL;
}

/* The chain of the instances of an outline with these template arguments. */
static Function **function_chain(Compiler *compiler, const Outline *outline, const char *key)
{
    uint64_t hash = hash_bytes(HASH_START, key, strlen(key));
    return &compiler->functions[hash_u64(hash, (uint64_t)outline->begin) % INSTANCE_CHAINS];
}

static Function *find_function_instance(Compiler *compiler, const Outline *outline, const char *key)
{
    for (Function *f = *function_chain(compiler, outline, key); f; f = f->next)
        if (f->outline == outline && strcmp(f->bindings, key) == 0)
            return f;
    return NULL;
}

static void take_addresses(Parser *p, Stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        if (stmt->kind == STMT_RETURN && stmt->expr)
            stmt->expr = check_address(p, stmt->expr, stmt->expr->span);
        take_addresses(p, stmt->body);
        take_addresses(p, stmt->other);
    }
}

/* A function that returns references from several places is made to return a pointer, which its
 * caller follows. */
static void return_pointers(Parser *p, Function *function)
{
    function->returns_reference = false;
    function->returns_pointer_to_it = true;
    function->result = type_pointer(p->arena, function->result);
    take_addresses(p, function->body);
}

/* A kernel is given a pointer to functions as a number; in its body the parameter is a variable
 * that begins with it. NULL if the parameter is no such. */
static Stmt *take_function_pointer(Parser *p, Function *kernel, int index)
{
    Decl *own = kernel->parameters[index];
    if (!kernel->is_kernel || !type_is_function_pointer(p->compiler, own->type))
        return NULL;
    Decl *number =
        decl_new(p->compiler, DECL_PARAMETER, own->name, own->span, type_scalar(SCALAR_U64));
    number->parameter = index;
    number->function_count = check_functions(p, own->type, &number->functions);
    kernel->parameters[index] = number;
    own->kind = DECL_LOCAL;
    own->name = "";
    own->initial = check_cast(p, check_decl(p, number, own->span), own->type, own->span, true);
    Stmt *stmt = stmt_new(p, STMT_DECLARE, own->span, NULL);
    stmt->decl = own;
    return stmt;
}

static void read_body(Parser *p, Function *function, const Outline *outline)
{
    Stmt *pointers = NULL, **link = &pointers;
    Compiler *compiler = p->compiler;
    Function **chain = function_chain(compiler, outline, function->bindings);
    function->next = *chain;
    *chain = function;
    function->is_parsing = true;
    p->function = function;
    scope_open(p);
    for (int i = 0; i < function->parameter_count; ++i) {
        Decl *parameter = function->parameters[i];
        if (*parameter->name)
            scope_add(p, parameter->name, SYMBOL_DECL)->decl = parameter;
        if ((*link = take_function_pointer(p, function, i)))
            link = &(*link)->next;
    }
    p->at = outline->body;
    function->body =
        outline->is_constructor ? method_constructor_body(p, function) : parse_block(p);
    *link = function->body->body;
    function->body->body = pointers ? pointers : function->body->body;
    scope_close(p);
    function->is_parsing = false;
    if (!function->result)
        function->result = type_void();
    if (function->returns_reference && function_returns_early(function))
        return_pointers(p, function);
}

Function *function_instance(Parser *caller, const Outline *outline, const Call *call)
{
    Compiler *compiler = caller->compiler;
    Bindings b;
    Parser *reader;
    Function *function = bind_quietly(compiler, outline, call, &b);
    if (function && b.unbound) {
        check_error(caller, call->span, NULL,
                    "the template argument '%s' of '%s' cannot be told from the call", b.unbound,
                    outline->name);
        check_hint(caller,
                   phrase_new(compiler->arena, "write it out: %s<...>(...)", outline->name));
        return NULL;
    }
    const Outline *special =
        function ? function_special(compiler, outline, function->bindings) : NULL;
    if (special) {
        bindings_give(&b, NULL, 0);
        function = read_header(compiler, outline = special, &b, &reader);
    } else if (outline->body < 0) {
        check_error(caller, call->span, "write its body into this file",
                    "'%s' is declared but not defined in this file", outline->name);
        return NULL;
    }
    Function *known =
        function ? find_function_instance(compiler, outline, function->bindings) : NULL;
    if (known && known->is_parsing && known->is_constexpr && known->result)
        known->is_recursive = true;
    if (known && (!known->is_parsing || known->is_recursive))
        return known;
    if (known || compiler->function_depth >= INLINE_LIMIT) {
        check_error(caller, call->span, "use a loop",
                    "recursion is not supported: '%s' calls itself", outline->name);
        return NULL;
    }
    Span blamed = compiler->blamed;
    bool of_prelude = outline_is_prelude(compiler, outline);
    compiler->blamed = !of_prelude ? (Span){0} : blamed.length ? blamed : call->span;
    compiler->function_depth++;
    function =
        read_header(compiler, outline, &b, &reader); /* again, and mistakes are reported now */
    take_types(compiler, function, call);
    if (function)
        read_body(reader, function, outline);
    compiler->function_depth--;
    compiler->blamed = blamed;
    return function;
}

/* Kernels: template arguments come as text from the command line or the host's launch. */

static Parser *argument_reader(Compiler *compiler)
{
    const char *text = compiler->options->template_args;
    SourceSet *sources = compiler->unit->sources;
    text = arena_printf(compiler->arena, "<%s>", text ? text : "");
    uint32_t file = source_add(sources, "template arguments", text, strlen(text));
    TokenList list = lex_file(compiler->arena, sources, file, INT_MAX);
    Parser *p = parser_new(compiler, 0, list.count);
    p->tokens = list.items;
    p->token_count = list.count;
    return p;
}

static void explain_missing(Compiler *compiler, const Outline *outline, const Bindings *b)
{
    const char *names = "";
    for (int i = 0; i < b->count; ++i)
        names = arena_printf(compiler->arena, "%s%s%s", names, i ? "," : "", b->items[i].name);
    diag_error(compiler->diags, outline->name_span, NULL,
               "the template kernel '%s' needs a value for '%s'", outline->name, b->unbound);
    diag_hint(compiler->diags,
              phrase_new(compiler->arena, "give them in this order: --template '%s'", names));
}

static void check_kernel(Parser *p, const Function *kernel)
{
    if (kernel->result && kernel->result->kind != TYPE_VOID)
        check_error(p, kernel->span, "__global__ void", "a kernel returns void");
    for (int i = 0; i < kernel->parameter_count; ++i)
        if (kernel->parameters[i]->is_reference)
            check_error(p, kernel->parameters[i]->span, "pass the value or a pointer",
                        "a kernel's parameter cannot be a reference");
}

/* What __launch_bounds__ gives first, with the kernel's template arguments. */
static void read_launch_bounds(Parser *p, Function *kernel, const Outline *outline)
{
    int at = outline->begin;
    while (at < outline->body && !token_is(&p->tokens[at], "__launch_bounds__"))
        ++at;
    if (at >= outline->body || !token_is(&p->tokens[at + 1], "("))
        return;
    int before = p->at;
    p->at = at + 2;
    Node *threads = parse_assignment(p);
    bool is_number = threads->is_constant && threads->type->kind == TYPE_SCALAR;
    int64_t count = is_number ? constant_int(threads->type->scalar, threads->value) : 0;
    kernel->thread_limit = count > 0 && count <= INT32_MAX ? (uint32_t)count : 0;
    p->at = before;
}

Function *function_kernel(Compiler *compiler, const Outline *outline)
{
    Bindings b;
    Call call = {0};
    Parser *reader;
    if (outline->is_template && compiler->options->template_args) {
        Parser *arguments = argument_reader(compiler);
        call.given = parse_template_arguments(arguments, &call.given_count);
        if (arguments->is_broken)
            return NULL;
    }
    bindings_give(&b, call.given, call.given_count);
    Function *kernel = read_header(compiler, outline, &b, &reader);
    if (kernel && b.unbound) {
        explain_missing(compiler, outline, &b);
        return NULL;
    }
    const Outline *special = kernel ? function_special(compiler, outline, kernel->bindings) : NULL;
    if (special) {
        bindings_give(&b, NULL, 0);
        kernel = read_header(compiler, outline = special, &b, &reader);
    }
    if (!kernel)
        return NULL;
    check_kernel(reader, kernel);
    read_launch_bounds(reader, kernel, outline);
    read_body(reader, kernel, outline);
    return kernel;
}
