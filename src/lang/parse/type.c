/* Types: specifiers, declarators, and the definitions that make new type names. A declarator is
 * read inside out: what stands after a parenthesis is applied before what stands in it. */
#include "lang/parse/type.h"
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/tree/kinds.h"

#include <string.h>

enum { ARRAY_RANK_LIMIT = 8 };

/* The index of the last part of a::b::c from p->at, and whether it is a name at all. */
static bool find_last_part(const Parser *p, int *ahead)
{
    int n = token_is(parse_peek(p), "::") ? 1 : 0;
    while (parse_ahead(p, n)->kind == TOKEN_NAME && token_is(parse_ahead(p, n + 1), "::"))
        n += 2;
    *ahead = n;
    return parse_ahead(p, n)->kind == TOKEN_NAME;
}

static const char *const specifier_words[] = {"void",
                                              "bool",
                                              "char",
                                              "signed",
                                              "unsigned",
                                              "short",
                                              "int",
                                              "long",
                                              "float",
                                              "double",
                                              "const",
                                              "volatile",
                                              "constexpr",
                                              "static",
                                              "extern",
                                              "register",
                                              "inline",
                                              "typedef",
                                              "struct",
                                              "class",
                                              "union",
                                              "enum",
                                              "auto",
                                              "typename",
                                              "__global__",
                                              "__device__",
                                              "__host__",
                                              "__shared__",
                                              "__constant__",
                                              "__managed__",
                                              "__forceinline__",
                                              "__inline__",
                                              "__noinline__",
                                              "__restrict__",
                                              "alignas",
                                              "__align__",
                                              "mutable",
                                              "__grid_constant__",
                                              "__volatile__",
                                              "__signed__",
                                              NULL};

static bool is_specifier_word(const Token *token)
{
    return token->kind == TOKEN_NAME && token_is_any(token, specifier_words);
}

static bool is_type_name(const Parser *p, const Token *name)
{
    Symbol *symbol = scope_find(p, name->text, name->length);
    if (symbol)
        return symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_TEMPLATE;
    int outline = outline_find(p->compiler->outlines, name->text, name->length);
    if (outline >= 0)
        return p->compiler->outlines->items[outline].kind == OUTLINE_TYPE;
    return builtin_type_find(p->compiler, name->text, name->length) != NULL;
}

static const Type *parse_member_type(Parser *p);

/* Does the name of a type stand here, qualified by namespaces or by structs or not at all? */
static bool at_named_type(Parser *p)
{
    int ahead, begin = p->at;
    if (!find_last_part(p, &ahead))
        return false;
    if (is_type_name(p, parse_ahead(p, ahead)))
        return true;
    const Type *member = ahead ? parse_member_type(p) : NULL;
    p->at = begin;
    return member != NULL;
}

bool parse_at_type(Parser *p)
{
    return is_specifier_word(parse_peek(p)) || parse_at_trait_type(p) || at_named_type(p);
}

typedef struct Words {
    int voids, bools, chars, signeds, unsigneds, shorts, ints, longs, floats, doubles;
} Words;

static bool accept_word(Parser *p, Words *w)
{
    struct {
        const char *text;
        int *count;
    } words[] = {{"void", &w->voids},     {"bool", &w->bools},         {"char", &w->chars},
                 {"signed", &w->signeds}, {"__signed__", &w->signeds}, {"unsigned", &w->unsigneds},
                 {"short", &w->shorts},   {"int", &w->ints},           {"long", &w->longs},
                 {"float", &w->floats},   {"double", &w->doubles}};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (parse_accept(p, words[i].text)) {
            ++*words[i].count;
            return true;
        }
    return false;
}

static const Type *words_type(const Words *w)
{
    bool is_unsigned = w->unsigneds > 0;
    if (w->voids)
        return type_void();
    if (w->bools)
        return type_scalar(SCALAR_BOOL);
    if (w->chars)
        return type_scalar(is_unsigned ? SCALAR_U8 : SCALAR_I8);
    if (w->shorts)
        return type_scalar(is_unsigned ? SCALAR_U16 : SCALAR_I16);
    if (w->floats)
        return type_scalar(SCALAR_F32);
    if (w->doubles)
        return type_scalar(SCALAR_F64);
    if (w->longs)
        return type_scalar(is_unsigned ? SCALAR_U64 : SCALAR_I64);
    return w->ints || w->signeds || is_unsigned ? type_scalar(is_unsigned ? SCALAR_U32 : SCALAR_I32)
                                                : NULL;
}

static int parse_alignment(Parser *p)
{
    int64_t value = 0;
    if (!parse_expect(p, "(", "after the alignment keyword"))
        return 0;
    if (parse_at_type(p)) {
        const Type *type = parse_type_name(p);
        value = type ? type->align_bytes : 0;
    } else
        parse_constant_int(p, &value, "an alignment");
    parse_expect(p, ")", "after the alignment");
    if (value < 0 || value > 256 || (value & (value - 1)))
        check_error(p, parse_last_span(p), NULL, "an alignment is a power of two up to 256");
    return (int)value & 511;
}

bool parse_modifier(Parser *p, Specifiers *s, bool *is_const)
{
    struct {
        const char *text;
        bool *flag;
    } flags[] = {{"const", is_const},
                 {"volatile", &s->is_volatile},
                 {"__volatile__", &s->is_volatile},
                 {"constexpr", &s->is_constexpr},
                 {"static", &s->is_static},
                 {"extern", &s->is_extern},
                 {"typedef", &s->is_typedef},
                 {"__shared__", &s->is_shared},
                 {"__device__", &s->is_device},
                 {"__managed__", &s->is_device}, /* the host reaches it, too */
                 {"__constant__", &s->is_constant_memory},
                 {"__global__", &s->is_kernel},
                 {"__host__", &s->is_host},
                 {"auto", &s->is_auto}};
    static const char *const ignored[] = {
        "register",     "inline",     "__forceinline__", "__inline__", "__noinline__",
        "__restrict__", "__restrict", "typename",        "mutable",    "__grid_constant__"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i)
        if (parse_accept(p, flags[i].text))
            return *flags[i].flag = true;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; ++i)
        if (parse_accept(p, ignored[i]))
            return true;
    if (parse_accept(p, "alignas") || parse_accept(p, "__align__")) {
        s->align_bytes = parse_alignment(p);
        return true;
    }
    int at = p->at;
    parse_skip_attributes(p);
    return p->at > at;
}

const Outline *type_template_find(const Parser *p, const Token *name)
{
    const Symbol *symbol = scope_find(p, name->text, name->length);
    if (symbol && symbol->kind == SYMBOL_TEMPLATE)
        return symbol->outline;
    int outline = outline_find_type(p->compiler->outlines, name->text, name->length);
    const Outline *found = outline >= 0 ? &p->compiler->outlines->items[outline] : NULL;
    return found && found->is_template ? found : NULL;
}

/* At what follows the name of a template: a value from which its arguments are deduced. That is
 * done for references to atomics, whose one argument is the value's type. */
static bool is_deduced(const Parser *p, const Outline *pattern)
{
    int ahead = parse_is_name(parse_peek(p)) ? 1 : 0;
    return strcmp(pattern->name, "__cuda_atomic_ref") == 0 &&
           (token_is(parse_ahead(p, ahead), "{") || token_is(parse_ahead(p, ahead), "("));
}

static const Type *named_type(Parser *p, const Token *name)
{
    Symbol *symbol = scope_find(p, name->text, name->length);
    int outline = outline_find_type(p->compiler->outlines, name->text, name->length);
    const Outline *pattern = type_template_find(p, name);
    if (pattern && (parse_at(p, "<") || (!symbol && is_deduced(p, pattern))))
        return struct_instance(p, pattern, name->span);
    if (symbol)
        return symbol->kind == SYMBOL_TYPE ? symbol->type : NULL;
    if (outline >= 0)
        return resolve_type(p, outline, name->span);
    return builtin_type_find(p->compiler, name->text, name->length);
}

/* The symbol of a type, or of a template of one, that the struct or its base class declares. */
static const Symbol *find_member_type(const Compiler *compiler, const Type *type, const Token *name)
{
    const Members *members = struct_members(compiler, type);
    for (; members; members = members->base)
        for (const Symbol *s = members->names; s; s = s->next_in_scope)
            if ((s->kind == SYMBOL_TYPE || s->kind == SYMBOL_TEMPLATE) && token_is(name, s->name))
                return s;
    return NULL;
}

/* Does a type that is not yet known, or such a number, stand in it? */
static bool is_unknown(const Compiler *compiler, const Type *type)
{
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY)
        type = type->element;
    if (type->kind == TYPE_STRUCT && type->length == PLACEHOLDER_LENGTH)
        return true;
    const Members *members = struct_members(compiler, type);
    for (int i = 0; members && members->bindings && i < members->bindings->count; ++i) {
        const TemplateArgument *a = &members->bindings->items[i].argument;
        if (a->type ? is_unknown(compiler, a->type) : a->value && a->value->text)
            return true;
    }
    return false;
}

/* What is in a type not yet known is not known either. */
const Type *parse_inner_types(Parser *p, const Type *type)
{
    while (type && parse_at(p, "::")) {
        bool is_template = token_is(parse_ahead(p, 1), "template");
        const Token *name = parse_ahead(p, 1 + is_template);
        const Symbol *symbol = find_member_type(p->compiler, type, name);
        bool may_be = is_unknown(p->compiler, type) && name->kind == TOKEN_NAME;
        if (!symbol && !may_be)
            return type;
        p->at += 2 + is_template;
        if (may_be)
            type = placeholder_new(p, "");
        else if (symbol->kind == SYMBOL_TYPE)
            type = symbol->type;
        else
            type = struct_instance(p, symbol->outline, name->span);
    }
    return type;
}

/* At S::name, where S is a struct and name a type in it: that type. NULL if it is none; where p
 * stands then means nothing. */
static const Type *parse_member_type(Parser *p)
{
    parse_accept(p, "::");
    while (token_is(parse_ahead(p, 1), "::") && !is_type_name(p, parse_peek(p)))
        p->at += 2;
    if (!token_is(parse_ahead(p, 1), "::"))
        return NULL;
    const Type *scope = parse_scope_type(p), *type = parse_inner_types(p, scope);
    return type == scope ? NULL : type;
}

const Type *parse_scope_type(Parser *p)
{
    const Token *name = parse_peek(p);
    p->at++;
    return named_type(p, name);
}

/* thread_block_tile<16>, qualified or not; NULL if something else stands here. */
static const Type *parse_tile(Parser *p)
{
    int ahead = 0, count;
    while (token_is(parse_ahead(p, ahead + 1), "::"))
        ahead += 2;
    const Token *name = parse_ahead(p, ahead);
    if (!token_is(name, "thread_block_tile") || !token_is(parse_ahead(p, ahead + 1), "<"))
        return NULL;
    p->at += ahead + 1;
    TemplateArgument *size = parse_template_arguments(p, &count);
    if (p->is_broken || !count)
        return NULL;
    bool is_unknown = size->value && size->value->text;
    return is_unknown ? group_tile_unknown(p->arena, size->value->text)
                      : group_tile(p, size->value, name->span);
}

/* p stands at a name, qualified or not, that is_type_name accepts. */
static const Type *parse_named_type(Parser *p)
{
    int ahead;
    const Type *tile = parse_tile(p);
    if (tile || p->is_broken || !find_last_part(p, &ahead))
        return tile;
    for (int i = 0; i < ahead; ++i) /* refuses thrust::, cuda:: and the like */
        if (parse_ahead(p, i)->kind == TOKEN_NAME && refuse_name(p, parse_ahead(p, i)))
            return NULL;
    int begin = p->at;
    const Type *member = ahead ? parse_member_type(p) : NULL;
    if (member)
        return member;
    p->at = begin + ahead;
    return parse_inner_types(p, parse_scope_type(p));
}

static const Type *parse_tagged(Parser *p)
{
    const Token *name = parse_ahead(p, 1);
    bool is_use = name->kind == TOKEN_NAME && !token_is(parse_ahead(p, 2), "{") &&
                  !token_is(name, "__align__") && !token_is(name, "alignas") &&
                  !token_is(parse_ahead(p, 2), ":") && is_type_name(p, name);
    if (is_use) {
        p->at += 2;
        return named_type(p, name);
    }
    return parse_at(p, "enum") ? parse_enum(p) : parse_struct(p);
}

static void expected_type(Parser *p)
{
    const Token *token = parse_peek(p);
    parse_error(p, token->span, NULL, "expected a type, not '%p'", parse_token_phrase(p, token));
    if (token->kind == TOKEN_NAME)
        diag_hint(p->compiler->diags, scope_hint(p, parse_token_text(p, token), true));
}

Specifiers parse_specifiers(Parser *p)
{
    Specifiers s = {0};
    Words words = {0};
    int begin = p->at;
    bool is_const = false, is_nested = parse_nest(p);
    while (!p->is_broken) {
        if (parse_modifier(p, &s, &is_const) || accept_word(p, &words))
            continue;
        bool needs_type = !s.type && !words_type(&words);
        if (needs_type && !s.is_auto && parse_at_trait_type(p))
            s.type = parse_trait_type(p);
        else if (needs_type && (parse_at(p, "struct") || parse_at(p, "class") ||
                                parse_at(p, "union") || parse_at(p, "enum")))
            s.type = parse_tagged(p);
        else if (needs_type && !s.is_auto && at_named_type(p))
            s.type = parse_named_type(p);
        else
            break;
        if (!s.type)
            break;
    }
    if (is_nested)
        parse_unnest(p);
    if (!s.type)
        s.type = words_type(&words);
    s.span = parse_span_from(p, begin);
    s.is_const = is_const;
    if (!s.type && !s.is_auto && parse_at(p, "std"))
        parse_error(p, parse_ahead(p, 2)->span, "use plain arrays, pointers and structs",
                    "std::%s is not supported in a kernel", parse_token_text(p, parse_ahead(p, 2)));
    if (!s.type && !s.is_auto && !p->is_broken && !refuse_name(p, parse_peek(p)))
        expected_type(p);
    if (s.type && (is_const || (s.is_constexpr && !s.is_kernel && !s.is_device)))
        s.type = type_with_const(p->arena, s.type, true);
    if (p->is_broken)
        s.type = type_scalar(SCALAR_I32);
    return s;
}

static const Type *array_of(Parser *p, const Type *element, int64_t length, const char *name,
                            Span span)
{
    uint32_t bytes = element->size_bytes ? element->size_bytes : 1;
    if (length > ARRAY_BYTES_LIMIT / bytes) {
        check_error(p, span, NULL,
                    "an array of %lld elements of type %s is over the limit of %d bytes",
                    (long long)length, type_text(p->arena, element), ARRAY_BYTES_LIMIT);
        return NULL;
    }
    if (element->kind == TYPE_VOID || (element->kind == TYPE_ARRAY && !element->length))
        check_error(p, span, "give the inner length", "an array of elements of unknown size");
    const Type *plain = type_array(p->arena, element, (uint32_t)length);
    Type *type = arena_copy(p->arena, plain, sizeof *type);
    type->name = name;
    return type;
}

/* N] as a length, where N is a number that a template is not yet given: its name. */
static const char *name_of_length(Parser *p)
{
    const Token *name = parse_peek(p);
    const Symbol *symbol = scope_find(p, name->text, name->length);
    bool is_number = symbol && symbol->kind == SYMBOL_CONSTANT && token_is(parse_ahead(p, 1), "]");
    return is_number ? symbol->constant->text : NULL;
}

static const Type *parse_array_suffix(Parser *p, const Type *element)
{
    int64_t lengths[ARRAY_RANK_LIMIT];
    const char *names[ARRAY_RANK_LIMIT];
    Span spans[ARRAY_RANK_LIMIT];
    int rank = 0;
    bool is_empty = false;
    while (!p->is_broken && parse_at(p, "[") && rank < ARRAY_RANK_LIMIT) {
        int begin = p->at++;
        lengths[rank] = 0;
        names[rank] = name_of_length(p);
        bool is_open = parse_at(p, "]");
        if (!is_open && !parse_constant_int(p, &lengths[rank], "the length of an array"))
            lengths[rank] = 1;
        parse_expect(p, "]", "after the length of an array");
        spans[rank] = parse_span_from(p, begin);
        if (!is_open && lengths[rank] <= 0) {
            is_empty |= lengths[rank] && p->compiler->bad_length == lengths[rank];
            p->compiler->bad_length = lengths[rank];
            if (!is_empty && lengths[rank] < 0)
                check_error(p, spans[rank], "give it one element or more",
                            "an array of %lld elements", (long long)lengths[rank]);
            else if (!is_empty)
                check_error(p, spans[rank], "give it one element or more",
                            "an array without elements");
            is_empty = true;
            lengths[rank] = 1;
        }
        ++rank;
    }
    const Type *type = element;
    for (; rank > 0 && type && !p->is_broken; --rank)
        type = array_of(p, type, lengths[rank - 1], names[rank - 1], spans[rank - 1]);
    return type ? type : type_array(p->arena, element, 1);
}

static const Type *parse_pointers(Parser *p, const Type *type, bool *is_reference)
{
    for (;;) {
        if (parse_accept(p, "*"))
            type = type_pointer(p->arena, type);
        else if (parse_accept(p, "&") || parse_accept(p, "&&"))
            *is_reference = true;
        else if (parse_accept(p, "const"))
            type = type_with_const(p->arena, type, true);
        else if (!parse_accept(p, "__restrict__") && !parse_accept(p, "__restrict") &&
                 !parse_accept(p, "restrict") && !parse_accept(p, "volatile"))
            return type;
    }
}

enum { FUNCTION_PARAMETER_LIMIT = 32 };

/* At the ( behind (*f): the type of the functions that it points at. */
static const Type *parse_function_type(Parser *p, const Type *result)
{
    const Type *types[FUNCTION_PARAMETER_LIMIT];
    int count = 0;
    p->at++;
    if (parse_at(p, "void") && token_is(parse_ahead(p, 1), ")"))
        p->at++;
    while (!p->is_broken && !parse_at(p, ")")) {
        Specifiers s = parse_specifiers(p);
        Declarator d = parse_declarator(p, &s);
        if (d.is_reference || count >= FUNCTION_PARAMETER_LIMIT)
            parse_error(p, d.span, "call the function by its name",
                        "pointers to functions that take references are not supported");
        else
            types[count++] = d.type->kind == TYPE_ARRAY ? type_pointer(p->arena, d.type->element)
                                                        : type_with_const(p->arena, d.type, false);
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, ")", "after the parameters");
    return function_type(p->compiler, result, types, count);
}

static Declarator parse_declarator_of(Parser *p, const Type *type)
{
    Declarator d = {.span = parse_peek(p)->span};
    if (!parse_nest(p)) {
        d.type = type;
        return d;
    }
    type = parse_pointers(p, type, &d.is_reference);
    const Token *next = parse_ahead(p, 1);
    if (parse_at(p, "(") && (token_is(next, "*") || token_is(next, "&"))) {
        int inside = p->at + 1;
        parse_skip_balanced(p);
        type = parse_array_suffix(p, type);
        if (parse_at(p, "("))
            type = parse_function_type(p, type);
        int after = p->at;
        p->at = inside;
        bool is_reference = d.is_reference;
        d = parse_declarator_of(p, type);
        d.is_reference |= is_reference;
        parse_expect(p, ")", "in the declaration");
        p->at = after;
    } else {
        if (parse_at(p, "operator")) {
            d.span = parse_peek(p)->span;
            d.name = parse_operator_name(p);
            d.type = type;
            parse_unnest(p);
            return d;
        }
        if (parse_is_name(parse_peek(p)) && !is_specifier_word(parse_peek(p))) {
            d.name = arena_text(p->arena, parse_peek(p)->text, parse_peek(p)->length);
            d.span = parse_peek(p)->span;
            p->at++;
        }
        parse_skip_attributes(p);
        d.type = parse_array_suffix(p, type);
    }
    parse_unnest(p);
    return d;
}

Declarator parse_declarator(Parser *p, const Specifiers *specifiers)
{
    return parse_declarator_of(p, specifiers->type ? specifiers->type : type_scalar(SCALAR_I32));
}

CastType parse_cast_type(Parser *p)
{
    Specifiers s = parse_specifiers(p);
    if (s.is_auto && !s.type)
        parse_error(p, s.span, "name the type", "auto cannot stand here");
    if (p->is_broken)
        return (CastType){type_scalar(SCALAR_I32), s.is_volatile, false};
    Declarator d = parse_declarator(p, &s);
    return (CastType){d.type, s.is_volatile, d.is_reference};
}

const Type *parse_type_name(Parser *p)
{
    return parse_cast_type(p).type;
}

void parse_add_type(Parser *p, const char *name, const Type *type)
{
    if (name)
        scope_add(p, name, SYMBOL_TYPE)->type = type;
}

static void parse_using(Parser *p)
{
    const Token *name = parse_peek(p);
    if (!token_is(parse_ahead(p, 1), "=")) { /* using namespace x; using a::b; */
        while (!parse_at(p, ";") && parse_peek(p)->kind != TOKEN_END)
            p->at++;
        return;
    }
    p->at += 2;
    const Type *type = parse_type_name(p);
    if (!p->is_broken)
        parse_add_type(p, arena_text(p->arena, name->text, name->length), type);
}

void parse_typedef(Parser *p)
{
    if (parse_accept(p, "using")) {
        parse_using(p);
    } else {
        Specifiers s = parse_specifiers(p);
        do {
            Declarator d = parse_declarator(p, &s);
            if (!d.name)
                parse_error(p, d.span, NULL, "expected the new name of the type");
            if (!p->is_broken)
                parse_add_type(p, d.name, d.type);
        } while (!p->is_broken && parse_accept(p, ","));
    }
    parse_expect(p, ";", "after the type's name");
}
