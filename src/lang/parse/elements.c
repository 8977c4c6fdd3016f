/* What C++ writes about the elements of a value: for (x : values), and auto [a, b] = value. Both
 * become what can be written without them: a loop over an index or a pointer that has no name, and
 * one reference for each member. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"

enum { BINDING_LIMIT = 64, HEAD_LIMIT = 256 };

/* A variable that nobody can name. */
static Stmt *declare_hidden(Parser *p, Node *value, Span span)
{
    Specifiers s = {.is_auto = true, .span = span};
    Declarator d = {.name = "", .span = span, .type = type_scalar(SCALAR_I32)};
    return parse_declare(p, &s, &d, value);
}

/* ---- auto [a, b] = value ---- */

bool parse_at_bindings(const Parser *p)
{
    int ahead = token_is(parse_peek(p), "&") || token_is(parse_peek(p), "&&");
    return token_is(parse_ahead(p, ahead), "[");
}

/* The member of a struct, or the element of an array, that stands at that place in it. */
static Node *element_of(Parser *p, Node *value, int index, Span span)
{
    const Type *type = value->type;
    if (type->kind == TYPE_ARRAY)
        return check_index(p, value, node_constant(p, SCALAR_I32, (uint64_t)index, span), span);
    return check_depth(p, check_field(p, value, index, span));
}

static int element_count(const Type *type)
{
    return type->kind == TYPE_ARRAY    ? (int)type->length
           : type->kind == TYPE_STRUCT ? type->field_count
                                       : -1;
}

/* The names up to the ]; returns how many there are. */
static int parse_names(Parser *p, const Token **names)
{
    int count = 0;
    parse_expect(p, "[", "here");
    while (!p->is_broken && parse_is_name(parse_peek(p)) && count < BINDING_LIMIT) {
        names[count++] = parse_peek(p);
        p->at++;
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, "]", "after the names");
    return count;
}

static Node *parse_bound_value(Parser *p)
{
    const char *close = parse_at(p, "{") ? "}" : parse_at(p, "(") ? ")" : NULL;
    if (close)
        p->at++;
    else
        parse_expect(p, "=", "after the names");
    Node *value = p->is_broken ? parse_broken(p) : parse_assignment(p);
    if (close)
        parse_expect(p, close, "after the value");
    return p->is_broken ? parse_broken(p) : value;
}

Stmt *parse_bindings(Parser *p, const Specifiers *s)
{
    const Token *names[BINDING_LIMIT];
    Stmt *first = NULL, **link = &first;
    bool is_reference = parse_accept(p, "&") || parse_accept(p, "&&");
    Span span = parse_peek(p)->span;
    int count = parse_names(p, names);
    Node *value = parse_bound_value(p);
    if (p->is_broken || value->kind == NODE_ERROR)
        return NULL;
    if (element_count(value->type) != count) {
        check_error(p, span, NULL, "%d names for a value of type %s", count,
                    type_text(p->arena, value->type));
        return NULL;
    }
    if (!is_reference || !value->is_lvalue) {
        *link = declare_hidden(p, value, span);
        value = check_decl(p, (*link)->decl, span);
        link = &(*link)->next;
    }
    Specifiers each = *s;
    for (int i = 0; i < count; ++i) {
        Declarator d = {.name = parse_token_text(p, names[i]),
                        .span = names[i]->span,
                        .type = type_scalar(SCALAR_I32),
                        .is_reference = true};
        *link = parse_declare(p, &each, &d, element_of(p, value, i, d.span));
        link = &(*link)->next;
    }
    return first;
}

/* ---- for (x : values) ---- */

bool parse_at_range_for(const Parser *p)
{
    for (int n = 1, depth = 0; n < HEAD_LIMIT; ++n) {
        const Token *token = parse_ahead(p, n);
        depth += token_is(token, "(") - token_is(token, ")");
        if (token->kind == TOKEN_END || depth <= 0 || token_is(token, ";") || token_is(token, "?"))
            return false;
        if (token_is(token, ":"))
            return true;
    }
    return false;
}

/* How a range is gone through: what is counted up, as long as it is below the end; and the element
 * that it stands for. */
typedef struct Range {
    Stmt *hidden; /* variables made for it, the counter the last */
    Node *counter, *end, *element;
} Range;

static void add_hidden(Parser *p, Range *range, Node *value, Span span)
{
    Stmt **link = stmt_end(&range->hidden);
    *link = declare_hidden(p, value, span);
    range->counter = check_decl(p, (*link)->decl, span);
}

static void range_of_array(Parser *p, Range *range, Node *values)
{
    Span span = values->span;
    add_hidden(p, range, node_constant(p, SCALAR_I32, 0, span), span);
    range->end = node_constant(p, SCALAR_I32, values->type->length, span);
    range->element = check_index(p, values, range->counter, span);
}

/* begin() and end() of a struct, which have to be pointers. */
static void range_of_struct(Parser *p, Range *range, Node *values)
{
    const Members *members = struct_members(p->compiler, values->type);
    Call call = {.span = values->span};
    Node *begin = check_method(p, members, values, "begin", &call);
    Node *end = check_method(p, members, values, "end", &call);
    if (begin->kind == NODE_ERROR || end->kind == NODE_ERROR)
        return;
    add_hidden(p, range, end, values->span);
    range->end = range->counter;
    add_hidden(p, range, begin, values->span);
    range->element = check_deref(p, range->counter, values->span);
}

/* { 1, 2, 3 }: an array of the type of the first. */
static Node *parse_values(Parser *p, Range *range)
{
    int begin = p->at++, count;
    Node **items = parse_arguments(p, "}", &count);
    if (p->is_broken || !count || items[0]->kind == NODE_ERROR)
        return parse_broken(p);
    Span span = parse_span_from(p, begin);
    const Type *type = type_array(p->arena, type_with_const(p->arena, items[0]->type, false), 0);
    Node *list = check_list(p, type, items, count, span);
    Specifiers s = {.type = list->type, .span = span};
    Declarator d = {.name = "", .span = span, .type = list->type};
    if (list->kind == NODE_ERROR)
        return list;
    range->hidden = parse_declare(p, &s, &d, list);
    return check_decl(p, range->hidden->decl, span);
}

static bool find_range(Parser *p, Range *range, Node *values)
{
    const Type *type = values->type;
    bool has_ends =
        type_has_method(p->compiler, type, "begin") && type_has_method(p->compiler, type, "end");
    if (values->kind == NODE_ERROR)
        return false;
    if (type->kind == TYPE_ARRAY && values->is_lvalue)
        range_of_array(p, range, values);
    else if (has_ends)
        range_of_struct(p, range, values);
    else
        check_error(p, values->span, "use an index: for (int i = 0; i < n; ++i)",
                    "a value of type %s cannot be gone through with for (x : values)",
                    type_text(p->arena, type));
    return range->element && range->element->kind != NODE_ERROR;
}

static Stmt *range_loop(Parser *p, const Range *range, Span head)
{
    Token op = {.kind = TOKEN_PUNCTUATOR, .text = "!=", .length = 2, .span = head};
    Stmt *loop = stmt_new(p, STMT_LOOP, head, NULL);
    loop->expr = check_condition(p, check_binary(p, &op, OP_NE, range->counter, range->end));
    loop->step = check_increment(p, range->counter, false, false, head, head);
    return loop;
}

/* x = the element, and the body that the loop has. */
static Stmt *parse_range_body(Parser *p, const Specifiers *s, const Declarator *d, Node *element)
{
    Stmt *block = stmt_new(p, STMT_BLOCK, d->span, NULL);
    block->body = parse_declare(p, s, d, element);
    p->loops++;
    block->body->next = parse_body(p);
    p->loops--;
    return block;
}

Stmt *parse_range_for(Parser *p)
{
    int begin = p->at++;
    Range range = {0};
    Stmt *block = stmt_new(p, STMT_BLOCK, p->tokens[begin].span, NULL), *loop = NULL;
    scope_open(p);
    parse_expect(p, "(", "after for");
    Specifiers s = parse_specifiers(p);
    Declarator d = parse_declarator(p, &s);
    parse_expect(p, ":", "between the variable and what it goes through");
    Node *values = p->is_broken       ? parse_broken(p)
                   : parse_at(p, "{") ? parse_values(p, &range)
                                      : parse_expression(p);
    parse_expect(p, ")", "after the head of for");
    Span head = parse_span_from(p, begin);
    if (!p->is_broken && d.name && find_range(p, &range, values)) {
        loop = range_loop(p, &range, head);
        loop->body = parse_range_body(p, &s, &d, range.element);
        block->body = range.hidden;
        *stmt_end(&block->body) = loop;
        loop->span = block->span = parse_span_from(p, begin);
    } else if (!p->is_broken) {
        scope_add(p, d.name ? d.name : "", SYMBOL_BROKEN);
        parse_body(p);
    }
    scope_close(p);
    return block;
}
