/* The classes and functions of a file, found by the shape of what declares them. */
#include "base/hash.h"
#include "host/cuda/cuda.h"

#include <string.h>

/* ---- classes ---- */

/* Does this { open the body of a class or struct? */
static bool is_class_body(const HostScan *scan, int open)
{
    while (--open >= 0 && !host_is_at(scan, open, ";") && !host_is_at(scan, open, "}") &&
           !host_is_at(scan, open, "{"))
        if (host_is_at(scan, open, "class") || host_is_at(scan, open, "struct"))
            return true;
        else if (host_is_at(scan, open, ")"))
            return false;
    return false;
}

/* Whether the class whose { stands at `open` declares a member of that name. Pointers are left out,
 * as they are no sizes that could be set. */
static bool class_declares(const HostScan *scan, int open, const Token *name)
{
    for (int at = open + 1, left = HOST_CLASS_TOKENS; at < scan->match[open] && left > 0;
         ++at, --left) {
        const Token *token = &scan->tokens[at];
        if (token->kind == TOKEN_NAME && token->length == name->length &&
            memcmp(token->text, name->text, name->length) == 0)
            return !host_is_at(scan, at - 1, "*") && !host_is_at(scan, at - 1, "&");
        if (scan->match[at] > at)
            at = scan->match[at];
    }
    return false;
}

/* Notes the class whose body opens there: what it is called, and its template parameters. */
static void note_class(HostScan *scan, int open)
{
    HostClass out = {.open = open, .templates = -1};
    int word = open, at;
    while (!host_is_at(scan, word, "class") && !host_is_at(scan, word, "struct"))
        word--;
    for (at = word + 1; at < open && !host_is_at(scan, at, ":"); ++at)
        if (scan->match[at] > at)
            at = scan->match[at];
        else if (scan->tokens[at].kind == TOKEN_NAME && !host_is_at(scan, at, "final"))
            out.name = &scan->tokens[at];
    at = word - 1;
    for (int depth = host_is_at(scan, at, ">"), left = 200; depth > 0 && at > 0 && left > 0;
         --left) {
        --at;
        depth += host_is_at(scan, at, ">") - host_is_at(scan, at, "<");
        if (depth == 0 && host_is_at(scan, at - 1, "template"))
            out.templates = at;
    }
    if (out.name && scan->class_count < HOST_CLASS_LIMIT)
        *ARENA_PUSH(scan->arena, scan->classes, scan->class_count, scan->class_capacity) = out;
}

const HostClass *host_class_at(const HostScan *scan, int open)
{
    for (int i = 0; i < scan->class_count; ++i)
        if (scan->classes[i].open == open)
            return &scan->classes[i];
    return NULL;
}

void host_note_classes(HostScan *scan)
{
    int *ends = ARENA_ARRAY(scan->arena, int, scan->count + 1), depth = 0;
    int *opens = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    scan->class_of = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    for (int at = 0; at < scan->count; ++at) {
        while (depth > 0 && ends[depth - 1] <= at)
            depth--;
        scan->class_of[at] = depth > 0 ? opens[depth - 1] : -1;
        if (!host_is_at(scan, at, "{") || scan->match[at] < 0 || !is_class_body(scan, at))
            continue;
        ends[depth] = scan->match[at];
        opens[depth++] = at;
        note_class(scan, at);
    }
}

bool host_is_member(const HostScan *scan, int name)
{
    int open = scan->class_of[name];
    return open >= 0 && class_declares(scan, open, &scan->tokens[name]);
}

/* ---- functions ---- */

static int *function_bucket(HostScan *scan, const char *name, uint32_t length)
{
    return &scan->buckets[hash_bytes(HASH_START, name, length) % HOST_BUCKETS];
}

int host_parameter_count(HostScan *scan, const HostFunction *function)
{
    int at = function->params + 1, close = at > 0 ? scan->match[at - 1] : -1, count = 1;
    if (close < 0 || at >= close || (at + 1 == close && host_is_at(scan, at, "void")))
        return 0;
    while ((at = host_find(scan, at, close, ",")) < close) {
        at++;
        count++;
    }
    return count;
}

HostFunction *host_function_find(HostScan *scan, const char *name, uint32_t length, int arguments)
{
    HostFunction *best = NULL;
    for (int i = *function_bucket(scan, name, length); i >= 0; i = scan->functions[i].next) {
        HostFunction *function = &scan->functions[i];
        if (function->length != length || memcmp(function->name, name, length) != 0)
            continue;
        bool is_freer = best && best->owner >= 0 && function->owner < 0;
        if (best && best->owner < 0 && function->owner >= 0)
            continue;
        if (!best || is_freer ||
            (arguments >= 0 && host_parameter_count(scan, function) == arguments))
            best = function;
    }
    return best;
}

int host_method_find(HostScan *scan, int owner, const Token *name, int count)
{
    int best = -1, fewest = -1;
    for (int i = *function_bucket(scan, name->text, name->length); i >= 0;
         i = scan->functions[i].next) {
        const HostFunction *function = &scan->functions[i];
        if (function->owner != owner || function->is_device || !token_is(name, function->name))
            continue;
        int parameters = host_parameter_count(scan, function);
        if (parameters == count)
            return i;
        if (parameters > count && (best < 0 || parameters < fewest)) {
            best = i;
            fewest = parameters;
        }
    }
    return best;
}

int host_function_add(HostScan *scan, HostFunction function)
{
    int *bucket = function_bucket(scan, function.name, function.length);
    function.next = *bucket;
    *bucket = scan->function_count;
    *ARENA_PUSH(scan->arena, scan->functions, scan->function_count, scan->function_capacity) =
        function;
    return scan->function_count - 1;
}

bool host_range_is_interesting(HostScan *scan, int from, int to)
{
    for (int i = from; i < to; ++i) {
        const Token *token = &scan->tokens[i];
        if (token_is(token, "<<<") || host_cuda_is_name(token))
            return true;
        bool is_name = token->kind == TOKEN_NAME && i + 1 < scan->count;
        bool is_object = is_name && scan->tokens[i + 1].kind == TOKEN_NAME; /* Class object(...) */
        if (!is_name ||
            !(host_is_at(scan, i + 1, "(") || host_is_at(scan, i + 1, "<") || is_object))
            continue;
        const HostFunction *called = host_function_find(scan, token->text, token->length, -1);
        if (called && called->is_interesting && (!is_object || called->owner >= 0))
            return true;
    }
    return false;
}

/* What calls something interesting is interesting: repeated until nothing changes, but not for
 * ever. */
bool host_range_launches(HostScan *scan, int from, int to, int depth)
{
    enum { DEPTH_LIMIT = 6 };
    for (int at = from; at < to; ++at) {
        const Token *token = &scan->tokens[at];
        if (host_is_at(scan, at, "<<<") || host_is_at(scan, at, "cudaLaunchKernel"))
            return true;
        const HostFunction *function =
            token->kind == TOKEN_NAME && depth < DEPTH_LIMIT && host_is_at(scan, at + 1, "(")
                ? host_function_find(scan, token->text, token->length, -1)
                : NULL;
        int close = function && function->is_interesting ? scan->match[function->body] : -1;
        if (close > 0 && host_range_launches(scan, function->body, close, depth + 1))
            return true;
    }
    return false;
}

void host_mark_interesting(HostScan *scan)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 8; ++pass) {
        changed = false;
        for (int i = 0; i < scan->function_count; ++i) {
            HostFunction *function = &scan->functions[i];
            if (function->is_device || function->is_interesting)
                continue;
            function->is_interesting = host_range_is_interesting(
                scan, function->body, host_after_bracket(scan, function->body, scan->count));
            changed |= function->is_interesting;
        }
    }
}
