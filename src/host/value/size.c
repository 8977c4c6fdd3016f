/* sizeof: of a type, or of an expression by the declared type of its variable. */
#include "host/run/eval.h"

#include <string.h>

static int variable_at(HostScan *scan, int at)
{
    const Token *name = &scan->tokens[at < scan->end ? at : scan->count];
    return name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
}

/* sizeof(type); false if the brackets hold something else. */
static bool size_of_type(HostScan *scan, HostValue *out)
{
    HostType type;
    int open = scan->at, at = open + 1, close = scan->match[open];
    int var = variable_at(scan, at);
    if (close < 0 || (var >= 0 && !scan->vars[var].is_type) || !host_type(scan, &at, &type) ||
        at != close)
        return false;
    uint32_t bytes = host_type_bytes(&type);
    scan->at = close + 1;
    *out = bytes ? host_integer(bytes, SCALAR_U64)
                 : host_unknown(phrase_new(scan->arena, "the size of type %s",
                                           type.name ? type.name : "auto"),
                                0);
    return true;
}

/* Makes a type what is left of it behind so many * and []. */
static void strip(HostType *type, int count)
{
    for (; count > 0; --count) {
        if (type->pointers) {
            type->pointers--;
        } else if (type->inner_count) {
            type->inner_count--;
            memmove(type->inner, type->inner + 1, sizeof *type->inner * (HOST_INNER_LIMIT - 1));
        }
    }
}

/* sizeof x, sizeof(x[0]), sizeof *x: as many pointers and lengths fewer as there are * and []. */
static HostValue size_of_variable(HostScan *scan)
{
    bool inner = host_sees_at(scan, scan->at, "(");
    int open = scan->at, at = scan->at + inner, stripped = 0;
    for (; host_sees_at(scan, at, "*"); ++at)
        stripped++;
    int index = variable_at(scan, at++);
    for (; host_sees_at(scan, at, "["); at = host_after_bracket(scan, at, scan->end))
        stripped++;
    scan->at = inner ? host_after_bracket(scan, open, scan->end) : at;
    if (index < 0)
        return host_unknown(NULL, 0);
    const HostVar *var = &scan->vars[index];
    HostType type = var->type;
    bool is_array = var->array_count >= 0, is_whole = is_array && !stripped;
    int64_t count = is_whole ? var->array_count : 1;
    if (is_whole && !type.pointers)
        type.inner_count = 0; /* the lengths are in array_count */
    strip(&type, stripped - (is_array && stripped));
    uint32_t bytes = host_type_bytes(&type);
    if (!bytes || count <= 0 || count > INT64_MAX / bytes)
        return host_unknown(NULL, 0);
    return host_integer(count * bytes, SCALAR_U64);
}

HostValue host_size_of(HostScan *scan)
{
    HostValue value;
    if (host_sees_at(scan, scan->at, "(") && size_of_type(scan, &value))
        return value;
    return size_of_variable(scan);
}
