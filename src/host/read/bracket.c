/* Brackets matched, and ways through the tokens that go round them. */
#include "host/scan.h"

#include <string.h>

void host_match_brackets(HostScan *scan)
{
    static const char *const pairs[] = {"()", "[]", "{}"};
    int *open = ARENA_ARRAY(scan->arena, int, scan->count + 1), depth = 0;
    scan->match = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    scan->no_type = ARENA_ARRAY(scan->arena, uint8_t, scan->count + 1);
    for (int i = 0; i < scan->count; ++i) {
        const Token *token = &scan->tokens[i];
        scan->match[i] = -1;
        if (token->kind != TOKEN_PUNCTUATOR || token->length != 1)
            continue;
        for (int kind = 0; kind < 3; ++kind) {
            if (*token->text == pairs[kind][0])
                open[depth++] = i;
            /* A } also ends every ( and [ inside its block that was never closed. */
            while (*token->text == pairs[kind][1] && depth && kind == 2 &&
                   *scan->tokens[open[depth - 1]].text != '{')
                depth--;
            if (*token->text == pairs[kind][1] && depth &&
                *scan->tokens[open[depth - 1]].text == pairs[kind][0])
                scan->match[open[--depth]] = i;
        }
    }
    scan->match[scan->count] = -1;
}

int host_after_bracket(const HostScan *scan, int at, int end)
{
    if (at >= end)
        return end;
    int close = scan->match[at];
    return close < 0 || close >= end ? end : close + 1;
}

bool host_opens_bracket(const HostScan *scan, int at)
{
    const Token *token = &scan->tokens[at];
    return token->kind == TOKEN_PUNCTUATOR && token->length == 1 && strchr("([{", *token->text);
}

int host_find(const HostScan *scan, int at, int end, const char *text)
{
    while (at < end && !host_is_at(scan, at, text))
        at = host_opens_bracket(scan, at) ? host_after_bracket(scan, at, end) : at + 1;
    return at < end ? at : end;
}

int host_template_end(const HostScan *scan, int at, int end)
{
    static const char *const never[] = {";", "{", "}", "&&", "||", "<<<", "=", NULL};
    int depth = 0, limit = at + 200;
    for (; at < end && at < limit; ++at) {
        for (int i = 0; never[i]; ++i)
            if (host_is_at(scan, at, never[i]))
                return -1;
        if (host_is_at(scan, at, ")") || host_is_at(scan, at, "]"))
            return -1;
        depth += host_is_at(scan, at, "<");
        depth -= host_is_at(scan, at, ">");
        if (depth == 0)
            return at + 1;
        if (host_opens_bracket(scan, at)) {
            if (scan->match[at] < 0 || scan->match[at] >= end)
                return -1;
            at = scan->match[at];
        }
    }
    return -1;
}

const char *host_text(HostScan *scan, int at, int end)
{
    char text[60];
    size_t length = 0;
    for (int i = at; i < end; ++i) {
        const Token *t = &scan->tokens[i];
        bool space = i > at && t->space_before;
        if (length + t->length + space > sizeof text - 4) {
            memcpy(text + length, "...", 3);
            length += 3;
            break;
        }
        if (space)
            text[length++] = ' ';
        memcpy(text + length, t->text, t->length);
        length += t->length;
    }
    return arena_text(scan->arena, text, length);
}
