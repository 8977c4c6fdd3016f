/* Finds what a file declares outside functions, by shape alone: brackets are matched, nothing is
 * understood. Host functions are thus skipped whatever they contain. */
#include "lang/tree/outline.h"
#include "base/hash.h"

#include <string.h>

enum { ANGLES_LIMIT = 500 }; /* tokens that may stand between the < and > of a list */

typedef struct Scan {
    Arena *arena;
    const Token *tokens;
    int count, at;
    Outlines *out;
    int template_begin, template_end; /* as in Outline, for the declaration that comes next */
    bool is_template;
    bool is_special; /* template <> */
} Scan;

typedef struct Shape {
    int begin;
    int function_name; /* token, or -1 */
    int body;          /* token of the function's {, or -1 */
    int special_end;   /* of f<...>(: token of the >, or -1 */
    bool is_global, is_device, is_typedef, is_struct, is_enum, has_value;
} Shape;

static const Token *scan_token(const Scan *scan, int at)
{
    return &scan->tokens[at < scan->count ? at : scan->count];
}

static bool scan_is_at(const Scan *scan, int at, const char *text)
{
    return token_is(scan_token(scan, at), text);
}

static int outline_bucket(const char *name, uint32_t length)
{
    return (int)(hash_bytes(HASH_START, name, length) % OUTLINE_BUCKETS);
}

static int matches(const Outlines *outlines, int index, const char *name, uint32_t length)
{
    for (; index >= 0; index = outlines->items[index].next)
        if (strlen(outlines->items[index].name) == length &&
            memcmp(outlines->items[index].name, name, length) == 0)
            return index;
    return -1;
}

int outline_find(const Outlines *outlines, const char *name, uint32_t length)
{
    return matches(outlines, outlines->buckets[outline_bucket(name, length)], name, length);
}

int outline_next(const Outlines *outlines, int index)
{
    const char *name = outlines->items[index].name;
    return matches(outlines, outlines->items[index].next, name, (uint32_t)strlen(name));
}

bool outline_is_constexpr(const Outline *outline, const Token *tokens)
{
    for (int i = outline->begin; i < outline->body; ++i)
        if (token_is(&tokens[i], "constexpr"))
            return true;
    return false;
}

int outline_find_type(const Outlines *outlines, const char *name, uint32_t length)
{
    int forward = -1;
    for (int i = outline_find(outlines, name, length); i >= 0; i = outline_next(outlines, i)) {
        const Outline *outline = &outlines->items[i];
        if (outline->kind != OUTLINE_TYPE || outline->specialised_end > outline->specialised_begin)
            continue;
        if (!outline->is_forward)
            return i;
        forward = i;
    }
    return forward;
}

/* Index after the bracket that closes the one at `at`, or the end. */
static int after_balanced(const Scan *scan, int at)
{
    int depth = 0;
    for (; at < scan->count; ++at) {
        if (scan_is_at(scan, at, "(") || scan_is_at(scan, at, "[") || scan_is_at(scan, at, "{"))
            depth++;
        else if ((scan_is_at(scan, at, ")") || scan_is_at(scan, at, "]") ||
                  scan_is_at(scan, at, "}")) &&
                 --depth <= 0)
            return at + 1;
    }
    return scan->count;
}

/* Index after the > that closes the < at `at`; `at` + 1 if it does not look like a list. */
static int after_angles(const Scan *scan, int at)
{
    int depth = 0, round = 0;
    for (int i = at; i < scan->count && i < at + ANGLES_LIMIT; ++i) {
        round += scan_is_at(scan, i, "(") - scan_is_at(scan, i, ")");
        if (round > 0)
            continue;
        if (scan_is_at(scan, i, "<"))
            depth++;
        else if (scan_is_at(scan, i, ">") && --depth == 0)
            return i + 1;
        else if (scan_is_at(scan, i, ";") || scan_is_at(scan, i, "{") || scan_is_at(scan, i, "}"))
            break;
    }
    return at + 1;
}

static int after_statement(const Scan *scan, int at)
{
    while (at < scan->count && !scan_is_at(scan, at, ";"))
        at = scan_is_at(scan, at, "(") || scan_is_at(scan, at, "{") ? after_balanced(scan, at)
                                                                    : at + 1;
    return at + 1;
}

static void add_outline(Scan *scan, OutlineKind kind, const char *name, const Shape *shape,
                        int name_at, int end)
{
    Outlines *out = scan->out;
    int bucket = outline_bucket(name, (uint32_t)strlen(name));
    Outline outline = {.kind = kind,
                       .name = name,
                       .name_span = scan_token(scan, name_at)->span,
                       .begin = shape->begin,
                       .end = end,
                       .template_begin = scan->template_begin,
                       .template_end = scan->template_end,
                       .is_template = scan->is_template,
                       .body = shape->body,
                       .next = out->buckets[bucket]};
    *ARENA_PUSH(scan->arena, out->items, out->count, out->capacity) = outline;
    out->buckets[bucket] = out->count - 1;
}

static const char *text_of(const Scan *scan, int at)
{
    return arena_text(scan->arena, scan_token(scan, at)->text, scan_token(scan, at)->length);
}

static bool is_attribute_at(const Scan *scan, int at)
{
    static const char *const names[] = {
        "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__", "__align__",
        "alignas",           "__declspec",       "decltype",    "noexcept",      NULL};
    return token_is_any(scan_token(scan, at), names);
}

static void note_shape_word(const Scan *scan, int at, Shape *shape)
{
    shape->is_global |= scan_is_at(scan, at, "__global__");
    shape->is_device |= scan_is_at(scan, at, "__device__");
    shape->is_typedef |= scan_is_at(scan, at, "typedef") || scan_is_at(scan, at, "using");
    shape->is_struct |= scan_is_at(scan, at, "struct") || scan_is_at(scan, at, "class") ||
                        scan_is_at(scan, at, "union");
    shape->is_enum |= scan_is_at(scan, at, "enum");
}

/* The > of f<...>(, which is written for these template arguments alone. */
static void note_special(const Scan *scan, int end, Shape *shape)
{
    int at = end;
    for (int depth = 1; depth > 0 && at > shape->begin;) {
        at--;
        depth += scan_is_at(scan, at, ">") - scan_is_at(scan, at, "<");
    }
    if (at <= shape->begin + 1 || scan_token(scan, at - 1)->kind != TOKEN_NAME)
        return;
    shape->function_name = at - 1;
    shape->special_end = end;
}

/* A ( at depth 0: does it open a function's parameters? */
static void note_parenthesis(const Scan *scan, int at, Shape *shape)
{
    bool is_pointer = scan_is_at(scan, at + 1, "*"); /* float (*f)(float) */
    if (shape->function_name >= 0 || shape->has_value || shape->is_typedef || is_pointer ||
        at == shape->begin)
        return;
    bool is_operator = at > shape->begin + 1 && scan_is_at(scan, at - 2, "operator");
    if (is_operator ||
        (scan_token(scan, at - 1)->kind == TOKEN_NAME && !is_attribute_at(scan, at - 1)))
        shape->function_name = at - 1;
    else if (scan->is_special && scan_is_at(scan, at - 1, ">"))
        note_special(scan, at - 1, shape);
}

/* Walks one declaration from shape->begin; gives the index after it. */
static int walk_declaration(const Scan *scan, Shape *shape)
{
    int at = shape->begin;
    while (at < scan->count) {
        if (scan_is_at(scan, at, ";"))
            return at + 1;
        if (scan_is_at(scan, at, "}"))
            return at;
        if (scan_is_at(scan, at, "{") && shape->function_name >= 0 && !shape->has_value) {
            shape->body = at;
            return after_balanced(scan, at);
        }
        note_shape_word(scan, at, shape);
        shape->has_value |= scan_is_at(scan, at, "=");
        if (scan_is_at(scan, at, "("))
            note_parenthesis(scan, at, shape);
        bool opens =
            scan_is_at(scan, at, "(") || scan_is_at(scan, at, "{") || scan_is_at(scan, at, "[");
        if (scan_is_at(scan, at, "<") && !shape->has_value)
            at = after_angles(scan, at);
        else
            at = opens ? after_balanced(scan, at) : at + 1;
    }
    return scan->count;
}

static void add_function(Scan *scan, const Shape *shape, int end)
{
    int at = shape->function_name;
    OutlineKind kind = shape->is_global   ? OUTLINE_KERNEL
                       : shape->is_device ? OUTLINE_DEVICE_FUNCTION
                                          : OUTLINE_HOST_FUNCTION;
    const char *name = text_of(scan, at);
    if (scan_is_at(scan, at - 1, "operator"))
        name = arena_printf(scan->arena, "operator%s", name);
    add_outline(scan, kind, name, shape, at, end);
    Outline *outline = &scan->out->items[scan->out->count - 1];
    outline->is_special = scan->is_special;
    if (shape->special_end >= 0) {
        outline->specialised_begin = at + 2;
        outline->specialised_end = shape->special_end;
    }
}

/* Token where the declarators of a declaration can begin: behind the body of the struct or enum, if
 * the declaration begins with one. */
static int after_tag(const Scan *scan, const Shape *shape, int end)
{
    if (!shape->is_struct && !shape->is_enum)
        return shape->begin;
    for (int at = shape->begin; at < end; ++at)
        if (scan_is_at(scan, at, "{"))
            return after_balanced(scan, at);
    return shape->begin;
}

/* The name in (*f)( or (*f[2])( that begins at `at`; `at` itself if it is no such. */
static int pointer_name(const Scan *scan, int at)
{
    bool is_pointer = scan_is_at(scan, at + 1, "*") &&
                      scan_token(scan, at + 2)->kind == TOKEN_NAME &&
                      scan_is_at(scan, after_balanced(scan, at), "(");
    return is_pointer ? at + 2 : at;
}

/* Adds what a declaration declares: the names in it that are followed by something that can follow
 * a declarator. */
static void add_declarators(Scan *scan, const Shape *shape, int end, OutlineKind kind)
{
    for (int at = after_tag(scan, shape, end); at < end;) {
        bool follows = scan_is_at(scan, at + 1, "=") || scan_is_at(scan, at + 1, ";") ||
                       scan_is_at(scan, at + 1, ",") || scan_is_at(scan, at + 1, "[") ||
                       scan_is_at(scan, at + 1, "{") || scan_is_at(scan, at + 1, "(");
        int name = scan_is_at(scan, at, "(") ? pointer_name(scan, at) : at;
        if (name != at ||
            (scan_token(scan, at)->kind == TOKEN_NAME && follows && !is_attribute_at(scan, at)))
            add_outline(scan, kind, text_of(scan, name), shape, name, end);
        if (scan_is_at(scan, at, "<"))
            at = after_angles(scan, at);
        else if (scan_is_at(scan, at, "=")) /* its value may hold commas in braces only */
            while (at < end && !scan_is_at(scan, at, ",") && !scan_is_at(scan, at, ";"))
                at = scan_is_at(scan, at, "(") || scan_is_at(scan, at, "{")
                         ? after_balanced(scan, at)
                         : at + 1;
        else if (scan_is_at(scan, at, "(") || scan_is_at(scan, at, "{") ||
                 scan_is_at(scan, at, "["))
            at = after_balanced(scan, at);
        else
            at++;
    }
}

static void add_enumerators(Scan *scan, const Shape *shape, int end)
{
    int at = shape->begin;
    while (at < end && !scan_is_at(scan, at, "{"))
        at++;
    for (at++; at < end && !scan_is_at(scan, at, "}"); at++) {
        if (scan_token(scan, at)->kind == TOKEN_NAME)
            add_outline(scan, OUTLINE_ENUM, text_of(scan, at), shape, at, end);
        while (at < end && !scan_is_at(scan, at, ",") && !scan_is_at(scan, at, "}"))
            at = scan_is_at(scan, at, "(") ? after_balanced(scan, at) : at + 1;
        if (scan_is_at(scan, at, "}"))
            break;
    }
}

/* Adds a specialisation, struct S<...> {, whose name is at name_at; nothing if no body follows. */
static void add_specialisation(Scan *scan, const Shape *shape, int name_at, int end)
{
    int after = after_angles(scan, name_at + 1);
    if (!scan_is_at(scan, after, "{") && !scan_is_at(scan, after, ":"))
        return;
    add_outline(scan, OUTLINE_TYPE, text_of(scan, name_at), shape, name_at, end);
    Outline *outline = &scan->out->items[scan->out->count - 1];
    outline->specialised_begin = name_at + 2;
    outline->specialised_end = after - 1;
}

static void add_tag(Scan *scan, const Shape *shape, int end)
{
    for (int at = shape->begin; at < end; ++at) {
        bool is_name = at > shape->begin && scan_token(scan, at - 1)->kind == TOKEN_NAME;
        if (scan_is_at(scan, at, "<") && is_name)
            add_specialisation(scan, shape, at - 1, end);
        if (scan_is_at(scan, at, "{") || scan_is_at(scan, at, ":") || scan_is_at(scan, at, ";") ||
            scan_is_at(scan, at, "<")) {
            bool is_forward = scan->is_template && scan_is_at(scan, at, ";");
            bool has_body = scan_is_at(scan, at, "{") || scan_is_at(scan, at, ":");
            if (is_name && (has_body || is_forward))
                add_outline(scan, OUTLINE_TYPE, text_of(scan, at - 1), shape, at - 1, end);
            if (is_name && is_forward)
                scan->out->items[scan->out->count - 1].is_forward = true;
            return;
        }
    }
}

static void add_using(Scan *scan, const Shape *shape, int end)
{
    if (scan_is_at(scan, shape->begin + 2, "="))
        add_outline(scan, OUTLINE_TYPE, text_of(scan, shape->begin + 1), shape, shape->begin + 1,
                    end);
}

static void add_all(Scan *scan, const Shape *shape, int end)
{
    bool has_tag = shape->is_struct || shape->is_enum;
    if (shape->function_name >= 0) {
        add_function(scan, shape, end);
        return;
    }
    if (scan_is_at(scan, shape->begin, "using")) {
        add_using(scan, shape, end);
        return;
    }
    if (has_tag)
        add_tag(scan, shape, end);
    if (shape->is_enum)
        add_enumerators(scan, shape, end);
    add_declarators(scan, shape, end, shape->is_typedef ? OUTLINE_TYPE : OUTLINE_VARIABLE);
}

static void scan_declaration(Scan *scan)
{
    Shape shape = {.begin = scan->at, .function_name = -1, .body = -1, .special_end = -1};
    int end = walk_declaration(scan, &shape);
    if (end > scan->at)
        add_all(scan, &shape, end);
    scan->at = end > scan->at ? end : scan->at + 1;
    scan->is_template = scan->is_special = false;
    scan->template_begin = scan->template_end = 0;
}

static void scan_template(Scan *scan)
{
    if (!scan_is_at(scan, scan->at + 1, "<")) { /* an explicit instantiation declares nothing new */
        scan->at = after_statement(scan, scan->at);
        return;
    }
    int end = after_angles(scan, scan->at + 1);
    scan->template_begin = scan->at + 2;
    scan->template_end = end - 1;
    scan->is_template = scan->template_end > scan->template_begin;
    scan->is_special = !scan->is_template;
    scan->at = end;
}

static void scan_namespace(Scan *scan)
{
    while (scan->at < scan->count && !scan_is_at(scan, scan->at, "{") &&
           !scan_is_at(scan, scan->at, ";"))
        scan->at++;
    scan->at++;
}

Outlines *outline_scan(Arena *arena, const TokenList *tokens)
{
    Scan scan = {.arena = arena, .tokens = tokens->items, .count = tokens->count};
    scan.out = ARENA_NEW(arena, Outlines);
    for (int i = 0; i < OUTLINE_BUCKETS; ++i)
        scan.out->buckets[i] = -1;
    while (scan.at < scan.count) {
        bool is_linkage = scan_is_at(&scan, scan.at, "extern") &&
                          scan_token(&scan, scan.at + 1)->kind == TOKEN_STRING;
        if (scan_is_at(&scan, scan.at, ";") || scan_is_at(&scan, scan.at, "}"))
            scan.at++;
        else if (scan_is_at(&scan, scan.at, "namespace") ||
                 (scan_is_at(&scan, scan.at, "inline") &&
                  scan_is_at(&scan, scan.at + 1, "namespace")))
            scan_namespace(&scan);
        else if (scan_is_at(&scan, scan.at, "template"))
            scan_template(&scan);
        else if (is_linkage)
            scan.at += scan_is_at(&scan, scan.at + 2, "{") ? 3 : 2;
        else if (scan_is_at(&scan, scan.at, "static_assert") ||
                 (scan_is_at(&scan, scan.at, "using") &&
                  scan_is_at(&scan, scan.at + 1, "namespace")))
            scan.at = after_statement(&scan, scan.at);
        else
            scan_declaration(&scan);
    }
    return scan.out;
}
