/* Structs: their data is laid out as nvcc does, their functions are noted by shape and read when
 * they are called. A struct template is read anew for every set of arguments. */
#include "base/hash.h"
#include "lang/check/check.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"

#include <string.h>

enum { FIELD_LIMIT = 256 };

typedef struct Layout {
    Field *fields;
    int count, capacity;
    uint32_t size_bytes, align_bytes;
    bool is_union;
} Layout;

static void add_field(Parser *p, Layout *layout, const Declarator *d)
{
    const Type *type = d->type;
    if (layout->count >= FIELD_LIMIT) {
        parse_error(p, d->span, "use an array", "a struct with more than %d members", FIELD_LIMIT);
        return;
    }
    if (!d->name || d->is_reference || !type->size_bytes) {
        check_error(p, d->span, NULL, "a member needs a name and a type of known size");
        return;
    }
    uint32_t at =
        (layout->size_bytes + type->align_bytes - 1) / type->align_bytes * type->align_bytes;
    if (layout->is_union)
        at = 0;
    if ((uint64_t)at + type->size_bytes > ARRAY_BYTES_LIMIT) {
        check_error(p, d->span, NULL, "this struct is too large");
        return;
    }
    *ARENA_PUSH(p->arena, layout->fields, layout->count, layout->capacity) =
        (Field){d->name, type, at};
    if (layout->size_bytes < at + type->size_bytes)
        layout->size_bytes = at + type->size_bytes;
    if (type->align_bytes > layout->align_bytes)
        layout->align_bytes = type->align_bytes;
}

/* A static constexpr int N = 4; in a struct: a constant that has no bytes in it. */
static void add_constant(Parser *p, const Specifiers *s, const Declarator *d)
{
    Node *value = NULL;
    if (d->name && (parse_accept(p, "=") || parse_at(p, "{")))
        value = check_value(p, parse_initialiser(p, d->type));
    if (p->is_broken || (value && value->kind == NODE_ERROR))
        return;
    if (!value || !value->is_constant || d->type->kind != TYPE_SCALAR ||
        !(s->is_constexpr || d->type->is_const)) {
        check_error(p, d->span, "use a __device__ variable of the file",
                    "a static member must be a constant that is known when it is compiled");
        return;
    }
    scope_add(p, d->name, SYMBOL_CONSTANT)->constant =
        check_convert(p, value, type_with_const(p->arena, d->type, false), "the value");
}

/* The value of a member that is declared with one: int n = 4; or float x{}; */
static void add_initial(Parser *p, Members *members, int field, const Type *type)
{
    Node *value = parse_initialiser(p, type);
    if (p->is_broken || field < 0 || value->kind == NODE_ERROR)
        return;
    if (!members->initials)
        members->initials = ARENA_ARRAY(p->arena, Node *, FIELD_LIMIT);
    members->initials[field] =
        value->kind == NODE_LIST ? value : check_convert(p, value, type, "the initial value");
}

/* Notes that the struct has a member, or a base class, of this type. */
static void note_depth(Parser *p, Members *members, const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    const Members *inner = struct_members(p->compiler, type);
    if (inner && inner->depth >= members->depth)
        members->depth = inner->depth + 1;
    if (members->depth > NEST_LIMIT)
        parse_error(p, parse_last_span(p), "split the expression or the function",
                    "nested more than %d deep", NEST_LIMIT);
}

static void parse_fields(Parser *p, Layout *layout, Members *members)
{
    if (parse_at(p, "using") || parse_at(p, "typedef")) {
        parse_typedef(p);
        return;
    }
    if (parse_at(p, "static_assert")) {
        parse_static_assert(p);
        return;
    }
    bool is_definition = parse_at(p, "struct") || parse_at(p, "union");
    Specifiers s = parse_specifiers(p);
    bool is_only_type = parse_at(p, ";"); /* it declared a nested type and no member */
    if (is_only_type && is_definition && s.type && s.type->kind == TYPE_STRUCT && !s.type->name) {
        Declarator d = {.name = "", .span = s.span, .type = s.type}; /* or members without a name */
        add_field(p, layout, &d);
    }
    while (!p->is_broken && !is_only_type) {
        Declarator d = parse_declarator(p, &s);
        if (s.is_static)
            add_constant(p, &s, &d);
        else if (parse_at(p, ":"))
            parse_error(p, d.span, "give every member a whole type",
                        "bit widths of members are not supported");
        else if (!p->is_broken) {
            add_field(p, layout, &d);
            note_depth(p, members, d.type);
        }
        if (!s.is_static && (parse_accept(p, "=") || parse_at(p, "{")))
            add_initial(p, members, layout->count - 1, d.type);
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, ";", "after the member");
}

static bool accept_access(Parser *p)
{
    bool is_word = parse_at(p, "public") || parse_at(p, "private") || parse_at(p, "protected");
    if (!is_word || !token_is(parse_ahead(p, 1), ":"))
        return false;
    p->at += 2;
    return true;
}

/* Behind the : of a struct: its one base class. NULL after an error. */
static const Members *parse_base(Parser *p)
{
    static const char *const words[] = {"public", "private", "protected", NULL};
    while (token_is_any(parse_peek(p), words))
        p->at++;
    const Token *name = parse_peek(p);
    const Type *type = parse_specifiers(p).type;
    const Members *base = p->is_broken ? NULL : struct_members(p->compiler, type);
    if (!p->is_broken && !base)
        parse_error(p, name->span, "put the members into one struct",
                    "this cannot be a base class");
    if (parse_at(p, ","))
        parse_error(p, parse_peek(p)->span, "put the members into one struct",
                    "more than one base class is not supported");
    return p->is_broken ? NULL : base;
}

/* A base class is the first member, which has no name; one without data takes no room. */
static void add_base(Parser *p, Layout *layout, const Type *base)
{
    *ARENA_PUSH(p->arena, layout->fields, layout->count, layout->capacity) =
        (Field){"", type_with_const(p->arena, base, false), 0};
    layout->size_bytes = base->field_count ? base->size_bytes : 0;
    layout->align_bytes = base->align_bytes;
}

static void parse_struct_body(Parser *p, Type *type, Members *members)
{
    Layout layout = {.align_bytes = 1, .is_union = type->is_union};
    if (members->base) {
        add_base(p, &layout, members->base->type);
        note_depth(p, members, members->base->type);
    }
    const Members *outer = p->reading;
    scope_open(p);
    p->reading = members;
    while (!p->is_broken && !parse_at(p, "}") && parse_peek(p)->kind != TOKEN_END) {
        if (!parse_accept(p, ";") && !accept_access(p) && !parse_method(p, members))
            parse_fields(p, &layout, members);
        members->names = p->scopes[p->scope];
    }
    p->reading = outer;
    scope_close(p);
    parse_expect(p, "}", "after the struct's members");
    if (layout.align_bytes < type->align_bytes)
        layout.align_bytes = type->align_bytes;
    if (!layout.size_bytes) /* in C++ every object has an address of its own, so no size is 0 */
        layout.size_bytes = 1;
    type->fields = layout.fields ? layout.fields : ARENA_NEW(p->arena, Field);
    type->field_count = layout.count;
    type->align_bytes = layout.align_bytes;
    type->size_bytes =
        (layout.size_bytes + layout.align_bytes - 1) / layout.align_bytes * layout.align_bytes;
}

static void skip_angles(Parser *p)
{
    for (int depth = 0; p->at < p->end; p->at++) {
        depth += parse_at(p, "<") - parse_at(p, ">");
        if (depth == 0 && parse_at(p, ">")) {
            p->at++;
            return;
        }
    }
}

static void parse_struct_name(Parser *p, Type *type, Members *members)
{
    if (!parse_is_name(parse_peek(p)))
        return;
    members->name = type->name = parse_token_text(p, parse_peek(p));
    p->at++;
    if (parse_at(p, "<"))
        skip_angles(p);
    if (members->bindings) {
        const char *key = bindings_key(p->arena, members->bindings);
        type->name = arena_printf(p->arena, "%s<%.*s>", members->name, (int)strlen(key) - 1, key);
    }
    parse_add_type(p, members->name, type);
}

static Members *members_new(Compiler *compiler, Type *type)
{
    Members *members = ARENA_NEW(compiler->arena, Members);
    members->type = type;
    members->next = compiler->members;
    compiler->members = members;
    return members;
}

/* The chain of the instances of a template with such numbers among their arguments. */
static Members **struct_chain(Compiler *compiler, const Outline *outline, const Bindings *bindings)
{
    uint64_t hash = hash_u64(HASH_START, (uint64_t)outline->begin);
    for (int i = 0; i < bindings->count; ++i)
        if (bindings->items[i].argument.value)
            hash = hash_u64(hash, bindings->items[i].argument.value->value);
    return &compiler->structs[hash % INSTANCE_CHAINS];
}

static const Type *read_struct(Parser *p, const Outline *outline, const Bindings *bindings,
                               const Bindings *parameters)
{
    const Token *keyword = parse_peek(p);
    Type *type = ARENA_NEW(p->arena, Type);
    *type = (Type){.kind = TYPE_STRUCT, .align_bytes = 1};
    type->is_union = token_is(keyword, "union");
    p->at++;
    Specifiers s = {0};
    bool is_const;
    while (!p->is_broken && parse_modifier(p, &s, &is_const))
        ;
    if (s.align_bytes)
        type->align_bytes = (uint32_t)s.align_bytes;
    Members *members = members_new(p->compiler, type);
    members->outline = outline;
    members->bindings = bindings;
    if (bindings) {
        Members **chain = struct_chain(p->compiler, outline, bindings);
        members->next_instance = *chain;
        *chain = members;
    }
    members->parameters = parameters;
    members->outer = outline ? outline->owner : p->reading;
    parse_struct_name(p, type, members);
    type->is_fragment =
        outline_is_prelude(p->compiler, outline) && strcmp(members->name, "fragment") == 0;
    if (parse_accept(p, ":"))
        members->base = parse_base(p);
    if (!parse_expect(p, "{", "before the struct's members") || !parse_nest(p))
        return type;
    parse_struct_body(p, type, members);
    parse_unnest(p);
    return type;
}

const Type *parse_struct(Parser *p)
{
    return read_struct(p, NULL, NULL, NULL);
}

/* Templates. */

/* Equal types, const at every depth included, which type_equal does not compare. */
static bool same_type(const Type *a, const Type *b)
{
    if (a->is_const != b->is_const || !type_equal(a, b))
        return false;
    return !a->element || same_type(a->element, b->element);
}

static bool same_arguments(const Bindings *a, const Bindings *b)
{
    for (int i = 0; i < a->count && i < b->count; ++i) {
        const TemplateArgument *x = &a->items[i].argument, *y = &b->items[i].argument;
        if (x->type && y->type ? !same_type(x->type, y->type) : x->type || y->type)
            return false;
        if (x->value && y->value &&
            (x->value->value != y->value->value || x->value->text != y->value->text))
            return false;
        if (x->pattern != y->pattern)
            return false;
    }
    return a->count == b->count;
}

static const Type *find_struct_instance(Compiler *compiler, const Outline *outline,
                                        const Bindings *bindings)
{
    for (const Members *m = *struct_chain(compiler, outline, bindings); m; m = m->next_instance)
        if (m->outline == outline && same_arguments(m->bindings, bindings))
            return m->type;
    return NULL;
}

static void bind_arguments(Parser *reader, const Outline *outline, Bindings *b,
                           const TemplateArgument *arguments, int count)
{
    bindings_give(b, arguments, count);
    parse_template_parameters(reader, outline, b);
}

/* The arguments that a specialisation is written for, struct S<...>, as those of the template. own
 * has the specialisation's own parameters: deduced, or placeholders. */
static bool read_pattern(Compiler *compiler, const Outline *primary, const Outline *special,
                         Bindings *own, Bindings *pattern)
{
    Parser *p = parser_new(compiler, special->begin, special->end);
    int count;
    if (special->is_template)
        parse_template_parameters(p, special, own);
    p->at = special->specialised_begin - 1;
    p->end = special->specialised_end + 1;
    TemplateArgument *arguments = parse_template_arguments(p, &count);
    if (p->is_broken)
        return false;
    bind_arguments(parser_new(compiler, 0, 0), primary, pattern, arguments, count);
    return true;
}

/* Are these arguments such as the specialisation is written for? Then own has what its parameters
 * stand for. */
static bool is_specialised_for(Compiler *compiler, const Outline *primary, const Outline *special,
                               const Bindings *bindings, Bindings *own)
{
    Bindings pattern, deduced = {0};
    Diags *loud = compiler->diags;
    compiler->diags = diags_new(compiler->arena);
    *own = (Bindings){0};
    bool is_read = read_pattern(compiler, primary, special, own, &pattern);
    for (int i = 0; is_read && i < pattern.count && i < bindings->count; ++i)
        bindings_deduce(compiler, own, &pattern.items[i].argument, &bindings->items[i].argument);
    for (int i = 0; i < own->count; ++i)
        deduced.items[i].argument = own->items[i].argument;
    *own = deduced;
    is_read = is_read && read_pattern(compiler, primary, special, own, &pattern);
    compiler->diags = loud;
    return is_read && !own->unbound && same_arguments(&pattern, bindings);
}

/* Of two specialisations that fit: is everything that a is written for such as b is written for?
 * Then a is the narrower one, T * beside T. */
static bool is_narrower(Compiler *compiler, const Outline *primary, const Outline *a,
                        const Outline *b)
{
    Bindings own = {0}, pattern;
    return read_pattern(compiler, primary, a, &own, &pattern) &&
           is_specialised_for(compiler, primary, b, &pattern, &own);
}

/* The outline to read for these arguments: the template's own, or that of the specialisation
 * written for them; then own has what its parameters stand for. */
static const Outline *find_definition(Parser *p, const Outline *primary, const Bindings *bindings,
                                      Bindings *own)
{
    const Outlines *outlines = p->compiler->outlines;
    const Outline *best = primary;
    Bindings found;
    int i = primary->owner ? -1
                           : outline_find(outlines, primary->name, (uint32_t)strlen(primary->name));
    for (; i >= 0; i = outline_next(outlines, i)) {
        const Outline *special = &outlines->items[i];
        if (special->specialised_end <= special->specialised_begin ||
            !is_specialised_for(p->compiler, primary, special, bindings, &found))
            continue;
        if (best == primary || is_narrower(p->compiler, primary, special, best)) {
            best = special;
            *own = found;
        }
    }
    return best;
}

/* template <...> using name = type; */
static const Type *read_alias(Parser *p, const char *name)
{
    parse_typedef(p);
    const Symbol *symbol = scope_find(p, name, (uint32_t)strlen(name));
    return symbol ? symbol->type : NULL;
}

static const Type *read_instance(Parser *p, const Outline *primary,
                                 const TemplateArgument *arguments, int count, Span use)
{
    Compiler *compiler = p->compiler;
    Parser *inner = parser_new(compiler, primary->begin, primary->end);
    Bindings *bindings = ARENA_NEW(p->arena, Bindings);
    const Members around = {.outer = primary->owner};
    method_bind_scope(inner, &around);
    bind_arguments(inner, primary, bindings, arguments, count);
    if (bindings->unbound) {
        parse_error(p, use, NULL, "the struct template '%s' needs a value for '%s'", primary->name,
                    bindings->unbound);
        return NULL;
    }
    const Type *known = find_struct_instance(compiler, primary, bindings);
    if (known)
        return known;
    Bindings *own = ARENA_NEW(p->arena, Bindings);
    const Outline *definition = find_definition(p, primary, bindings, own);
    if (definition->is_forward) {
        parse_error(p, use, "write its members, or a specialisation for them",
                    "the struct template '%s' has no members for these arguments", primary->name);
        return NULL;
    }
    if (definition->specialised_end > definition->specialised_begin) {
        inner = parser_new(compiler, 0, 0);
        method_bind_scope(inner, &around);
        bindings_bind(inner, own);
    } else
        own = bindings;
    inner->at = definition->begin;
    inner->end = definition->end;
    while (inner->at < inner->end && !parse_at(inner, "struct") && !parse_at(inner, "class") &&
           !parse_at(inner, "using"))
        inner->at++;
    const Type *type = parse_at(inner, "using") ? read_alias(inner, primary->name)
                                                : read_struct(inner, primary, bindings, own);
    p->is_broken |= inner->is_broken;
    return p->is_broken ? NULL : type;
}

/* A template's own parameter stands among them: its number is not known yet. */
static bool has_placeholder(const TemplateArgument *arguments, int count)
{
    for (int i = 0; i < count; ++i)
        if (arguments[i].value && arguments[i].value->text)
            return true;
    return false;
}

/* The type of the first value in what follows, name{value} or {value}; p stays where it is. */
static TemplateArgument *arguments_of_value(Parser *p, int *count)
{
    TemplateArgument *argument = ARENA_NEW(p->arena, TemplateArgument);
    int at = p->at;
    p->at += parse_is_name(parse_peek(p)) ? 2 : 1;
    argument->type = parse_assignment(p)->type;
    p->at = at;
    *count = 1;
    return argument;
}

/* What is wrong with a struct of numbers that are not known yet says nothing of the real one. */
const Type *struct_instance(Parser *p, const Outline *outline, Span use)
{
    int count;
    TemplateArgument *arguments =
        parse_at(p, "<") ? parse_template_arguments(p, &count) : arguments_of_value(p, &count);
    if (p->is_broken || !parse_nest(p))
        return NULL;
    Diags *diags = p->compiler->diags;
    p->compiler->diags =
        has_placeholder(arguments, count) ? diags_new(p->arena) : p->compiler->loud;
    const Type *type = read_instance(p, outline, arguments, count, use);
    p->compiler->diags = diags;
    parse_unnest(p);
    return type;
}
