/* What is wrong with a pointer that a launch is given, where the text of the program proves it. The
 * hard idea: a proof looks at every place where the variable's name stands, since code that the
 * scan did not run, or did not understand, may have done anything to it there. */
#include "base/hash.h"
#include "host/cuda/cuda.h"

#include <string.h>

/* Where names stand in the text, found once: a file may have many launches. */
typedef struct HostMentions {
    int *before, *after; /* [token] the nearest ones of the same name; none: -1, the end */
    int *frees;          /* cudaFree, in the order of the text */
    int free_count, free_capacity;
    bool registers; /* cudaHostRegister */
    bool makes;     /* operator new: objects may lie anywhere */
} HostMentions;

/* The tokens that may name a variable, and where the launch in question is. */
typedef struct Uses {
    const HostScan *scan;
    const HostMentions *mentions;
    const HostVar *var;
    int name; /* the argument: one of the mentions */
    int from, to;
    int launch, launch_end; /* its tokens, from <<< to behind its arguments */
} Uses;

static void note_word(HostScan *scan, HostMentions *m, int at)
{
    const Token *token = &scan->tokens[at];
    m->registers |= token_is(token, "cudaHostRegister");
    m->makes |= token_is(token, "operator") && host_is_at(scan, at + 1, "new");
    if (token_is(token, "cudaFree"))
        *ARENA_PUSH(scan->arena, m->frees, m->free_count, m->free_capacity) = at;
}

static const HostMentions *mentions_of(HostScan *scan)
{
    if (scan->names->mentions)
        return scan->names->mentions;
    HostMentions *m = scan->names->mentions = ARENA_NEW(scan->arena, HostMentions);
    uint64_t mask = 1;
    while (mask < 2 * (uint64_t)scan->count)
        mask = 2 * mask + 1;
    int *last = ARENA_ARRAY(scan->arena, int, mask + 1); /* token of a name, plus 1 */
    m->before = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    m->after = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    for (int at = 0; at < scan->count; ++at) {
        const Token *token = &scan->tokens[at];
        if (token->kind != TOKEN_NAME)
            continue;
        uint64_t slot = hash_bytes(HASH_START, token->text, token->length) & mask;
        while (last[slot] && !token_is_same(&scan->tokens[last[slot] - 1], token))
            slot = (slot + 1) & mask;
        m->before[at] = last[slot] - 1;
        m->after[at] = scan->count;
        if (last[slot])
            m->after[last[slot] - 1] = at;
        last[slot] = at + 1;
        note_word(scan, m, at);
    }
    return m;
}

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

static bool is_set_at(const Uses *uses, int at)
{
    return host_is_at(uses->scan, at - 1, "&") || host_is_at(uses->scan, at + 1, "=");
}

/* The last mention before the launch that stands in a call of cudaFree; -1: there is none. */
static int last_freed(const Uses *uses)
{
    const HostScan *scan = uses->scan;
    const HostMentions *m = uses->mentions;
    int last = -1;
    for (int k = m->free_count; k-- > 0 && last < 0 && m->frees[k] > uses->from;) {
        int open = m->frees[k] + 1;
        for (int i = open + 1; i < uses->launch && i < scan->match[open]; ++i)
            if (is_named(uses, i) && !is_declaration(uses, i) && call_around(scan, i) == open)
                last = i;
    }
    return last;
}

/* Given back by cudaFree before the launch, and not allocated again since. */
static bool is_freed(const Uses *uses)
{
    int freed = uses->from > 0 ? last_freed(uses) : -1;
    if (freed < 0 || !calls(uses->scan, freed - 1, "cudaFree") || !is_passed_before(uses, freed))
        return false;
    for (int i = uses->mentions->after[freed]; i < uses->launch; i = uses->mentions->after[i])
        if (is_named(uses, i) && !is_declaration(uses, i) && is_set_at(uses, i))
            return false;
    return true;
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
    const HostMentions *m = uses->mentions;
    int given = 0, first = uses->name;
    while (m->before[first] >= uses->from)
        first = m->before[first];
    for (int i = first; i < uses->to; i = m->after[i]) {
        if (!is_named(uses, i))
            continue;
        if (host_is_at(uses->scan, i - 1, "&") && !host_is_at(uses->scan, i + 1, "["))
            return false;
        given += host_is_at(uses->scan, i + 1, "=");
    }
    return uses->from > 0 && given <= 1 && !m->registers;
}

/* The body of the function that runs if the variable is its own; else the whole file. */
static Uses uses_of(HostScan *scan, const HostVar *var, int name, int launch, int launch_end)
{
    const HostMentions *m = mentions_of(scan);
    Uses uses = {scan, m, var, name, 0, scan->count, launch, launch_end};
    const HostFunction *function = scan->frame->function;
    int begin = function ? function->body : -1;
    int i = begin > 0 ? name : -1;
    while (i >= begin && i >= 0 && !is_declaration(&uses, i))
        i = m->before[i];
    if (begin > 0 && i >= begin && i < scan->match[begin]) {
        uses.from = begin;
        uses.to = scan->match[begin];
    }
    return uses;
}

/* ---- by the way that the program has gone ---- */

/* Does a declaration put a variable of that name on the device? */
static bool is_of_device(const HostScan *scan, const HostVar *var)
{
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
    bool is_declared = false; /* since the last end of a statement */
    for (int at = 0; at < scan->count; ++at) {
        const Token *token = &scan->tokens[at];
        if (token_is(token, ";") || token_is(token, "{") || token_is(token, "}"))
            is_declared = false;
        is_declared |= token_is_any(token, spaces);
        if (is_declared && token->length == var->length && token_is(token, var->name))
            return true;
    }
    return false;
}

/* &count: the address of a variable of the host. */
static bool is_address_of_host(const HostScan *scan, const HostValue *value)
{
    const HostVar *var = value->kind == HOST_ADDRESS && value->object < scan->var_count
                             ? &scan->vars[value->object]
                             : NULL;
    return var && !var->is_path && !var->is_member && !var->is_managed && !var->type.is_reference &&
           !is_of_device(scan, var);
}

HostPointerFault host_value_fault(HostScan *scan, const HostValue *value)
{
    if (scan->uncertain || scan->dead || scan->speculation)
        return HOST_POINTER_GOOD;
    if (value->kind == HOST_DEVICE)
        return scan->allocations[value->object].is_freed ? HOST_POINTER_FREED : HOST_POINTER_GOOD;
    const HostMentions *m = mentions_of(scan);
    bool is_memory = value->kind == HOST_UNKNOWN && value->memory > 0 && !value->is_element &&
                     !scan->memories[value->memory - 1].is_pinned;
    bool is_host = (is_memory && !m->makes) || is_address_of_host(scan, value);
    return is_host && !m->registers ? HOST_POINTER_HOST : HOST_POINTER_GOOD;
}

/* ---- by the text ---- */

/* The token that names a variable in the argument that begins at `at`: h of (float *)h, &h[0]. */
static int name_in(HostScan *scan, int at, int end)
{
    for (int i = at; i < end && !host_is_at(scan, i, ","); ++i)
        if (scan->tokens[i].kind == TOKEN_NAME &&
            host_var_find(scan, scan->tokens[i].text, scan->tokens[i].length) >= 0)
            return i;
    return at;
}

static HostPointerFault fault_by_text(HostScan *scan, const HostValue *value, int name, int launch,
                                      int launch_end)
{
    int index = scan->tokens[name].kind == TOKEN_NAME
                    ? host_var_find(scan, scan->tokens[name].text, scan->tokens[name].length)
                    : -1;
    if (index < 0 || scan->uncertain || scan->dead || scan->vars[index].is_path ||
        scan->vars[index].is_parameter || scan->vars[index].is_member)
        return HOST_POINTER_GOOD;
    Uses uses = uses_of(scan, &scan->vars[index], name, launch, launch_end);
    bool is_memory = value->kind == HOST_UNKNOWN && value->memory > 0;
    if (is_memory && !scan->memories[value->memory - 1].is_pinned)
        return is_of_host(&uses) ? HOST_POINTER_HOST : HOST_POINTER_GOOD;
    if (value->kind == HOST_ARRAY && host_is_at(scan, name + 1, ".") &&
        host_is_at(scan, name + 2, "data"))
        return is_of_host(&uses) && is_plain_vector(&uses) ? HOST_POINTER_HOST : HOST_POINTER_GOOD;
    if (value->kind != HOST_DEVICE || scan->vars[index].value.kind != HOST_DEVICE)
        return HOST_POINTER_GOOD;
    return scan->speculation && is_freed(&uses) ? HOST_POINTER_FREED : HOST_POINTER_GOOD;
}

HostPointerFault host_pointer_fault(HostScan *scan, const HostValue *value, int name, int launch,
                                    int launch_end)
{
    bool is_plain = value->kind == HOST_DEVICE || value->kind == HOST_ADDRESS;
    HostPointerFault fault = is_plain ? host_value_fault(scan, value) : HOST_POINTER_GOOD;
    if (fault == HOST_POINTER_GOOD)
        fault = fault_by_text(scan, value, name_in(scan, name, launch_end), launch, launch_end);
    return fault;
}
