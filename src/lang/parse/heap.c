/* Memory that kernels take from the device's heap: malloc and free, new and delete. They are
 * functions of the prelude, which take it from a variable of their own. Only whole programs have
 * one, since what a kernel leaves there is for the next. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"

#include <string.h>

const char *parse_heap_function(const Parser *p, const Token *name)
{
    if (!p->compiler->options->is_whole_program)
        return NULL;
    return token_is(name, "malloc") ? "__heap_take"
           : token_is(name, "free") ? "__heap_leave"
                                    : NULL;
}

bool parse_at_heap(const Parser *p)
{
    return p->compiler->options->is_whole_program && (parse_at(p, "new") || parse_at(p, "delete"));
}

/* The type behind new, without brackets that would say how many. */
static const Type *parse_made_type(Parser *p)
{
    Specifiers s = parse_specifiers(p);
    const Type *type = s.type ? s.type : type_scalar(SCALAR_I32);
    while (!p->is_broken && parse_accept(p, "*"))
        type = type_pointer(p->arena, type);
    return type;
}

static Node *as_pointer(Parser *p, Node *memory, const Type *type, Span span)
{
    return memory->kind == NODE_ERROR
               ? memory
               : check_cast(p, memory, type_pointer(p->arena, type), span, true);
}

/* At the [ of new T[n], whose elements begin with nothing. */
static Node *parse_new_array(Parser *p, const Type *type, int begin)
{
    p->at++;
    Node *count = parse_expression(p);
    parse_expect(p, "]", "after the number of elements");
    if (!p->is_broken && parse_accept(p, "("))
        parse_expect(p, ")", "after new T[n]");
    if (p->is_broken)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    if (type_has_constructor(p->compiler, type))
        return check_error(p, span, "make them one by one",
                           "an array of objects with a constructor");
    Node *arguments[] = {count, node_constant(p, SCALAR_U64, type->size_bytes, span)};
    return as_pointer(p, check_call_named(p, "__heap_take_many", arguments, 2, span), type, span);
}

/* new T, new T(...), new T{...} */
static Node *parse_new(Parser *p)
{
    int begin = p->at++, count = 0;
    const Type *type = parse_made_type(p);
    if (p->is_broken)
        return parse_broken(p);
    if (parse_at(p, "["))
        return parse_new_array(p, type, begin);
    const char *close = parse_at(p, "(") ? ")" : parse_at(p, "{") ? "}" : NULL;
    Node **items = NULL;
    if (close) {
        p->at++;
        items = parse_arguments(p, close, &count);
    }
    if (p->is_broken)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    if (!close && !type_has_constructor(p->compiler, type)) {
        Node *size = node_constant(p, SCALAR_U64, type->size_bytes, span);
        return as_pointer(p, check_call_named(p, "__heap_take", &size, 1, span), type, span);
    }
    Node *value = parse_constructed(p, type, items, count, span);
    if (value->kind == NODE_ERROR)
        return value;
    return check_call_named(p, "__heap_put", &value, 1, span);
}

static Node *parse_delete(Parser *p)
{
    int begin = p->at++;
    if (parse_accept(p, "["))
        parse_expect(p, "]", "after delete");
    Node *pointer = p->is_broken ? parse_broken(p) : check_value(p, parse_unary(p));
    if (p->is_broken || pointer->kind == NODE_ERROR)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    if (pointer->type->kind == TYPE_POINTER &&
        type_has_destructor(p->compiler, pointer->type->element))
        return check_error(p, span, "call what it does by a name",
                           "delete of an object with a destructor is not supported");
    return check_call_named(p, "__heap_leave", &pointer, 1, span);
}

Node *parse_heap(Parser *p)
{
    return parse_at(p, "new") ? parse_new(p) : parse_delete(p);
}
