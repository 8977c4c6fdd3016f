/* Host expressions, by recursive descent straight over the tokens. A value remembers the variable
 * it was read from (place), which is all that assignment and & need. An expression that is not
 * understood is left, and reading goes on at the next launch or allocation in it. */
#include "host/run/eval.h"
#include "host/cuda/cuda.h"

#include <string.h>

static HostValue comma_expression(HostScan *scan)
{
    HostValue value = host_assignment(scan);
    while (host_accept(scan, ","))
        value = host_loose(host_assignment(scan));
    return value;
}

/* Behind an expression that could not be read further: the next token at which a launch or an
 * allocation may begin, or end. */
static int next_interesting(const HostScan *scan, int at, int end)
{
    for (; at < end; ++at) {
        const Token *t = &scan->tokens[at];
        if (t->kind != TOKEN_NAME)
            continue;
        int behind =
            host_sees_at(scan, at + 1, "<") ? host_template_end(scan, at + 1, end) : at + 1;
        if (host_cuda_is_name(t) || (behind > 0 && host_sees_at(scan, behind, "<<<")))
            return at;
    }
    return end;
}

/* Reads on behind what was not understood, for launches and allocations only. */
static void skim_to(HostScan *scan, int end)
{
    while (scan->at < end) {
        scan->at = next_interesting(scan, scan->at, end);
        if (scan->at < end)
            comma_expression(scan);
    }
}

HostValue host_evaluate(HostScan *scan, int at, int end)
{
    int old_at = scan->at, old_end = scan->end;
    HostValue value = host_unknown(NULL, 0);
    scan->at = at;
    scan->end = end;
    if (at < end)
        value = comma_expression(scan);
    if (scan->at < end) {
        value = host_unknown(NULL, 0);
        host_history_doubt_named(scan, scan->at, end);
    }
    skim_to(scan, end);
    scan->at = old_at;
    scan->end = old_end;
    return value;
}

/* The values of the pack that the pattern before the ... at the cursor names, from out[count]
 * on; how many are in out then. */
static int expand_pack(HostScan *scan, int start, HostValue *out, int count)
{
    int pack = -1;
    for (int i = start; i < scan->at && pack < 0; ++i) {
        const Token *t = &scan->tokens[i];
        int var = t->kind == TOKEN_NAME ? host_var_find(scan, t->text, t->length) : -1;
        pack = var >= 0 && scan->vars[var].array_count >= 0 ? var : -1;
    }
    for (int i = 0; pack >= 0 && i < scan->vars[pack].array_count && count < HOST_ARGUMENT_LIMIT;
         ++i) {
        const char *path = arena_printf(scan->arena, "%s[%d]", scan->vars[pack].name, i);
        int var = host_var_find(scan, path, (uint32_t)strlen(path));
        out[count++] = var >= 0 ? host_var_read(scan, var) : host_unknown(NULL, 0);
    }
    return count;
}

/* The value of an argument, which remembers the place of a pointer in memory: the parameter may be
 * a reference to it. */
static HostValue argument_value(HostScan *scan)
{
    HostValue given = host_assignment(scan), value = host_value_read(scan, given), place;
    value.from = 0;
    if (given.is_element && given.element.pointers && host_memory_place(scan, &given, &place)) {
        value.from = place.memory;
        value.from_at = place.memory_at;
    }
    return value;
}

int host_list(HostScan *scan, int at, int end, HostValue *out, int *starts)
{
    int old_at = scan->at, old_end = scan->end, count = 0;
    scan->at = at;
    scan->end = end;
    while (scan->at < end) {
        int start = scan->at;
        HostValue value = argument_value(scan);
        if (host_sees(scan, "...")) {
            int before = count;
            count = expand_pack(scan, start, out, count);
            for (int i = before; starts && i < count; ++i)
                starts[i] = start;
            scan->at++;
            host_accept(scan, ",");
            continue;
        }
        if (scan->at < end && !host_sees(scan, ",")) {
            scan->end = host_find(scan, scan->at, end, ",");
            host_history_doubt_named(scan, scan->at, scan->end);
            skim_to(scan, scan->end);
            scan->end = end;
            value = host_unknown(NULL, 0);
        }
        if (count < HOST_ARGUMENT_LIMIT) {
            out[count] = value;
            if (starts)
                starts[count] = start;
            count++;
        }
        host_accept(scan, ",");
    }
    scan->at = old_at;
    scan->end = old_end;
    return count;
}

int host_arguments(HostScan *scan, int open, HostValue *out)
{
    int close = scan->match[open];
    return host_list(scan, open + 1, close < 0 ? scan->end : close, out, NULL);
}

/* ---- behind an operand ---- */

/* What the member of an object holds, if that is a function. */
static HostValue function_in(HostScan *scan, const HostValue *object, const Token *name)
{
    if (object->var < 0)
        return host_unknown(NULL, 0);
    const char *path = arena_printf(scan->arena, "%s.%.*s", scan->vars[object->var].name,
                                    (int)name->length, name->text);
    int var = host_var_find(scan, path, (uint32_t)strlen(path));
    return var >= 0 ? scan->vars[var].value : host_unknown(NULL, 0);
}

static HostValue method_call(HostScan *scan, HostValue object, const Token *name)
{
    HostValue values[HOST_ARGUMENT_LIMIT], result;
    int open = scan->at, count = host_arguments(scan, open, values);
    bool adds = token_is(name, "push_back") || token_is(name, "emplace_back");
    scan->at = host_after_bracket(scan, open, scan->end);
    HostValue function = function_in(scan, &object, name);
    if (adds && object.var >= 0 && !scan->vars[object.var].type.has_scalars)
        host_table_add(scan, object.var, open, values, count);
    if (function.kind == HOST_FUNCTION)
        host_function_call(scan, &function, values, count, &result);
    else if (!host_vector_method(scan, object, name, values, count, &result) &&
             !host_class_method(scan, &object, name, values, count, &result)) {
        host_fill_unknown_call(scan, name, values, count);
        host_history_doubt(scan, &object);
    }
    return result;
}

/* The type of a member that a struct of the file declares as a pointer; of others only that they
 * are members. */
static HostType member_type(const HostScan *scan, int structure, const Token *name)
{
    for (int i = 0; structure && i < scan->structs[structure - 1].count; ++i) {
        const HostField *field = &scan->structs[structure - 1].fields[i];
        if (token_is(name, field->name) && field->type.pointers && field->array_count < 0)
            return field->type;
    }
    return (HostType){.is_class = true};
}

static HostValue member_of(HostScan *scan, HostValue object)
{
    const Token *name = &scan->tokens[scan->at + 1];
    HostValue field;
    scan->at += 2;
    if (host_sees(scan, "("))
        return method_call(scan, object, name);
    if (host_struct_field(scan, &object, name, &field))
        return field;
    int component = name->length == 1 ? *name->text - 'x' : -1;
    if (object.kind == HOST_DIM3 && component >= 0 && component <= 2) {
        HostValue value = host_integer(object.dim[component], SCALAR_U32);
        value.factors = 1;
        value.columns = value.integer;
        value.roots = object.roots;
        value.var = object.var;
        value.component = component;
        return value;
    }
    if (object.kind == HOST_ADDRESS && object.object < scan->var_count &&
        object.object >= (scan->frame->outer ? scan->global_count : scan->frame->base))
        object.var = object.object;
    if (object.var < 0 || scan->vars[object.var].type.is_dim3)
        return host_unknown(object.reason, object.roots);
    const char *text = arena_printf(scan->arena, "%s.%.*s", scan->vars[object.var].name,
                                    (int)name->length, name->text);
    int structure = scan->vars[object.var].type.structure;
    return host_path(scan, text, name->span, member_type(scan, structure, name));
}

/* An element of a device buffer whose index is not known. */
static HostValue somewhere_on_device(HostScan *scan, const HostValue *object)
{
    HostValue out = host_unknown(NULL, object->roots);
    out.memory = scan->allocations[object->object].memory;
    out.is_element = out.memory != 0;
    return out;
}

/* Element `index` of a table of functions, which is a variable of its own; -1: there is none. */
static int function_element(HostScan *scan, const HostValue *table, int64_t index)
{
    if (table->var < 0 || index < 0 || index >= HOST_PATH_LIMIT)
        return -1;
    const char *path = arena_printf(scan->arena, "%s[%d]", scan->vars[table->var].name, (int)index);
    int var = host_var_find(scan, path, (uint32_t)strlen(path));
    return var >= 0 && scan->vars[var].value.kind == HOST_FUNCTION ? var : -1;
}

/* A variable's value ("sizes[2]") that is also a place in the memory of its array: what stands
 * there counts, since it may have been written by another name. */
static HostValue with_place_in_memory(const HostScan *scan, HostValue value,
                                      const HostValue *inside)
{
    if (!inside->memory || !inside->is_element)
        return value;
    bool is_number = value.kind == HOST_NUMBER && inside->element.is_scalar;
    if (is_number && !scan->vars[value.var].is_overridden) {
        HostValue named = value;
        value = *inside;
        value.roots |= named.roots;
        value.factors = named.factors;
        value.rows = named.rows;
        value.columns = value.integer;
        value.var = named.var;
        value.component = -1;
    }
    value.memory = inside->memory;
    value.memory_at = inside->memory_at;
    value.element = inside->element;
    value.is_element = true;
    return value;
}

static HostValue element_of_value(HostScan *scan, HostValue object)
{
    Span span = host_cursor_token(scan)->span;
    HostValue index = host_bracketed(scan);
    bool known = host_is_known(&index);
    int function = known ? function_element(scan, &object, index.integer) : -1;
    if (function >= 0)
        return host_var_read(scan, function);
    if (object.kind == HOST_DEVICE && known)
        return host_memory_index(scan, object, index.integer);
    bool is_list = object.memory && !object.is_element;
    HostValue inside = host_unknown(NULL, 0);
    if (is_list && known)
        inside = host_memory_index(scan, object, index.integer);
    else if (is_list || object.kind == HOST_DEVICE) {
        inside = host_unknown(NULL, object.roots);
        inside.memory = object.memory; /* somewhere in the array: a write spoils all of it */
        inside.is_element = true;
        if (object.kind == HOST_DEVICE && !object.memory)
            inside = somewhere_on_device(scan, &object);
    }
    bool is_kept = inside.is_element && (inside.element.pointers || inside.element.structure);
    if (inside.memory && (!inside.is_element || is_kept))
        return inside; /* a row, not an element; a pointer or a struct in memory */
    if (object.var >= 0 && known && index.integer >= 0 && index.integer < HOST_PATH_LIMIT) {
        const HostVar *var = &scan->vars[object.var];
        const char *text = arena_printf(scan->arena, "%s[%d]", var->name, (int)index.integer);
        bool exists = host_var_find(scan, text, (uint32_t)strlen(text)) >= 0;
        if (exists || (var->array_count >= 0 && var->type.pointers))
            return with_place_in_memory(scan, host_path(scan, text, span, var->type), &inside);
    }
    if (inside.memory)
        return inside;
    return object.kind == HOST_ARRAY ? host_loose(object) : host_unknown(NULL, object.roots);
}

static HostValue step_by_one(HostScan *scan, HostValue old, bool up)
{
    HostValue now = host_pointer_read(scan, old);
    HostValue next = host_binary(up ? BINARY_ADD : BINARY_SUB, now, host_integer(1, SCALAR_I32));
    if (old.is_element)
        host_memory_store(scan, &old, &next);
    if (old.var >= 0)
        host_assign(scan, old.var, old.component, next, NULL);
    return host_loose(next);
}

static HostValue call_value(HostScan *scan, HostValue function)
{
    HostValue values[HOST_ARGUMENT_LIMIT], result = host_unknown(NULL, 0);
    int open = scan->at, count = host_arguments(scan, open, values);
    scan->at = host_after_bracket(scan, open, scan->end);
    if (function.kind == HOST_FUNCTION)
        host_function_call(scan, &function, values, count, &result);
    return result;
}

static HostValue postfix_operators(HostScan *scan)
{
    int start = scan->at;
    HostValue value = host_primary(scan);
    for (;;) {
        bool is_member = host_sees(scan, ".") || host_sees(scan, "->");
        if (is_member && scan->at + 1 < scan->end &&
            scan->tokens[scan->at + 1].kind == TOKEN_NAME) {
            value = member_of(scan, host_pointer_read(scan, value));
        } else if (host_sees(scan, "[")) {
            value = element_of_value(scan, host_pointer_read(scan, value));
        } else if (host_sees(scan, "(")) {
            value = call_value(scan, value);
        } else if (host_sees(scan, "<<<")) {
            host_launch(scan, &value, start, scan->at);
            value = host_unknown(NULL, 0);
        } else if (host_sees(scan, "++") || host_sees(scan, "--")) {
            step_by_one(scan, value, host_sees(scan, "++"));
            scan->at++;
            value = host_loose(value);
        } else {
            return value;
        }
    }
}

/* ---- before an operand ---- */

static HostValue address_of(HostValue value)
{
    if (value.kind == HOST_FUNCTION && value.var < 0)
        return value;
    if (value.kind == HOST_DEVICE && value.var < 0) {
        value.is_element = false;
        return value;
    }
    if (value.memory && (value.is_element || value.var < 0)) { /* as in &h[3] */
        HostValue pointer = host_unknown(NULL, 0);
        pointer.memory = value.memory;
        pointer.memory_at = value.memory_at;
        pointer.element = value.element;
        return pointer;
    }
    if (value.var < 0 || value.component >= 0)
        return value.kind == HOST_ARRAY ? value : host_unknown(NULL, 0);
    HostValue address = host_unknown(NULL, 0);
    address.kind = HOST_ADDRESS;
    address.object = value.var;
    return address;
}

static HostValue dereference(HostScan *scan, HostValue value)
{
    value = host_pointer_read(scan, value);
    if (value.kind == HOST_FUNCTION)
        return value;
    if (value.kind == HOST_ADDRESS && value.object < scan->var_count)
        return host_var_read(scan, value.object);
    if (value.kind == HOST_UNKNOWN && value.var >= 0 && scan->vars[value.var].type.structure)
        return host_struct_of(scan, value.var, value);
    if (value.memory || value.kind == HOST_DEVICE)
        return host_memory_index(scan, value, 0);
    return host_unknown(NULL, value.roots);
}

static HostValue c_cast(HostScan *scan, const HostType *type)
{
    scan->at = scan->match[scan->at] + 1;
    return host_cast_to(type, host_unary(scan));
}

/* Most operands are plain names and numbers. */
static bool may_have_prefix(const Token *token)
{
    return token->kind == TOKEN_PUNCTUATOR ||
           (token->kind == TOKEN_NAME && strchr("sndtc", token->text[0]));
}

static HostValue prefix_operator(HostScan *scan)
{
    HostType type;
    if (!may_have_prefix(host_cursor_token(scan)))
        return postfix_operators(scan);
    if (host_sees(scan, "(") && host_is_cast(scan, scan->at, &type) &&
        scan->match[scan->at] < scan->end)
        return c_cast(scan, &type);
    if (host_accept(scan, "&"))
        return address_of(host_unary(scan));
    if (host_accept(scan, "*"))
        return dereference(scan, host_unary(scan));
    if (host_accept(scan, "-"))
        return host_negate(host_loose(host_unary(scan)));
    if (host_accept(scan, "+"))
        return host_loose(host_unary(scan));
    if (host_accept(scan, "~"))
        return host_complement(host_loose(host_unary(scan)));
    if (host_accept(scan, "!"))
        return host_binary(BINARY_EQ, host_loose(host_unary(scan)), host_integer(0, SCALAR_I32));
    if (host_sees(scan, "++") || host_sees(scan, "--")) {
        bool up = token_is(&scan->tokens[scan->at++], "++");
        return step_by_one(scan, host_unary(scan), up);
    }
    if (host_accept(scan, "sizeof"))
        return host_size_of(scan);
    if (host_accept(scan, "new"))
        return host_new(scan);
    if (host_accept(scan, "delete") || host_accept(scan, "throw") ||
        host_accept(scan, "co_return")) {
        if (host_sees(scan, "["))
            scan->at = host_after_bracket(scan, scan->at, scan->end);
        return host_unary(scan);
    }
    return postfix_operators(scan);
}

HostValue host_unary(HostScan *scan)
{
    if (scan->depth >= HOST_DEPTH_LIMIT || scan->work++ > HOST_WORK_LIMIT || host_is_full(scan)) {
        scan->at = scan->end;
        return host_unknown(PHRASE_LITERAL("an expression that takes too long to evaluate"), 0);
    }
    scan->depth++;
    HostValue value = prefix_operator(scan);
    scan->depth--;
    return value;
}
