/* --without on text. A barrier call becomes blanks, a condition becomes 1, a statement becomes an
 * empty one: the same three things that the front end does to the Program. */
#include "device/text.h"

static int token_before(const DeviceText *text, int at)
{
    do
        --at;
    while (at >= 0 && text->is_directive[at]);
    return at;
}

/* The closing bracket of the group that opens at `at`, or at itself if it is never closed. */
static int group_end(const DeviceText *text, int at)
{
    return text->partner[at] >= 0 ? text->partner[at] : at;
}

/* First token of "group.sync" or "cg::sync" whose last name is at `at`. */
static int qualified_start(const DeviceText *text, int at)
{
    static const char *const joints[] = {".", "->", "::", NULL};
    int start = at;
    while (device_text_is_any(text, token_before(text, start), joints))
        start = token_before(text, token_before(text, start));
    return start;
}

static bool is_barrier(const DeviceText *text, int at)
{
    static const char *const joints[] = {".", "->", "::", NULL};
    if (!device_text_is(text, device_text_next(text, at), "("))
        return false;
    return device_text_is(text, at, "__syncthreads") ||
           (device_text_is(text, at, "sync") &&
            device_text_is_any(text, token_before(text, at), joints));
}

static void remove_barriers(DeviceText *text, int line)
{
    for (int i = 0; i < text->count; ++i)
        if (!text->is_directive[i] && text->lines[i] == line && is_barrier(text, i))
            device_text_blank(text, qualified_start(text, i),
                              group_end(text, device_text_next(text, i)));
}

/* First token of the condition that ends before the ? at `at`. */
static int condition_start(const DeviceText *text, int at)
{
    static const char *const ends[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=",     "|=", "^=",   "<<=", ">>=", ",",
        ";", "{",  "}",  "(",  "[",  "?",  "return", ":",  "else", "do",  NULL};
    int depth = 0, start = at;
    for (int i = token_before(text, at); i >= 0; i = token_before(text, i)) {
        if (device_text_is(text, i, ")") || device_text_is(text, i, "]"))
            ++depth;
        else if (depth == 0 && device_text_is_any(text, i, ends))
            break;
        else if (device_text_is(text, i, "(") || device_text_is(text, i, "["))
            --depth;
        start = i;
    }
    return start;
}

static int statement_end(const DeviceText *text, int at);

/* Last token of the statement that a head such as "if (...)" begins: its body, and the else. */
static int headed_end(const DeviceText *text, int at)
{
    int open = device_text_next(text, at);
    if (device_text_is(text, open, "constexpr"))
        open = device_text_next(text, open);
    if (!device_text_is(text, open, "("))
        return at;
    int end = statement_end(text, device_text_next(text, group_end(text, open)));
    int next = device_text_next(text, end);
    return device_text_is(text, at, "if") && device_text_is(text, next, "else")
               ? statement_end(text, device_text_next(text, next))
               : end;
}

/* Last token of "do ... while (...);". */
static int do_end(const DeviceText *text, int at)
{
    int end = statement_end(text, device_text_next(text, at)) + 1;
    while (end < text->count - 1 && !device_text_is(text, end, ";"))
        end = device_text_is(text, end, "(") ? group_end(text, end) + 1 : end + 1;
    return end;
}

/* Last token of the statement that begins at `at`. */
static int statement_end(const DeviceText *text, int at)
{
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    if (at >= text->count)
        return text->count - 1;
    if (device_text_is(text, at, "{"))
        return group_end(text, at);
    if (device_text_is_any(text, at, heads))
        return headed_end(text, at);
    if (device_text_is(text, at, "do"))
        return do_end(text, at);
    for (int i = at; i < text->count; i = device_text_next(text, i)) {
        if (device_text_is(text, i, ";"))
            return i;
        if (text->partner[i] >= 0)
            i = text->partner[i];
        else if (device_text_is(text, i, "}"))
            return token_before(text, i);
    }
    return text->count - 1;
}

/* Whether the bracket at `at` closes one that stands right after one of the words. */
static bool closes_after(const DeviceText *text, int at, const char *const *words)
{
    for (int i = at - 1; i > 0; --i)
        if (text->partner[i] == at)
            return device_text_is_any(text, token_before(text, i), words);
    return false;
}

/* Whether the { at `at` opens a block and no list of values. */
static bool opens_block(const DeviceText *text, int at)
{
    static const char *const starts[] = {")",     ";",        "}",        "else", "do",
                                         "const", "noexcept", "override", NULL};
    int last = token_before(text, at);
    return device_text_is_any(text, last, starts) ||
           (device_text_is(text, last, "{") && opens_block(text, last));
}

/* Whether the : at `at` ends "case ...:" or "default:". */
static bool ends_label(const DeviceText *text, int at)
{
    static const char *const stops[] = {";", "{", "}", "?", NULL};
    for (int i = token_before(text, at); i >= 0 && !device_text_is_any(text, i, stops);
         i = token_before(text, i))
        if (device_text_is(text, i, "case") || device_text_is(text, i, "default"))
            return true;
    return false;
}

/* Whether a declaration begins at `at`: a type's first word, or a name (qualified, with template
 * arguments) that another name follows. */
static bool begins_declaration(const DeviceText *text, int at)
{
    static const char *const words[] = {
        "const", "constexpr", "static", "extern",   "__shared__", "volatile", "register",
        "auto",  "unsigned",  "signed", "int",      "float",      "double",   "char",
        "short", "long",      "bool",   "struct",   "class",      "union",    "enum",
        "using", "typedef",   "void",   "typename", "namespace",  NULL};
    static const char *const never[] = {"return", "goto",     "delete", "break",
                                        "if",     "continue", NULL}; /* if constexpr (...) */
    static const char *const between[] = {"*", "&", NULL};
    static const char *const ends[] = {"=", ";", "[", ",", "(", "{", NULL};
    if (device_text_is_any(text, at, words))
        return true;
    if (text->tokens[at].kind != TOKEN_NAME || device_text_is_any(text, at, never))
        return false;
    int i = device_text_next(text, at), angle = 0;
    while (device_text_is(text, i, "::"))
        i = device_text_next(text, device_text_next(text, i));
    for (; i < text->count && (device_text_is(text, i, "<") || angle > 0);
         i = device_text_next(text, i))
        angle += device_text_is(text, i, "<") - device_text_is(text, i, ">") -
                 (device_text_is(text, i, ";") ? angle : 0);
    while (device_text_is_any(text, i, between))
        i = device_text_next(text, i);
    return i < text->count && text->tokens[i].kind == TOKEN_NAME &&
           device_text_is_any(text, device_text_next(text, i), ends);
}

/* A condition that declares a variable is no check. */
static void make_if_true(DeviceText *text, int at)
{
    int open = device_text_next(text, at);
    if (device_text_is(text, open, "constexpr"))
        open = device_text_next(text, open);
    int close = device_text_is(text, open, "(") ? text->partner[open] : -1, start = open + 1;
    bool has_value = false;
    for (int i = start; i < close; i = group_end(text, i) + 1) {
        has_value |= device_text_is(text, i, "=");
        if (device_text_is(text, i, ";")) {
            start = i + 1;
            has_value = false;
        }
    }
    bool declares = has_value && begins_declaration(text, device_text_next(text, start - 1));
    if (close > start && !declares)
        device_text_replace(text, start, close - 1, '1');
}

/* Makes the condition of the ?: whose mark is at `at` true, if it counts on the line: it does on
 * the line of its mark and on that where its condition begins. */
static void make_choice_true(DeviceText *text, int at, int line)
{
    int start = condition_start(text, at);
    if (start < at && (text->lines[at] == line || text->lines[start] == line))
        device_text_replace(text, start, token_before(text, at), '1');
}

static void make_checks_true(DeviceText *text, int line)
{
    for (int i = 0; i < text->count; ++i) {
        if (text->is_directive[i])
            continue;
        if (device_text_is(text, i, "if") && text->lines[i] == line)
            make_if_true(text, i);
        else if (device_text_is(text, i, "?"))
            make_choice_true(text, i, line);
    }
}

/* Whether a statement that --without line: can remove begins at `at`: no block, no label and no
 * declaration, whose name would be missed. */
static bool begins_statement(const DeviceText *text, int at)
{
    static const char *const heads[] = {"if", "constexpr", "for", "while", "switch", NULL};
    static const char *const loops[] = {"do", NULL};
    static const char *const starts[] = {";", "}", "else", "do", NULL};
    static const char *const never[] = {"else",          "{", "}", ";", ",", ")", "case", "default",
                                        "static_assert", NULL};
    int last = token_before(text, at);
    if (device_text_is_any(text, at, never) || begins_declaration(text, at))
        return false;
    if (device_text_is(text, at, "while") && device_text_is(text, last, "}") &&
        closes_after(text, last, loops))
        return false;
    return device_text_is_any(text, last, starts) ||
           (device_text_is(text, last, "{") && opens_block(text, last)) ||
           (device_text_is(text, last, ":") && ends_label(text, last)) ||
           (device_text_is(text, last, ")") && closes_after(text, last, heads));
}

/* Whether the { at `at` opens the body of a function, or of a statement. */
static bool opens_body(const DeviceText *text, int at)
{
    static const char *const words[] = {")", "const", "noexcept", "override", NULL};
    return device_text_is(text, at, "{") && text->partner[at] > at &&
           device_text_is_any(text, token_before(text, at), words);
}

static void remove_statements(DeviceText *text, int line)
{
    int parentheses = 0, body_end = -1;
    for (int i = 0; i < text->count; ++i) {
        if (text->is_directive[i])
            continue;
        if (i > body_end && opens_body(text, i))
            body_end = text->partner[i];
        if (i >= body_end)
            continue;
        bool is_inside = parentheses > 0; /* a statement may begin with one: (void)f(); */
        parentheses += device_text_is(text, i, "(") - device_text_is(text, i, ")");
        if (is_inside || text->lines[i] != line || !begins_statement(text, i))
            continue;
        parentheses = 0;
        int end = statement_end(text, i);
        device_text_replace(text, i, end, ';');
        i = end;
    }
}

void device_text_without(DeviceText *text, const Without *without)
{
    switch (without->kind) {
    case WITHOUT_BARRIER: remove_barriers(text, without->line); break;
    case WITHOUT_CHECK: make_checks_true(text, without->line); break;
    case WITHOUT_LINE: remove_statements(text, without->line); break;
    }
}
