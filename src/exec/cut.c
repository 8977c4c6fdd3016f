/* A body begins with the { behind a __global__ or __device__ and a list of parameters, and ends
 * with the } that closes it. Of an #if that stands in it, one branch counts. */
#include "exec/cut.h"
#include "lang/text/token.h"

#include <limits.h>
#include <string.h>

/* What is put between two letters of the text. */
typedef struct Insertion {
    uint32_t at;
    const char *text;
} Insertion;

typedef struct Cutter {
    Arena *arena;
    const Token *tokens;
    int count;
    uint32_t file;
    char *text;
    bool is_changed;
    Insertion *insertions; /* in their order */
    int insertion_count, insertion_capacity;
} Cutter;

/* Behind the last token of a directive that begins at i. */
static int directive_end(const Cutter *c, int i)
{
    for (++i; i < c->count && !c->tokens[i].first_on_line; ++i)
        continue;
    return i;
}

static bool is_directive(const Cutter *c, int i)
{
    return c->tokens[i].first_on_line && token_is(&c->tokens[i], "#");
}

static bool is_named(const Cutter *c, int i, const char *name)
{
    return i >= 0 && i < c->count && token_is(&c->tokens[i], name);
}

/* Behind the } that closes the { at i. Every branch of an #if begins at the depth of the first. */
static int skip_braces(const Cutter *c, int i)
{
    int depth = 0, floors[32], nested = 0;
    while (i < c->count) {
        if (is_directive(c, i)) {
            bool is_if = i + 1 < c->count && c->tokens[i + 1].length >= 2 &&
                         memcmp(c->tokens[i + 1].text, "if", 2) == 0;
            bool is_else = is_named(c, i + 1, "else") || is_named(c, i + 1, "elif");
            if (is_if && nested < 32)
                floors[nested++] = depth;
            else if (is_else && nested > 0)
                depth = floors[nested - 1];
            else if (is_named(c, i + 1, "endif") && nested > 0)
                --nested;
            i = directive_end(c, i);
            continue;
        }
        depth += token_is(&c->tokens[i], "{") - token_is(&c->tokens[i], "}");
        ++i;
        if (!depth)
            return i;
    }
    return i;
}

/* Blanks what stands between two tokens, newlines and directives other than pragmas apart. */
static void blank(Cutter *c, int from, int to)
{
    uint32_t at = c->tokens[from].span.start + c->tokens[from].span.length;
    for (int i = from + 1; i <= to; ++i) {
        uint32_t end = c->tokens[i].span.start;
        for (; at < end; ++at)
            if (c->text[at] != '\n')
                c->text[at] = ' ';
        if (i == to)
            break;
        if (is_directive(c, i) && !is_named(c, i + 1, "pragma")) {
            int next = directive_end(c, i);
            const Token *last = &c->tokens[(next < to ? next : to) - 1];
            at = last->span.start + last->span.length;
            i = (next < to ? next : to) - 1;
        }
    }
    c->is_changed = true;
}

/* The { of the body of the function whose specifier stands at i; -1 if it is no function with a
 * body. */
static int body_of(const Cutter *c, int i)
{
    int parens = 0;
    bool has_parameters = false, is_list = false;
    for (++i; i < c->count; ++i) {
        const Token *token = &c->tokens[i];
        if (is_directive(c, i)) {
            i = directive_end(c, i) - 1;
            continue;
        }
        parens += token_is(token, "(") - token_is(token, ")");
        has_parameters |= token_is(token, ")") && !parens;
        if (parens)
            continue;
        if (token_is(token, ";") || token_is(token, "}"))
            return -1;
        if (token_is(token, "=") && !is_named(c, i - 1, "operator"))
            return -1;
        is_list |= has_parameters && token_is(token, ":");
        if (!token_is(token, "{"))
            continue;
        bool is_member =
            is_list && (c->tokens[i - 1].kind == TOKEN_NAME || is_named(c, i - 1, ">"));
        if (!is_member)
            return has_parameters ? i : -1;
        i = skip_braces(c, i) - 1;
    }
    return -1;
}

/* Is the function for the host as well, or needed while compiling? Looks at the words round its
 * specifier; a lambda keeps its body, too, since what it captures follows from it. */
static bool is_kept(const Cutter *c, int i)
{
    static const char *const words[] = {
        "__global__", "__device__", "__forceinline__", "__noinline__", "inline",     "static",
        "extern",     "friend",     "virtual",         "explicit",     "__inline__", NULL};
    static const char *const keeping[] = {"__host__", "constexpr", NULL};
    for (int step = -1; step <= 1; step += 2)
        for (int at = i + step; at >= 0 && at < c->count; at += step) {
            if (token_is_any(&c->tokens[at], keeping))
                return true;
            if (!token_is_any(&c->tokens[at], words))
                break;
        }
    return is_named(c, i - 1, "]") && !is_named(c, i - 2, "]");
}

/* A launch whose signs stand apart, << <1, 2>> >(...), which nvcc takes and clang does not: moves
 * them together. */
static void join_signs(Cutter *c, int i, const char *sign)
{
    uint32_t at = c->tokens[i].span.start, end = c->tokens[i].span.start;
    char text[4] = {*sign, *sign, *sign, 0};
    uint32_t length = 0;
    for (; i < c->count && length < 3; ++i) {
        for (uint32_t k = 0; k < c->tokens[i].length; ++k)
            if (c->tokens[i].text[k] != *sign)
                return;
        length += c->tokens[i].length;
        end = c->tokens[i].span.start + c->tokens[i].length;
    }
    if (length != 3 || end - at == 3)
        return;
    memset(c->text + at, ' ', end - at);
    memcpy(c->text + at, text, 3);
    c->is_changed = true;
}

static void join_launch(Cutter *c, int i)
{
    int depth = 0;
    join_signs(c, i, "<");
    for (i += 2; i < c->count && !token_is(&c->tokens[i], ";"); ++i) {
        depth += token_is(&c->tokens[i], "(") - token_is(&c->tokens[i], ")");
        if (!depth && token_is(&c->tokens[i], ">") && is_named(c, i + 1, ">")) {
            join_signs(c, i, ">");
            return;
        }
    }
}

/* ---- lambdas ---- */

/* Past the ) that closes the ( at i. */
static int skip_parens(const Cutter *c, int i)
{
    int depth = 0;
    for (; i < c->count; ++i) {
        depth += token_is(&c->tokens[i], "(") - token_is(&c->tokens[i], ")");
        if (!depth)
            return i + 1;
    }
    return i;
}

/* The [ that the ] at i closes. */
static int open_bracket(const Cutter *c, int i)
{
    int depth = 0;
    for (; i >= 0; --i) {
        depth += token_is(&c->tokens[i], "]") - token_is(&c->tokens[i], "[");
        if (!depth)
            return i;
    }
    return -1;
}

static void insert(Cutter *c, uint32_t at, const char *text)
{
    *ARENA_PUSH(c->arena, c->insertions, c->insertion_count, c->insertion_capacity) =
        (Insertion){at, text};
    c->is_changed = true;
}

/* A lambda for the device, whose captures the ] at i closes, gets one more parameter, which nobody
 * gives: its type says where in the text the lambda stands, and so does then the name of every
 * kernel that is given the lambda. */
static void mark_lambda(Cutter *c, int i)
{
    static const char *const specifiers[] = {"__device__", "__host__", "constexpr", NULL};
    int begin = open_bracket(c, i), at = i + 1;
    bool is_device = false;
    for (; at < c->count && token_is_any(&c->tokens[at], specifiers); ++at)
        is_device |= token_is(&c->tokens[at], "__device__");
    if (begin < 0 || !is_device)
        return;
    const char *place = arena_printf(c->arena, "::" CUT_PLACE "<%u, %u> = {}", c->file,
                                     c->tokens[begin].span.start);
    if (!is_named(c, at, "(")) {
        insert(c, c->tokens[at].span.start, arena_printf(c->arena, "(%s) ", place));
        return;
    }
    int end = skip_parens(c, at);
    bool is_empty = end == at + 2, is_open = is_named(c, end - 2, "...");
    if (!is_open && !(end == at + 3 && is_named(c, at + 1, "void")))
        insert(c, c->tokens[end - 1].span.start,
               is_empty ? place : arena_printf(c->arena, ", %s", place));
}

/* The text with what is put into it. */
static const char *joined(const Cutter *c)
{
    size_t length = strlen(c->text);
    for (int i = 0; i < c->insertion_count; ++i)
        length += strlen(c->insertions[i].text);
    char *out = arena_alloc(c->arena, length + 1), *to = out;
    uint32_t at = 0;
    for (int i = 0; i < c->insertion_count; ++i) {
        const Insertion *insertion = &c->insertions[i];
        to = mempcpy(to, c->text + at, insertion->at - at);
        to = stpcpy(to, insertion->text);
        at = insertion->at;
    }
    strcpy(to, c->text + at);
    return out;
}

const char *cut_device_bodies(Arena *arena, const SourceSet *sources, uint32_t file)
{
    const SourceFile *source = &sources->files[file];
    TokenList list = lex_file(arena, sources, file, INT_MAX);
    Cutter c = {.arena = arena,
                .tokens = list.items,
                .count = list.count,
                .file = file,
                .text = arena_text(arena, source->text, source->length)};
    for (int i = 0; i < c.count; ++i) {
        if (is_directive(&c, i)) {
            i = directive_end(&c, i) - 1;
            continue;
        }
        if (token_is(&c.tokens[i], "<<") && is_named(&c, i + 1, "<"))
            join_launch(&c, i);
        if (token_is(&c.tokens[i], "]") && !is_named(&c, i - 1, "]"))
            mark_lambda(&c, i);
        bool is_kernel = token_is(&c.tokens[i], "__global__");
        if ((!is_kernel && !token_is(&c.tokens[i], "__device__")) || is_kept(&c, i))
            continue;
        int body = body_of(&c, i);
        if (body < 0)
            continue;
        int end = skip_braces(&c, body) - 1;
        blank(&c, body, end);
        i = end;
    }
    return c.is_changed ? joined(&c) : NULL;
}
