/* Names of types, and of constants: enum, typedef, using, struct. */
#include "host/run/eval.h"

static void define_type(HostScan *scan, int name, HostType type)
{
    const Token *token = &scan->tokens[name];
    if (token->kind != TOKEN_NAME)
        return;
    HostVar *var = host_var_new(scan, token->text, token->length, token->span);
    var->is_type = true;
    var->type = type;
}

/* The name of an enumeration, whose { is at `open`: it stands for the type behind the :, else for
 * int. */
static void define_enum(HostScan *scan, int at, int open)
{
    HostType type = {.is_scalar = true, .scalar = SCALAR_I32, .size_bytes = 4, .name = "int"},
             given;
    int name = at + 1 + (host_is_at(scan, at + 1, "class") || host_is_at(scan, at + 1, "struct"));
    int colon = host_find(scan, name, open, ":"), from = colon + 1;
    if (colon < open && host_type(scan, &from, &given) && given.is_scalar)
        type = given;
    define_type(scan, name, type);
}

void host_enum(HostScan *scan, int at, int end)
{
    int open = host_find(scan, at, end, "{"), close = open < end ? scan->match[open] : -1;
    HostValue next = host_integer(0, SCALAR_I32);
    if (close < 0 || close > end)
        return;
    define_enum(scan, at, open);
    for (at = open + 1; at < close;) {
        int comma = host_find(scan, at, close, ",");
        if (scan->tokens[at].kind == TOKEN_NAME) {
            const Token *name = &scan->tokens[at];
            if (host_is_at(scan, at + 1, "="))
                next = host_evaluate(scan, at + 2, comma);
            HostVar *var = host_var_new(scan, name->text, name->length, name->span);
            var->type = (HostType){.is_scalar = true, .scalar = SCALAR_I32, .is_const = true};
            var->value = next;
            next = host_binary(BINARY_ADD, next, host_integer(1, SCALAR_I32));
        }
        at = comma + 1;
    }
}

/* Behind the type that a function returns: is it (*name)(...), a pointer to the function? */
static bool is_function_pointer(const HostScan *scan, int at)
{
    int close = host_is_at(scan, at, "(") ? scan->match[at] : -1;
    return close > at + 1 && host_is_at(scan, at + 1, "*") && host_is_at(scan, close + 1, "(");
}

void host_typedef(HostScan *scan, int at, int end)
{
    HostType type;
    if (host_is_at(scan, at, "using") && host_is_at(scan, at + 2, "=")) {
        int from = at + 3;
        if (!host_type(scan, &from, &type))
            return;
        if (is_function_pointer(scan, from))
            type = (HostType){.is_function = true};
        define_type(scan, at + 1, type);
        return;
    }
    if (host_is_at(scan, at, "typedef") && host_find(scan, at, end, "{") < end) {
        host_struct(scan, at + 1, end);
        return;
    }
    at++;
    if (!host_type(scan, &at, &type) || at >= end)
        return;
    if (is_function_pointer(scan, at)) {
        define_type(scan, at + 2, (HostType){.is_function = true});
        return;
    }
    int behind = at + 1;
    host_lengths(scan, &behind, end, &type); /* typedef T name[n] */
    define_type(scan, at, type);
}

/* Bytes of a struct's fields with their alignment; 0 if one of them is not understood. */
static uint32_t struct_bytes(HostScan *scan, int at, int end)
{
    uint64_t bytes = 0, align = 1;
    while (at < end) {
        HostType base;
        int semicolon = host_find(scan, at, end, ";");
        if (!host_base_type(scan, &at, &base))
            return 0;
        while (at < semicolon) {
            HostType type = base;
            host_pointers(scan, &at, &type);
            if (scan->tokens[at++].kind != TOKEN_NAME)
                return 0;
            int64_t count = host_array_lengths(scan, &at, semicolon, &type);
            type.inner_count = 0; /* the lengths are in count */
            uint64_t size = host_type_bytes(&type), unit = size > 8 || size == 3 ? 4 : size;
            if (!size || count == 0 || count > 1 << 20 ||
                (at < semicolon && !host_is_at(scan, at, ",")))
                return 0;
            at++;
            align = unit > align ? unit : align;
            bytes = (bytes + unit - 1) / unit * unit + size * (uint64_t)(count < 0 ? 1 : count);
        }
        at = semicolon + 1;
    }
    bytes = (bytes + align - 1) / align * align;
    return bytes < 1 << 24 ? (uint32_t)bytes : 0;
}

void host_struct(HostScan *scan, int at, int end)
{
    int open = host_find(scan, at, end, "{"), close = open < end ? scan->match[open] : -1;
    if (close < 0 || close > end)
        return;
    HostType type = {.is_class = true, .size_bytes = struct_bytes(scan, open + 1, close)};
    type.structure = host_struct_note(scan, open + 1, close);
    if (host_struct_bytes(scan, type.structure))
        type.size_bytes = host_struct_bytes(scan, type.structure);
    type.class_open = open + 1;
    type.name =
        scan->tokens[open - 1].kind == TOKEN_NAME
            ? arena_text(scan->arena, scan->tokens[open - 1].text, scan->tokens[open - 1].length)
            : NULL;
    if (scan->tokens[open - 1].kind == TOKEN_NAME && open - 1 > at)
        define_type(scan, open - 1, type);
    if (close + 1 < end)
        define_type(scan, close + 1, type);
    host_struct_name_own(scan, &type);
}
