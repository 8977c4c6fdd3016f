/* Functions declared in a struct. While the struct is read only their shape is looked at; a body is
 * read like any other when the function is called, with the struct's members as names around it. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"

#include <string.h>

static bool is_attribute(const Token *token)
{
    static const char *const names[] = {
        "alignas",  "__align__", "__launch_bounds__", "__attribute__", "__declspec",
        "explicit", NULL};
    return token_is_any(token, names);
}

static void skip_angles(Parser *p)
{
    for (int depth = 0; p->at < p->end; p->at++) {
        depth += parse_at(p, "<") - parse_at(p, ">");
        if (depth == 0)
            return;
    }
}

/* Goes to the ( of a function's parameters; false if a variable is declared here. */
static bool find_parameters(Parser *p, Outline *method)
{
    for (; p->at < p->end; p->at++) {
        if (parse_at(p, "operator")) {
            method->name_at = p->at;
            method->is_conversion = parse_ahead(p, 1)->kind == TOKEN_NAME;
            method->name = parse_operator_name(p);
            while (p->at < p->end && !parse_at(p, "("))
                p->at++;
            return true;
        }
        if (is_attribute(parse_peek(p)) && token_is(parse_ahead(p, 1), "(")) {
            p->at++;
            parse_skip_balanced(p);
            p->at--;
        } else if (parse_at(p, "("))
            return true;
        else if (parse_at(p, "<"))
            skip_angles(p);
        else if (parse_at(p, ";") || parse_at(p, "=") || parse_at(p, "[") || parse_at(p, "{") ||
                 parse_at(p, "}") || parse_at(p, ":"))
            return false;
    }
    return false;
}

static void note_words(Parser *p, Outline *method, const Members *members)
{
    for (int i = method->begin; i < p->at; ++i) {
        const Token *token = &p->tokens[i];
        if (token_is(token, "__device__") || token_is(token, "constexpr"))
            method->kind = OUTLINE_DEVICE_FUNCTION;
        method->is_static |= token_is(token, "static");
        if (token_is(token, "virtual") || token_is(token, "friend"))
            parse_error(p, token->span, "use a plain function",
                        "%s functions are not supported (struct %p)",
                        token_is(token, "virtual") ? "virtual" : "friend",
                        members->name ? PHRASE_WORDS(members->name) : PHRASE_KEY("without a name"));
    }
}

static void name_method(Parser *p, Outline *method, const Members *members)
{
    if (!method->name) {
        method->name_at = p->at - 1;
        method->name = parse_token_text(p, &p->tokens[method->name_at]);
        method->is_constructor = members->name && strcmp(method->name, members->name) == 0;
    }
    method->name_span = p->tokens[method->name_at].span;
}

/* Goes past a constructor's list of initialisers, : x(a), y{b}. */
static void skip_initialisers(Parser *p)
{
    while (parse_accept(p, ":") || parse_accept(p, ",")) {
        while (parse_peek(p)->kind == TOKEN_NAME || parse_at(p, "::"))
            p->at++;
        if (parse_at(p, "<"))
            skip_angles(p);
        parse_accept(p, ">");
        parse_skip_balanced(p);
    }
}

/* Goes from the parameters to the end of the function and notes where its body is. */
static void find_body(Parser *p, Outline *method)
{
    parse_skip_balanced(p);
    while (parse_peek(p)->kind == TOKEN_NAME) {
        method->is_const |= parse_at(p, "const");
        p->at++;
    }
    if (parse_at(p, ":")) {
        method->initial = p->at;
        skip_initialisers(p);
    }
    if (parse_at(p, "{")) {
        method->body = p->at;
        parse_skip_balanced(p);
    } else
        while (p->at < p->end && !parse_accept(p, ";"))
            p->at++;
    method->end = p->at;
}

static bool is_empty_body(const Parser *p, const Outline *method)
{
    return method->body < 0 || token_is(&p->tokens[method->body + 1], "}");
}

static bool is_destructor(const Parser *p, const Outline *method)
{
    return method->name_at > method->begin - 1 && method->name_at > 0 &&
           token_is(&p->tokens[method->name_at - 1], "~");
}

/* Is it = default, = delete or a destructor? They are treated as if they were not there; a
 * destructor that does something is kept beside the others (Members.destructor). */
static bool is_nothing(const Parser *p, const Outline *method)
{
    return is_destructor(p, method) ||
           (method->body < 0 && method->end >= 3 && token_is(&p->tokens[method->end - 3], "="));
}

/* At the struct of a template of a struct inside a struct: goes past it and makes its name known;
 * it is read when it is used. */
static void add_template(Parser *p, Outline outline, const Members *members)
{
    while (p->at < p->end && !parse_at(p, "{") && !parse_at(p, ";") && !parse_at(p, ":")) {
        if (parse_is_name(parse_peek(p)))
            outline.name = parse_token_text(p, parse_peek(p));
        outline.name_span = parse_peek(p)->span;
        p->at++;
    }
    while (p->at < p->end && !parse_at(p, ";")) {
        if (parse_at(p, "{"))
            parse_skip_balanced(p);
        else
            p->at++;
    }
    parse_accept(p, ";");
    outline.kind = OUTLINE_TYPE;
    outline.owner = members;
    outline.end = p->at;
    if (outline.name)
        scope_add(p, outline.name, SYMBOL_TEMPLATE)->outline =
            arena_copy(p->arena, &outline, sizeof outline);
}

bool parse_method(Parser *p, Members *members)
{
    Outline method = {.kind = OUTLINE_HOST_FUNCTION, .owner = members, .body = -1, .initial = -1};
    int begin = p->at;
    if (parse_accept(p, "template") && parse_at(p, "<")) {
        method.template_begin = p->at + 1;
        skip_angles(p);
        method.template_end = p->at++;
        method.is_template = method.template_end > method.template_begin;
    }
    method.begin = p->at;
    if (method.is_template && (parse_at(p, "struct") || parse_at(p, "class"))) {
        add_template(p, method, members);
        return true;
    }
    if (!find_parameters(p, &method)) {
        if (method.is_template)
            parse_error(p, p->tokens[begin].span, "write it outside the struct",
                        "templates of variables and aliases in a struct are not supported");
        p->at = begin;
        return p->is_broken;
    }
    name_method(p, &method, members);
    note_words(p, &method, members);
    find_body(p, &method);
    if (is_destructor(p, &method) && !is_empty_body(p, &method)) {
        method.is_constructor = false;
        method.is_destructor = true;
        method.name = arena_printf(p->arena, "~%s", method.name);
        members->destructor = arena_copy(p->arena, &method, sizeof method);
    }
    if (is_nothing(p, &method))
        members->has_default |= method.is_constructor && !is_destructor(p, &method);
    else if (!p->is_broken)
        *ARENA_PUSH(p->arena, members->methods, members->method_count, members->method_capacity) =
            method;
    return true;
}

const char *parse_operator_name(Parser *p)
{
    const char *name = parse_token_text(p, parse_peek(p));
    p->at++;
    if (parse_at(p, "(") && token_is(parse_ahead(p, 1), ")")) {
        p->at += 2;
        return arena_printf(p->arena, "%s()", name);
    }
    for (; parse_peek(p)->kind == TOKEN_PUNCTUATOR && !parse_at(p, "("); p->at++)
        name = arena_printf(p->arena, "%s%s", name, parse_token_text(p, parse_peek(p)));
    return name;
}

/* ---- reading a function when it is called ---- */

static void bind_symbols(Parser *p, const Symbol *symbol)
{
    for (; symbol; symbol = symbol->next_in_scope) {
        Symbol *own = scope_add(p, symbol->name, symbol->kind);
        own->type = symbol->type;
        own->constant = symbol->constant;
        own->outline = symbol->outline;
        own->decl = symbol->decl;
    }
}

static void bind_types(Parser *p, const Members *members)
{
    if (members->name)
        parse_add_type(p, members->name, members->type);
    bind_symbols(p, members->names);
}

void method_bind_scope(Parser *p, const Members *members)
{
    if (members->outer) {
        method_bind_scope(p, members->outer);
        bind_types(p, members->outer);
    }
    if (members->parameters)
        bindings_bind(p, members->parameters);
    bind_symbols(p, members->around);
}

/* Also those of what has no name, which are members of what holds it: of a struct or union in it,
 * and of the base class. */
static void bind_fields(Parser *p, const Type *type)
{
    for (int i = 0; i < type->field_count; ++i)
        if (*type->fields[i].name)
            scope_add(p, type->fields[i].name, SYMBOL_MEMBER);
        else
            bind_fields(p, type->fields[i].type);
}

static void bind_all_types(Parser *p, const Members *members)
{
    if (members->base)
        bind_all_types(p, members->base);
    bind_types(p, members);
}

void method_bind_names(Parser *p, const Members *members)
{
    bind_all_types(p, members);
    bind_fields(p, members->type);
}

void method_add_self(Parser *p, Function *function)
{
    const Outline *outline = function->outline;
    const Type *type = type_with_const(p->arena, outline->owner->type, outline->is_const);
    if (outline->is_static)
        return;
    DeclKind kind = outline->is_constructor ? DECL_LOCAL : DECL_PARAMETER;
    Decl *self = decl_new(p->compiler, kind, "this", outline->name_span, type);
    function->self = self;
    if (outline->is_constructor)
        return;
    self->is_reference = true;
    function->has_references |= !outline->is_const;
    function->parameters = ARENA_ARRAY(p->arena, Decl *, 1);
    function->parameters[function->parameter_count++] = self;
}

static Node *self_node(Parser *p, Span span)
{
    return check_decl(p, p->function->self, span);
}

/* x(a) of an initialiser list, as an assignment. */
static Node *parse_member_value(Parser *p)
{
    const Token *name = parse_peek(p);
    int begin = p->at++, count;
    const char *close = parse_at(p, "{") ? "}" : ")";
    bool is_whole = token_is(name, p->owner->name); /* another constructor */
    const Members *base = p->owner->base;
    if (parse_at(p, "<")) {
        skip_angles(p);
        p->at++;
    }
    close = parse_at(p, "{") ? "}" : ")";
    if (!parse_accept(p, "{") && !parse_expect(p, "(", "after the member"))
        return NULL;
    Node **items = parse_arguments(p, close, &count);
    if (p->is_broken)
        return NULL;
    Span span = parse_span_from(p, begin);
    Node *self = self_node(p, name->span);
    Node *member = is_whole                             ? self
                   : base && token_is(name, base->name) ? check_base(p, self)
                                                        : check_member(p, self, name, name->span);
    if (member->kind == NODE_ERROR)
        return member;
    Node *value = count == 1 && !is_whole ? check_constructor(p, member->type, items, 1, span)
                                          : check_list(p, member->type, items, count, span);
    if (member->type->is_const) /* a const member gets its value here and nowhere else */
        member->type = type_with_const(p->arena, member->type, false);
    return check_assign(p, member, value ? value : items[0], span);
}

Stmt *method_constructor_body(Parser *p, Function *function)
{
    const Outline *outline = function->outline;
    Stmt *block = stmt_new(p, STMT_BLOCK, function->span, NULL);
    Stmt **link = &block->body;
    *link = stmt_new(p, STMT_DECLARE, function->span, NULL);
    (*link)->decl = function->self;
    function->self->initial = check_initials(p, outline->owner->type, function->span);
    link = &(*link)->next;
    p->at = outline->initial >= 0 ? outline->initial : outline->body;
    while (!p->is_broken && (parse_accept(p, ":") || parse_accept(p, ","))) {
        Node *value = parse_member_value(p);
        if (!value || value->kind == NODE_ERROR)
            continue;
        *link = stmt_new(p, STMT_EXPRESSION, value->span, value);
        link = &(*link)->next;
    }
    p->is_broken = false;
    p->at = outline->body;
    *link = parse_block(p);
    Span end = parse_last_span(p);
    (*link)->next = stmt_new(p, STMT_RETURN, end, self_node(p, end));
    return block;
}

/* The part of *this that is of that struct: inside a function of S or of what is derived from it
 * S::function(...) is called for it. NULL if there is none. */
static Node *own_part(Parser *p, const Members *members)
{
    if (!p->owner || !p->function || !p->function->self)
        return NULL;
    const Members *at = p->owner;
    Node *part = check_decl(p, p->function->self, p->function->span);
    for (; at && at != members; at = at->base)
        part = at->base ? check_base(p, part) : NULL;
    return at ? part : NULL;
}

/* S::name, S::function(...). */
Node *parse_scoped(Parser *p, const Type *type, int begin)
{
    const Token *name = parse_peek(p);
    const Members *members = struct_members(p->compiler, type);
    Call call = {0};
    p->at++;
    const Node *constant = struct_constant(p->compiler, type, name);
    if (constant) {
        Node *node = arena_copy(p->arena, constant, sizeof *node);
        node->span = node->mark = parse_span_from(p, begin);
        return node;
    }
    const char *text = parse_token_text(p, name);
    if (parse_at(p, "<"))
        call.given = parse_template_arguments(p, &call.given_count);
    if (members && parse_accept(p, "(")) {
        call.arguments = parse_arguments(p, ")", &call.count);
        call.span = parse_span_from(p, begin);
        Node *self = own_part(p, members);
        Node *node = p->is_broken ? NULL : check_method(p, members, self, text, &call);
        if (node)
            return node;
    }
    return check_error(p, name->span, NULL, "%s has no '%s' that could stand here",
                       type_text(p->arena, type), text);
}
