/* Template parameters and what they are bound to: types, constants and templates, in the outermost
 * scope of the parser that reads the template. One that is not known yet is bound to a placeholder,
 * by which it is found again when the call's arguments are compared. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

/* NULL where a value stands, as the constant of a type does: Traits<T>::value. */
static const Type *parse_type_argument(Parser *p)
{
    int begin = p->at;
    const Type *type = parse_at_type(p) ? parse_type_name(p) : parse_local_type(p);
    if (!type || !parse_at(p, "::"))
        return type;
    p->at = begin;
    return NULL;
}

TemplateArgument *parse_template_arguments(Parser *p, int *count)
{
    TemplateArgument *items = NULL;
    int capacity = 0;
    bool outer = p->in_template_arguments;
    parse_expect(p, "<", "before the template arguments");
    p->in_template_arguments = true;
    *count = 0;
    while (!p->is_broken && !parse_at(p, ">")) {
        TemplateArgument argument = {0};
        const Token *next = parse_ahead(p, 1);
        if (token_is(next, ",") || token_is(next, ">"))
            argument.pattern = type_template_find(p, parse_peek(p));
        if (argument.pattern)
            p->at++;
        else if (parse_at(p, "__closure"))
            argument.type = parse_closure(p);
        else if (!(argument.type = parse_type_argument(p)))
            argument.value = check_value(p, parse_assignment(p));
        *ARENA_PUSH(p->arena, items, *count, capacity) = argument;
        if (!parse_accept(p, ","))
            break;
    }
    p->in_template_arguments = outer;
    parse_expect(p, ">", "after the template arguments");
    return items;
}

const Type *placeholder_new(Parser *p, const char *name)
{
    Type *type = ARENA_NEW(p->arena, Type);
    *type = (Type){.kind = TYPE_STRUCT,
                   .length = PLACEHOLDER_LENGTH,
                   .size_bytes = 4,
                   .align_bytes = 4,
                   .name = name,
                   .fields = ARENA_NEW(p->arena, Field)};
    return type;
}

static void bind_name(Parser *p, const Binding *binding)
{
    const TemplateArgument *a = &binding->argument;
    if (binding->is_type)
        scope_add(p, binding->name, SYMBOL_TYPE)->type = a->type ? a->type : binding->placeholder;
    else if (binding->is_pattern)
        scope_add(p, binding->name, a->pattern ? SYMBOL_TEMPLATE : SYMBOL_BROKEN)->outline =
            a->pattern;
    else
        scope_add(p, binding->name, SYMBOL_CONSTANT)->constant =
            a->value ? a->value : binding->number;
}

static void bind_value(Parser *p, Binding *binding, const Type *type)
{
    Node *value = binding->argument.value;
    ScalarType scalar = type->kind == TYPE_SCALAR ? type->scalar : SCALAR_I32;
    binding->number = node_constant(p, scalar, 1, parse_last_span(p));
    binding->number->text = binding->name;
    if (!value || value->text) /* of a placeholder nothing is known */
        return;
    if (check_is_function_for(p, value, type) ||
        (value->value && type_is_function_pointer(p->compiler, value->type))) {
        binding->argument.value = check_convert(p, value, type, "the template argument");
        binding->argument.value->value =
            binding->argument.value->value ? binding->argument.value->value : value->value;
        return;
    }
    if (!value->is_constant || type->kind != TYPE_SCALAR) {
        check_error(p, value->span, "use a number or a constant",
                    "the template argument for '%s' is not known when the kernel is compiled",
                    binding->name);
        binding->argument.value = node_constant(p, SCALAR_I32, 1, value->span);
        return;
    }
    binding->argument.value = check_convert(p, value, type, "the template argument");
}

static bool has_argument(const Binding *binding)
{
    const TemplateArgument *a = &binding->argument;
    return a->type || a->value || a->pattern;
}

/* Is the argument, if there is one, of the parameter's kind? */
static bool is_fitting(const Binding *binding)
{
    const TemplateArgument *a = &binding->argument;
    bool has_other = (a->type && !binding->is_type) || (a->pattern && !binding->is_pattern) ||
                     (a->value && (binding->is_type || binding->is_pattern));
    return !has_other;
}

/* At <: past its >. */
static void skip_angles(Parser *p)
{
    for (int depth = 0; p->at < p->end;) {
        depth += parse_at(p, "<") - parse_at(p, ">");
        p->at++;
        if (depth == 0)
            return;
    }
}

/* One template parameter; what is already in binding->argument was given or deduced. */
static void parse_template_parameter(Parser *p, Binding *binding)
{
    const Type *type = NULL;
    binding->name = NULL;
    binding->is_pattern = parse_accept(p, "template");
    if (binding->is_pattern)
        skip_angles(p);
    binding->is_type = !binding->is_pattern && (parse_at(p, "typename") || parse_at(p, "class"));
    if (binding->is_type || binding->is_pattern)
        p->at++;
    else {
        Specifiers s = parse_specifiers(p);
        type = s.type ? s.type : type_scalar(SCALAR_I32);
        if (parse_at(p, "(")) { /* T (*f)(T) */
            Declarator d = parse_declarator(p, &s);
            type = d.type;
            binding->name = d.name;
        }
    }
    if (parse_at(p, "..."))
        parse_error(p, parse_peek(p)->span, "write the parameters out",
                    "templates with any number of parameters are not supported");
    const Token *name = parse_peek(p);
    if (!binding->name)
        binding->name = "";
    if (!p->is_broken && !*binding->name && parse_is_name(name)) {
        binding->name = arena_text(p->arena, name->text, name->length);
        p->at++;
    }
    bool has_value = has_argument(binding);
    if (parse_accept(p, "=")) {
        TemplateArgument standard = {0};
        p->in_template_arguments = true;
        if (binding->is_pattern) {
            standard.pattern = type_template_find(p, parse_peek(p));
            p->at++;
        } else if (binding->is_type)
            standard.type = parse_type_name(p);
        else
            standard.value = check_value(p, parse_assignment(p));
        p->in_template_arguments = false;
        binding->is_default = !has_value;
        if (!has_value)
            binding->argument = standard;
    }
    if (!is_fitting(binding))
        check_error(p, name->span, NULL,
                    binding->is_type      ? "the template argument for '%s' must be a type"
                    : binding->is_pattern ? "the template argument for '%s' must be a template"
                                          : "the template argument for '%s' must be a number",
                    binding->name);
    if (binding->is_type)
        binding->placeholder = placeholder_new(p, binding->name);
    else if (!binding->is_pattern)
        bind_value(p, binding, type);
}

void parse_template_parameters(Parser *p, const Outline *outline, Bindings *b)
{
    p->at = outline->template_begin;
    p->end = outline->template_end;
    b->unbound = NULL;
    for (b->count = 0; p->at < p->end && !p->is_broken && b->count < TEMPLATE_LIMIT;) {
        Binding *binding = &b->items[b->count++];
        parse_template_parameter(p, binding);
        if (!has_argument(binding))
            b->unbound = binding->name;
        bind_name(p, binding);
        if (!parse_accept(p, ","))
            break;
    }
    p->at = outline->begin;
    p->end = outline->end;
}

const char *bindings_key(Arena *arena, const Bindings *b)
{
    const char *key = "";
    for (int i = 0; i < b->count; ++i) {
        const TemplateArgument *a = &b->items[i].argument;
        if (a->value && a->value->type->kind == TYPE_POINTER)
            key = arena_printf(arena, "%s&%llu,", key, (unsigned long long)a->value->value);
        else if (a->value)
            key = arena_printf(arena, "%s%lld,", key,
                               (long long)constant_int(a->value->type->scalar, a->value->value));
        else if (a->pattern)
            key = arena_printf(arena, "%s%s,", key, a->pattern->name);
        else
            key = arena_printf(arena, "%s%s,", key, a->type ? type_text(arena, a->type) : "?");
    }
    return key;
}

/* A number, whose placeholder has this text. */
static void deduce_number(Bindings *b, const char *text, Node *value)
{
    for (int i = 0; i < b->count; ++i)
        if (b->items[i].name == text && !b->items[i].argument.value)
            b->items[i].argument.value = value;
}

/* Deduction from two instances of one struct template: of T from Vec<T> and Vec<float>. */
static void deduce_struct(const Compiler *compiler, Bindings *b, const Type *parameter,
                          const Type *argument)
{
    const Members *to = struct_members(compiler, parameter);
    const Members *from = struct_members(compiler, argument);
    if (!to || !from || !to->bindings || !from->bindings || to->outline != from->outline)
        return;
    for (int i = 0; i < to->bindings->count && i < from->bindings->count; ++i)
        bindings_deduce(compiler, b, &to->bindings->items[i].argument,
                        &from->bindings->items[i].argument);
}

/* Of N from thread_block_tile<N> and thread_block_tile<16>, or T[N] and T[16]: the former type is
 * called N. */
static void deduce_length(const Compiler *compiler, Bindings *b, const Type *parameter,
                          const Type *argument)
{
    for (int i = 0; i < b->count; ++i)
        if (b->items[i].name == parameter->name && b->items[i].number) {
            Node *value = arena_copy(compiler->arena, b->items[i].number, sizeof *value);
            value->value = argument->length;
            value->text = NULL;
            deduce_number(b, parameter->name, value);
        }
}

/* Deduction: compares a parameter's type, with placeholders in it, with an argument's. */
static void deduce(const Compiler *compiler, Bindings *b, const Type *parameter,
                   const Type *argument)
{
    while (parameter->kind == TYPE_POINTER || parameter->kind == TYPE_ARRAY) {
        if (argument->kind != TYPE_POINTER && argument->kind != TYPE_ARRAY)
            return;
        if (parameter->name && argument->kind == TYPE_ARRAY)
            deduce_length(compiler, b, parameter, argument);
        parameter = parameter->element;
        argument = argument->element;
    }
    if (parameter->kind != TYPE_STRUCT)
        return;
    for (int i = 0; i < b->count; ++i)
        if (b->items[i].placeholder && parameter->fields == b->items[i].placeholder->fields &&
            !b->items[i].argument.type) {
            b->items[i].argument.type =
                parameter->is_const ? type_with_const(compiler->arena, argument, false) : argument;
            return;
        }
    if (type_is_group(parameter) && type_is_group(argument))
        deduce_length(compiler, b, parameter, argument);
    else if (argument->kind == TYPE_STRUCT)
        deduce_struct(compiler, b, parameter, argument);
}

void bindings_deduce(const Compiler *compiler, Bindings *b, const TemplateArgument *parameter,
                     const TemplateArgument *argument)
{
    if (parameter->type && argument->type)
        deduce(compiler, b, parameter->type, argument->type);
    if (parameter->value && argument->value && parameter->value->text)
        deduce_number(b, parameter->value->text, argument->value);
}

void bindings_give(Bindings *b, const TemplateArgument *arguments, int count)
{
    memset(b, 0, sizeof *b);
    for (int i = 0; i < count && i < TEMPLATE_LIMIT; ++i)
        b->items[i].argument = arguments[i];
}

void bindings_bind(Parser *p, const Bindings *b)
{
    for (int i = 0; i < b->count; ++i)
        bind_name(p, &b->items[i]);
}
