/* What is wrong with a pointer that a launch is given, where the text of the program proves it. The
 * hard idea: a proof looks at every place where the variable's name stands, since code that the
 * scan did not run, or did not understand, may have done anything to it there. */
#include "host/cuda/cuda.h"

#include <string.h>

/* The tokens that may name a variable, and where the launch in question is. */
typedef struct Uses {
    const HostScan *scan;
    const HostVar *var;
    int from, to;
    int launch, launch_end; /* its tokens, from <<< to behind its arguments */
} Uses;

static bool is_named(const Uses *uses, int at)
{
    const Token *token = &uses->scan->tokens[at];
    return token->kind == TOKEN_NAME && token->length == uses->var->length &&
           token_is(token, uses->var->name) && !host_is_at(uses->scan, at - 1, ".") &&
           !host_is_at(uses->scan, at - 1, "->") && !host_is_at(uses->scan, at - 1, "::");
}

static bool is_declaration(const Uses *uses, int at)
{
    const Span *here = &uses->scan->tokens[at].span, *span = &uses->var->span;
    return here->file == span->file && here->start == span->start;
}

/* The bracket of the call whose argument stands at `at`, casts and brackets around it apart; -1. */
static int call_around(const HostScan *scan, int at)
{
    for (int i = at - 1; i > 0; --i) {
        const Token *token = &scan->tokens[i];
        if (token_is(token, ";") || token_is(token, "{") || token_is(token, "}"))
            return -1;
        bool is_open = token_is(token, "(") && scan->match[i] > at;
        if (is_open && scan->tokens[i - 1].kind == TOKEN_NAME)
            return i;
    }
    return -1;
}

static bool calls(const HostScan *scan, int open, const char *name)
{
    return open > 0 && token_is(&scan->tokens[open - 1], name);
}

/* Is it what cudaMemcpy copies to the host? */
static bool is_read_back(const HostScan *scan, int at, int open)
{
    bool is_back = false;
    if (!calls(scan, open, "cudaMemcpy"))
        return false;
    for (int i = open; i < scan->match[open]; ++i)
        is_back |= host_is_at(scan, i, "cudaMemcpyDeviceToHost");
    return is_back && at > host_find(scan, open + 1, scan->match[open], ",");
}

static bool is_allocated(const Uses *uses, int at)
{
    return host_is_at(uses->scan, at - 1, "&") &&
           calls(uses->scan, call_around(uses->scan, at), "cudaMalloc");
}

/* Is it the start of what a cudaMemcpy writes? How many bytes is known of the allocation. */
static bool is_copied_to(const Uses *uses, int at)
{
    int open = call_around(uses->scan, at);
    return calls(uses->scan, open, "cudaMemcpy") && at == open + 1 &&
           host_is_at(uses->scan, at + 1, ",");
}

/* Does what stands there leave the buffer's contents as they are, behind what is copied to its
 * start? */
static bool leaves_contents(const Uses *uses, int at)
{
    const HostScan *scan = uses->scan;
    int open = call_around(scan, at);
    return (at > uses->launch && at < uses->launch_end) || is_declaration(uses, at) ||
           is_allocated(uses, at) || calls(scan, open, "sizeof") || calls(scan, open, "cudaFree") ||
           is_read_back(scan, at, open) || is_copied_to(uses, at);
}

/* The end of the outermost loop of the range that the launch stands in, else of the launch. */
static int end_of_repetition(const Uses *uses)
{
    const HostScan *scan = uses->scan;
    for (int i = uses->from; i < uses->launch; ++i) {
        bool is_loop = host_is_at(scan, i, "for") || host_is_at(scan, i, "while");
        int body = is_loop ? host_after_bracket(scan, i + 1, uses->to) : i + 1;
        if (!is_loop && !host_is_at(scan, i, "do"))
            continue;
        int end = host_is_at(scan, body, "{") ? host_after_bracket(scan, body, uses->to)
                                              : host_find(scan, body, uses->to, ";");
        if (end > uses->launch)
            return end;
    }
    return uses->launch_end;
}

/* A file that copies no buffer is a sketch: what it computes with is left open, not forgotten. */
static bool copies_buffers(const HostScan *scan)
{
    static const char *const names[] = {"cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", NULL};
    for (int i = 0; i < scan->count; ++i)
        if (token_is_any(&scan->tokens[i], names))
            return true;
    return false;
}

/* Allocated by a cudaMalloc that stands before the launch, and nothing else was done to it. */
static bool is_only_allocated(const Uses *uses)
{
    int allocated = 0, end = end_of_repetition(uses);
    if (!copies_buffers(uses->scan))
        return false;
    bool is_local = uses->from > 0;
    for (int i = uses->from; i < (is_local ? end : uses->to); ++i) {
        if (!is_named(uses, i))
            continue;
        bool is_before = i < uses->launch;
        if (!leaves_contents(uses, i) ||
            (is_before && calls(uses->scan, call_around(uses->scan, i), "cudaFree")))
            return false;
        allocated += is_before && is_allocated(uses, i);
    }
    return allocated == 1;
}

/* Does the statement that `at` stands in run whenever its block does, and the launch behind it? */
static bool is_passed_before(const Uses *uses, int at)
{
    static const char *const choices[] = {"if",   "else",    "for",  "while",
                                          "case", "default", "goto", NULL};
    const HostScan *scan = uses->scan;
    int start = at;
    while (start > 0 && !host_is_at(scan, start - 1, ";") && !host_is_at(scan, start - 1, "{") &&
           !host_is_at(scan, start - 1, "}"))
        if (token_is_any(&scan->tokens[--start], choices))
            return false;
    int depth = 0;
    for (int i = at; i < uses->launch; ++i) {
        depth += host_is_at(scan, i, "{") - host_is_at(scan, i, "}");
        if (depth < 0 || host_is_at(scan, i, "case") || host_is_at(scan, i, "default") ||
            host_is_at(scan, i, "goto"))
            return false;
    }
    return true;
}

/* Given back by cudaFree before the launch, and not allocated again since. */
static bool is_freed(const Uses *uses)
{
    bool freed = false;
    for (int i = uses->from; uses->from > 0 && i < uses->launch; ++i) {
        if (!is_named(uses, i) || is_declaration(uses, i))
            continue;
        int open = call_around(uses->scan, i);
        if (calls(uses->scan, open, "cudaFree"))
            freed = open + 1 == i && is_passed_before(uses, i);
        else if (host_is_at(uses->scan, i - 1, "&") || host_is_at(uses->scan, i + 1, "=") ||
                 !leaves_contents(uses, i))
            freed =
                freed && !host_is_at(uses->scan, i - 1, "&") && !host_is_at(uses->scan, i + 1, "=");
    }
    return freed;
}

/* A std::vector, whose memory is the host's unless it has an allocator of its own. */
static bool is_plain_vector(const Uses *uses)
{
    const HostScan *scan = uses->scan;
    int at = uses->from;
    while (at < uses->to && !is_declaration(uses, at))
        ++at;
    int list = at < uses->to ? at : uses->from;
    while (list > uses->from && !host_is_at(scan, list, ";") && !host_is_at(scan, list, "vector"))
        --list;
    int end = host_is_at(scan, ++list, "<") ? host_template_end(scan, list, at) : list;
    return end > list && host_find(scan, list + 1, end, ",") == end;
}

/* Memory of the host that no call can have made known to the device. */
static bool is_of_host(const Uses *uses)
{
    int given = 0;
    for (int i = 0; i < uses->scan->count; ++i) {
        if (host_is_at(uses->scan, i, "cudaHostRegister"))
            return false;
        if (i < uses->from || i >= uses->to || !is_named(uses, i))
            continue;
        if (host_is_at(uses->scan, i - 1, "&"))
            return false;
        given += host_is_at(uses->scan, i + 1, "=");
    }
    return uses->from > 0 && given <= 1;
}

/* The body of the function that runs if the variable is its own; else the whole file. */
static Uses uses_of(const HostScan *scan, const HostVar *var, int launch, int launch_end)
{
    Uses uses = {scan, var, 0, scan->count, launch, launch_end};
    const HostFunction *function = scan->frame->function;
    int begin = function ? function->body : -1;
    for (int i = begin; begin > 0 && i < scan->match[begin]; ++i)
        if (is_declaration(&uses, i)) {
            uses.from = begin;
            uses.to = scan->match[begin];
            break;
        }
    return uses;
}

HostPointerFault host_pointer_fault(const HostScan *scan, const HostValue *value, int name,
                                    int launch, int launch_end)
{
    int index =
        scan->tokens[name].kind == TOKEN_NAME
            ? host_var_find((HostScan *)scan, scan->tokens[name].text, scan->tokens[name].length)
            : -1;
    if (index < 0 || scan->uncertain || scan->dead || scan->vars[index].is_path ||
        scan->vars[index].is_parameter || scan->vars[index].is_member)
        return HOST_POINTER_GOOD;
    Uses uses = uses_of(scan, &scan->vars[index], launch, launch_end);
    bool is_memory = value->kind == HOST_UNKNOWN && value->memory > 0;
    if (is_memory && !scan->memories[value->memory - 1].is_pinned)
        return is_of_host(&uses) ? HOST_POINTER_HOST : HOST_POINTER_GOOD;
    if (value->kind == HOST_ARRAY && host_is_at(scan, name + 1, ".") &&
        host_is_at(scan, name + 2, "data"))
        return is_of_host(&uses) && is_plain_vector(&uses) ? HOST_POINTER_HOST : HOST_POINTER_GOOD;
    if (value->kind != HOST_DEVICE || scan->vars[index].value.kind != HOST_DEVICE)
        return HOST_POINTER_GOOD;
    return is_freed(&uses)            ? HOST_POINTER_FREED
           : is_only_allocated(&uses) ? HOST_POINTER_UNSET
                                      : HOST_POINTER_GOOD;
}
