/* What an operand of host code begins with: literals, brackets, lambdas, names, casts, calls. */
#include "host/cuda/cuda.h"
#include "host/run/eval.h"

#include <string.h>

/* Literals that come from a macro count as named sizes, plain ones do not. */
static bool is_from_macro(const HostScan *scan, const Token *t)
{
    const SourceFile *file = &scan->sources->files[t->span.file];
    return t->span.start + t->length > file->length ||
           memcmp(file->text + t->span.start, t->text, t->length) != 0;
}

static HostValue literal_number(HostScan *scan)
{
    Number number;
    const Token *t = host_cursor_token(scan);
    scan->at++;
    if (!token_number(t, &number))
        return host_unknown(PHRASE_LITERAL("a malformed number"), 0);
    if (number.is_float)
        return host_real(number.real, number.is_single ? SCALAR_F32 : SCALAR_F64);
    ScalarType type = number.is_64_bit ? SCALAR_I64 : SCALAR_I32;
    HostValue value = host_integer((int64_t)number.integer, type + number.is_unsigned);
    if (is_from_macro(scan, t)) {
        value.factors = 1;
        value.columns = value.integer;
    }
    return value;
}

/* ( expression ) */
HostValue host_bracketed(HostScan *scan)
{
    int open = scan->at, after = host_after_bracket(scan, open, scan->end);
    HostValue value = host_evaluate(scan, open + 1, after - 1);
    scan->at = after;
    return value;
}

static HostValue braced_list(HostScan *scan)
{
    HostValue values[HOST_ARGUMENT_LIMIT], one = host_integer(1, SCALAR_I32);
    int after = host_after_bracket(scan, scan->at, scan->end);
    int count = host_arguments(scan, scan->at, values);
    scan->at = after;
    if (count == 1)
        return host_loose(values[0]);
    if (count == 0 || count > 3)
        return host_unknown(NULL, 0);
    return host_dim3(values[0], values[1], count > 2 ? values[2] : one);
}

static HostValue lambda_value(HostScan *scan)
{
    HostFunction function = {.name = "",
                             .begin = -1,
                             .params = -1,
                             .templates = -1,
                             .owner = -1,
                             .frame_id = scan->frame->id};
    HostValue value = host_unknown(NULL, 0);
    int at = host_after_bracket(scan, scan->at, scan->end);
    if (host_sees_at(scan, at, "(")) {
        function.params = at;
        at = host_after_bracket(scan, at, scan->end);
    }
    while (at < scan->end && !host_sees_at(scan, at, "{") && !host_sees_at(scan, at, ";"))
        at++;
    scan->at = at < scan->end ? host_after_bracket(scan, at, scan->end) : scan->end;
    if (!host_sees_at(scan, at, "{"))
        return value;
    function.body = at;
    function.is_interesting = host_range_is_interesting(scan, at, scan->at);
    value.kind = HOST_FUNCTION;
    value.object = host_function_add(scan, function);
    return value;
}

/* ---- casts that look like calls ---- */

HostValue host_cast_to(const HostType *type, HostValue value)
{
    HostElement element = host_element_of(type);
    bool is_pointer = type->pointers && (element.size_bytes || element.structure);
    if (is_pointer && (value.memory || value.kind == HOST_DEVICE))
        value = host_pointer_as(value, element);
    if (type->is_scalar && !type->pointers && value.kind == HOST_NUMBER)
        return host_loose(host_convert(value, type->scalar));
    return value;
}

/* Whether what stands behind the name at `at` can follow a type in an expression; behind most names
 * it cannot, and then no type need be looked for. */
static bool may_be_type(const HostScan *scan, int at)
{
    return scan->tokens[at + 1].kind == TOKEN_NAME || host_sees_at(scan, at + 1, "(") ||
           host_sees_at(scan, at + 1, "{") || host_sees_at(scan, at + 1, "<") ||
           host_sees_at(scan, at + 1, "::");
}

/* Is it static_cast< or one of its kin? */
static bool sees_named_cast(const HostScan *scan)
{
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast",
                                        "dynamic_cast"};
    for (int i = 0; i < 4; ++i)
        if (host_sees(scan, casts[i]) && host_sees_at(scan, scan->at + 1, "<"))
            return true;
    return false;
}

/* static_cast<T>(x) */
static bool named_cast(HostScan *scan, HostValue *value)
{
    HostType type;
    int at = scan->at + 2, behind = host_template_end(scan, scan->at + 1, scan->end);
    if (behind < 0 || !host_sees_at(scan, behind, "(") || !host_type(scan, &at, &type))
        return false;
    scan->at = behind;
    *value = host_cast_to(&type, host_bracketed(scan));
    return true;
}

/* An object of a class of this file, made from what stands in the bracket at `open`. */
static bool constructed_object(HostScan *scan, const HostType *type, int open, HostValue *value)
{
    HostValue values[HOST_ARGUMENT_LIMIT];
    int count = host_arguments(scan, open, values);
    return host_class_construct(scan, type, values, count, value);
}

/* int(x), float{}, dim3(x, y) */
static HostValue constructed_value(HostScan *scan, const HostType *type, int open)
{
    HostValue values[HOST_ARGUMENT_LIMIT];
    int count = host_arguments(scan, open, values);
    if (type->is_dim3)
        return host_dim3_of(values, count);
    return count ? host_cast_to(type, values[0]) : host_integer(0, SCALAR_I32);
}

/* T(...), T{...}: what a type and the bracket behind it, at `open`, make. */
static bool construction(HostScan *scan, const HostType *type, int open, HostValue *value)
{
    bool is_list = host_sees_at(scan, open, "{");
    if (type->pointers || (!is_list && !host_sees_at(scan, open, "(")))
        return false;
    bool is_made = type->class_open && constructed_object(scan, type, open, value);
    if (!is_made && type->structure && is_list)
        *value = host_struct_list(scan, type, open);
    else if (!is_made && (type->is_class || type->is_auto))
        return false;
    else if (!is_made)
        *value = constructed_value(scan, type, open);
    scan->at = host_after_bracket(scan, open, scan->end);
    return true;
}

/* static_cast<T>(x) and its kin; int(x), dim3(x, y). False: the name is something else. */
static bool written_cast(HostScan *scan, HostValue *value)
{
    HostType type;
    int behind = scan->at;
    if (!may_be_type(scan, scan->at))
        return false;
    if (sees_named_cast(scan))
        return named_cast(scan, value);
    return host_type(scan, &behind, &type) && construction(scan, &type, behind, value);
}

/* ---- names ---- */

/* The variable called by a path, made when it is first met. */
HostValue host_path(HostScan *scan, const char *name, Span span, HostType type)
{
    int var = host_var_find(scan, name, (uint32_t)strlen(name));
    if (var < 0) {
        HostVar *made = host_var_new(scan, name, (uint32_t)strlen(name), span);
        made->is_path = true;
        made->type = type;
        var = scan->var_count - 1;
        host_var_preset(scan, var);
    }
    return host_var_read(scan, var);
}

static HostValue variable_named(HostScan *scan, int name)
{
    const Token *t = &scan->tokens[name];
    int var = host_var_find(scan, t->text, t->length);
    if (var >= 0 && !scan->vars[var].is_type)
        return host_var_read(scan, var);
    if (host_is_member(scan, name))
        return host_path(scan, arena_text(scan->arena, t->text, t->length), t->span,
                         (HostType){.is_class = true});
    HostValue function = host_function_named(scan, t);
    if (function.kind == HOST_FUNCTION)
        return function;
    return host_unknown(
        phrase_new(scan->arena, "%.*s, which this file does not define", (int)t->length, t->text),
        0);
}

/* Moves the cursor past a::b::c; returns the token of the last name. */
static int pass_qualified_name(HostScan *scan)
{
    int name = scan->at++;
    while (host_sees(scan, "::") && scan->at + 1 < scan->end &&
           scan->tokens[scan->at + 1].kind == TOKEN_NAME) {
        name = scan->at + 1;
        scan->at += 2;
    }
    return name;
}

/* Whether the < behind a name can only open template arguments, as the name is a function's. */
static bool is_function_name(HostScan *scan, int name)
{
    const Token *token = &scan->tokens[name];
    return host_var_find(scan, token->text, token->length) < 0 &&
           host_function_find(scan, token->text, token->length, -1);
}

/* Moves the cursor past the template arguments of a function, if they stand behind its name, and
 * notes where they are. */
static void pass_template_arguments(HostScan *scan, int name)
{
    scan->template_at = scan->template_end = -1;
    int behind = host_sees(scan, "<") ? host_template_end(scan, scan->at, scan->end) : -1;
    if (behind > 0 && (host_sees_at(scan, behind, "(") || host_sees_at(scan, behind, "<<<") ||
                       is_function_name(scan, name))) {
        scan->template_at = scan->at;
        scan->template_end = behind;
        scan->at = behind;
    }
}

/* name(...), the cursor at its bracket. */
static HostValue call_named(HostScan *scan, int name)
{
    int open = scan->at;
    HostValue value = host_call(scan, name, open);
    scan->at = host_after_bracket(scan, open, scan->end);
    return value;
}

/* Behind the word this: ->member or ->function(). */
static HostValue member_of_this(HostScan *scan)
{
    if (!host_sees(scan, "->") || scan->at + 1 >= scan->end)
        return host_unknown(NULL, 0);
    int name = scan->at + 1;
    scan->at += 2;
    if (host_sees(scan, "("))
        return call_named(scan, name);
    int member = host_member_find(scan, &scan->tokens[name]);
    return member >= 0 ? host_var_read(scan, member) : variable_named(scan, name);
}

/* Behind S<...>::name or a::name, and perhaps (), that begins at the token `first`; first itself if
 * nothing of the kind stands there. */
static int behind_scoped(const HostScan *scan, int first)
{
    int at = first, behind;
    while (host_sees_at(scan, at + 1, "::") || host_sees_at(scan, at + 1, "<")) {
        behind =
            host_sees_at(scan, at + 1, "<") ? host_template_end(scan, at + 1, scan->end) : at + 1;
        if (behind < 0 || !host_sees_at(scan, behind, "::") || behind + 1 >= scan->end ||
            scan->tokens[behind + 1].kind != TOKEN_NAME)
            return first;
        at = behind + 1;
    }
    if (at == first)
        return first;
    return host_sees_at(scan, at + 1, "(") && host_sees_at(scan, at + 2, ")") ? at + 3 : at + 1;
}

/* A constant of a struct of the file, which the front end knows; unknown if it is none. */
static HostValue scoped_constant(HostScan *scan, int first, int behind)
{
    int64_t value;
    ScalarType type;
    for (int i = 0; i < scan->constant_count; ++i)
        if (scan->constants[i].at == first)
            return scan->constants[i].value;
    bool is_known = unit_constant(scan->arena, scan->unit, first, behind, &value, &type);
    HostValue out = is_known ? host_integer(value, type) : host_unknown(NULL, 0);
    *ARENA_PUSH(scan->arena, scan->constants, scan->constant_count, scan->constant_capacity) =
        (HostConstant){first, out};
    return out;
}

static HostValue named_operand(HostScan *scan)
{
    HostValue value;
    int first = scan->at, behind = behind_scoped(scan, first);
    if (host_accept(scan, "this"))
        return member_of_this(scan);
    if (host_sees(scan, "true") || host_sees(scan, "false"))
        return host_integer(token_is(&scan->tokens[scan->at++], "true"), SCALAR_BOOL);
    if (host_accept(scan, "nullptr") || host_accept(scan, "NULL"))
        return host_null();
    if (written_cast(scan, &value))
        return value;
    if (behind > first && host_sees_at(scan, first + 1, "<")) { /* Packed<float>::size */
        value = scoped_constant(scan, first, behind);
        if (host_is_known(&value)) {
            scan->at = behind;
            return value;
        }
    }
    int name = pass_qualified_name(scan);
    pass_template_arguments(scan, name);
    if (host_sees(scan, "<<<")) {
        host_launch(scan, NULL, name, scan->at);
        return host_unknown(NULL, 0);
    }
    value = host_sees(scan, "(") ? call_named(scan, name) : variable_named(scan, name);
    if (value.kind == HOST_UNKNOWN && behind > first && scan->at == behind) {
        HostValue constant = scoped_constant(scan, first, behind);
        value = host_is_known(&constant) ? constant : value;
    }
    return value;
}

HostValue host_primary(HostScan *scan)
{
    switch (host_cursor_token(scan)->kind) {
    case TOKEN_NUMBER: return literal_number(scan);
    case TOKEN_NAME: return named_operand(scan);
    case TOKEN_CHAR: return host_integer(token_character(&scan->tokens[scan->at++]), SCALAR_I8);
    case TOKEN_STRING: scan->at++; return host_unknown(NULL, 0);
    default: break;
    }
    if (host_sees(scan, "("))
        return host_bracketed(scan);
    if (host_sees(scan, "{"))
        return braced_list(scan);
    if (host_sees(scan, "["))
        return lambda_value(scan);
    if (host_accept(scan, "::") && host_cursor_token(scan)->kind == TOKEN_NAME)
        return named_operand(scan);
    return host_unknown(NULL, 0);
}
