/* Host expressions, by recursive descent straight over the tokens. A value remembers the variable
 * it was read from (place), which is all that assignment and & need. An expression that is not
 * understood is left, and reading goes on at the next launch or allocation in it. */
#include "host/host.h"

#include <string.h>

static const Token *token(const HostScan *scan)
{
    return &scan->tokens[scan->at < scan->end ? scan->at : scan->count];
}

bool host_sees(const HostScan *scan, const char *text)
{
    return token_is(token(scan), text);
}

static bool is_at(const HostScan *scan, int at, const char *text)
{
    return at < scan->end && token_is(&scan->tokens[at], text);
}

bool host_accept(HostScan *scan, const char *text)
{
    if (!host_sees(scan, text))
        return false;
    scan->at++;
    return true;
}

/* A computed value is no variable any more. */
HostValue host_loose(HostValue value)
{
    value.place = -1;
    value.component = -1;
    if (value.is_element) {
        value.is_element = false;
        value.memory = 0;
    }
    return value;
}

static HostValue comma(HostScan *scan)
{
    HostValue value = host_assignment(scan);
    while (host_accept(scan, ","))
        value = host_loose(host_assignment(scan));
    return value;
}

/* The place behind the expression that could not be read further, where one worth reading begins. */
static int next_interesting(const HostScan *scan, int at, int end)
{
    for (; at < end; ++at) {
        const Token *t = &scan->tokens[at];
        if (t->kind != TOKEN_NAME)
            continue;
        int behind = is_at(scan, at + 1, "<") ? host_template_end(scan, at + 1, end) : at + 1;
        if (host_cuda_is_name(t) || (behind > 0 && is_at(scan, behind, "<<<")))
            return at;
    }
    return end;
}

/* Reads on behind what was not understood, for launches and allocations only. */
static void skim(HostScan *scan, int end)
{
    while (scan->at < end) {
        scan->at = next_interesting(scan, scan->at, end);
        if (scan->at < end)
            comma(scan);
    }
}

HostValue host_evaluate(HostScan *scan, int at, int end)
{
    int old_at = scan->at, old_end = scan->end;
    HostValue value = host_unknown(NULL, 0);
    scan->at = at;
    scan->end = end;
    if (at < end)
        value = comma(scan);
    if (scan->at < end)
        value = host_unknown(NULL, 0);
    skim(scan, end);
    scan->at = old_at;
    scan->end = old_end;
    return value;
}

int host_list(HostScan *scan, int at, int end, HostValue *out, int *starts)
{
    int old_at = scan->at, old_end = scan->end, count = 0;
    scan->at = at;
    scan->end = end;
    while (scan->at < end) {
        int start = scan->at;
        HostValue value = host_assignment(scan);
        if (scan->at < end && !host_sees(scan, ",")) {
            scan->end = host_find(scan, scan->at, end, ",");
            skim(scan, scan->end);
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

/* ---- primary ---- */

/* Literals that come from a macro count as named sizes, plain ones do not. */
static bool is_from_macro(const HostScan *scan, const Token *t)
{
    const SourceFile *file = &scan->sources->files[t->span.file];
    return t->span.start + t->length > file->length ||
           memcmp(file->text + t->span.start, t->text, t->length) != 0;
}

static HostValue literal(HostScan *scan)
{
    Number number;
    const Token *t = token(scan);
    scan->at++;
    if (!token_number(t, &number))
        return host_unknown("a malformed number", 0);
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
static HostValue bracketed(HostScan *scan)
{
    int open = scan->at, after = host_after_bracket(scan, open, scan->end);
    HostValue value = host_evaluate(scan, open + 1, after - 1);
    scan->at = after;
    return value;
}

static HostValue braced(HostScan *scan)
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

static HostValue lambda(HostScan *scan)
{
    HostFunction function = {.name = "",
                             .begin = -1,
                             .params = -1,
                             .templates = -1,
                             .owner = -1,
                             .frame_id = scan->frame->id};
    HostValue value = host_unknown(NULL, 0);
    int at = host_after_bracket(scan, scan->at, scan->end);
    if (is_at(scan, at, "(")) {
        function.params = at;
        at = host_after_bracket(scan, at, scan->end);
    }
    while (at < scan->end && !is_at(scan, at, "{") && !is_at(scan, at, ";"))
        at++;
    scan->at = at < scan->end ? host_after_bracket(scan, at, scan->end) : scan->end;
    if (!is_at(scan, at, "{"))
        return value;
    function.body = at;
    function.is_interesting = host_range_is_interesting(scan, at, scan->at);
    value.kind = HOST_FUNCTION;
    value.object = host_function_add(scan, function);
    return value;
}

static HostValue cast_to(const HostType *type, HostValue value)
{
    bool is_pointer = type->is_scalar && type->pointers == 1;
    if (is_pointer && (value.memory || value.kind == HOST_DEVICE))
        value.element = host_element_of(type);
    if (type->is_scalar && !type->pointers && value.kind == HOST_NUMBER)
        return host_loose(host_convert(value, type->scalar));
    return value;
}

/* Behind most names stands nothing that can follow a type in an expression. */
static bool may_be_type(const HostScan *scan, int at)
{
    return scan->tokens[at + 1].kind == TOKEN_NAME || is_at(scan, at + 1, "(") ||
           is_at(scan, at + 1, "{") || is_at(scan, at + 1, "<") || is_at(scan, at + 1, "::");
}

/* static_cast<T>(x) and its kin; int(x), dim3(x, y). False: the name is something else. */
static bool written_cast(HostScan *scan, HostValue *value)
{
    HostType type;
    int at = scan->at;
    if (!may_be_type(scan, at))
        return false;
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast",
                                        "dynamic_cast"};
    for (int i = 0; i < 4; ++i)
        if (host_sees(scan, casts[i]) && is_at(scan, at + 1, "<")) {
            int behind = host_template_end(scan, at + 1, scan->end);
            at += 2;
            if (behind < 0 || !is_at(scan, behind, "(") || !host_type(scan, &at, &type))
                return false;
            scan->at = behind;
            *value = cast_to(&type, bracketed(scan));
            return true;
        }
    if (!host_type(scan, &at, &type))
        return false;
    if (type.class_open && !type.pointers && (is_at(scan, at, "(") || is_at(scan, at, "{"))) {
        HostValue values[HOST_ARGUMENT_LIMIT];
        int count = host_arguments(scan, at, values);
        if (host_class_construct(scan, &type, values, count, value)) {
            scan->at = host_after_bracket(scan, at, scan->end);
            return true;
        }
    }
    if (type.structure && !type.pointers && is_at(scan, at, "{")) {
        *value = host_struct_list(scan, &type, at);
        scan->at = host_after_bracket(scan, at, scan->end);
        return true;
    }
    if (type.is_class || type.is_auto || type.pointers ||
        !(is_at(scan, at, "(") || is_at(scan, at, "{")))
        return false;
    HostValue values[HOST_ARGUMENT_LIMIT], one = host_integer(1, SCALAR_I32);
    int count = host_arguments(scan, at, values);
    scan->at = host_after_bracket(scan, at, scan->end);
    *value = count ? cast_to(&type, values[0]) : host_integer(0, SCALAR_I32);
    if (type.is_dim3 && !(count == 1 && values[0].kind == HOST_DIM3))
        *value = host_dim3(count > 0 ? values[0] : one, count > 1 ? values[1] : one,
                           count > 2 ? values[2] : one);
    return true;
}

/* The variable called by a path, made when it is first met. */
static HostValue path(HostScan *scan, const char *name, Span span, HostType type)
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

static HostValue variable(HostScan *scan, int name)
{
    const Token *t = &scan->tokens[name];
    int var = host_var_find(scan, t->text, t->length);
    if (var >= 0 && !scan->vars[var].is_type)
        return host_var_read(scan, var);
    if (host_is_member(scan, name))
        return path(scan, arena_text(scan->arena, t->text, t->length), t->span,
                    (HostType){.is_class = true});
    return host_unknown(
        arena_printf(scan->arena, "%.*s, which this file does not define", (int)t->length, t->text),
        0);
}

/* Behind the word this: ->member or ->function(). */
static HostValue of_this(HostScan *scan)
{
    if (!host_sees(scan, "->") || scan->at + 1 >= scan->end)
        return host_unknown(NULL, 0);
    int name = scan->at + 1;
    scan->at += 2;
    if (host_sees(scan, "(")) {
        int open = scan->at;
        HostValue value = host_call(scan, name, open);
        scan->at = host_after_bracket(scan, open, scan->end);
        return value;
    }
    int member = host_member_find(scan, &scan->tokens[name]);
    return member >= 0 ? host_var_read(scan, member) : variable(scan, name);
}

static HostValue named(HostScan *scan)
{
    HostValue value;
    if (host_accept(scan, "this"))
        return of_this(scan);
    if (host_sees(scan, "true") || host_sees(scan, "false"))
        return host_integer(token_is(&scan->tokens[scan->at++], "true"), SCALAR_BOOL);
    if (host_accept(scan, "nullptr") || host_accept(scan, "NULL"))
        return host_null();
    if (written_cast(scan, &value))
        return value;
    int name = scan->at++;
    while (host_sees(scan, "::") && scan->at + 1 < scan->end &&
           scan->tokens[scan->at + 1].kind == TOKEN_NAME) {
        name = scan->at + 1;
        scan->at += 2;
    }
    scan->template_at = scan->template_end = -1;
    int behind = host_sees(scan, "<") ? host_template_end(scan, scan->at, scan->end) : -1;
    if (behind > 0 && (is_at(scan, behind, "(") || is_at(scan, behind, "<<<"))) {
        scan->template_at = scan->at;
        scan->template_end = behind;
        scan->at = behind;
    }
    if (host_sees(scan, "<<<")) {
        host_launch(scan, name, scan->at);
        return host_unknown(NULL, 0);
    }
    if (host_sees(scan, "(")) {
        int open = scan->at;
        value = host_call(scan, name, open);
        scan->at = host_after_bracket(scan, open, scan->end);
        return value;
    }
    return variable(scan, name);
}

static HostValue primary(HostScan *scan)
{
    switch (token(scan)->kind) {
    case TOKEN_NUMBER: return literal(scan);
    case TOKEN_NAME: return named(scan);
    case TOKEN_CHAR: return host_integer(token_character(&scan->tokens[scan->at++]), SCALAR_I8);
    case TOKEN_STRING: scan->at++; return host_unknown(NULL, 0);
    default: break;
    }
    if (host_sees(scan, "("))
        return bracketed(scan);
    if (host_sees(scan, "{"))
        return braced(scan);
    if (host_sees(scan, "["))
        return lambda(scan);
    if (host_accept(scan, "::") && token(scan)->kind == TOKEN_NAME)
        return named(scan);
    return host_unknown(NULL, 0);
}

/* ---- postfix ---- */

static HostValue method(HostScan *scan, HostValue object, const Token *name)
{
    HostValue values[HOST_ARGUMENT_LIMIT], result;
    int count = host_arguments(scan, scan->at, values);
    scan->at = host_after_bracket(scan, scan->at, scan->end);
    if (!host_vector_method(scan, object, name, values, count, &result) &&
        !host_class_method(scan, &object, name, values, count, &result))
        host_fill_unknown_call(scan, name, values, count);
    return result;
}

static HostValue member(HostScan *scan, HostValue object)
{
    const Token *name = &scan->tokens[scan->at + 1];
    scan->at += 2;
    if (host_sees(scan, "("))
        return method(scan, object, name);
    int component = name->length == 1 ? *name->text - 'x' : -1;
    if (object.kind == HOST_DIM3 && component >= 0 && component <= 2) {
        HostValue value = host_integer(object.dim[component], SCALAR_U32);
        value.factors = 1;
        value.columns = value.integer;
        value.roots = object.roots;
        value.place = object.place;
        value.component = component;
        return value;
    }
    if (object.kind == HOST_ADDRESS && object.object < scan->var_count &&
        object.object >= (scan->frame->outer ? scan->global_count : scan->frame->base))
        object.place = object.object;
    if (object.place < 0 || scan->vars[object.place].type.is_dim3)
        return host_unknown(object.reason, object.roots);
    const char *text = arena_printf(scan->arena, "%s.%.*s", scan->vars[object.place].name,
                                    (int)name->length, name->text);
    return path(scan, text, name->span, (HostType){.is_class = true});
}

/* A write to an element whose index is not known, on the device. */
static HostValue somewhere_on_device(HostScan *scan, const HostValue *object)
{
    HostValue out = host_unknown(NULL, object->roots);
    out.memory = scan->allocations[object->object].memory;
    out.is_element = out.memory != 0;
    return out;
}

/* A variable that stands for an element, too. */
static HostValue in_memory(HostValue value, const HostValue *inside)
{
    if (!inside->memory || !inside->is_element)
        return value;
    value.memory = inside->memory;
    value.memory_at = inside->memory_at;
    value.element = inside->element;
    value.is_element = true;
    return value;
}

static HostValue element(HostScan *scan, HostValue object)
{
    Span span = token(scan)->span;
    HostValue index = bracketed(scan);
    bool known = host_is_known(&index);
    if (object.kind == HOST_DEVICE && known)
        return host_memory_index(scan, object, index.integer);
    bool is_list = object.memory && !object.is_element;
    HostValue inside = host_unknown(NULL, 0);
    if (is_list && known)
        inside = host_memory_index(scan, object, index.integer);
    else if (is_list || object.kind == HOST_DEVICE) {
        inside = host_unknown(NULL, object.roots);
        inside.memory = object.memory; /* who knows where: a write spoils it */
        inside.is_element = true;
        if (object.kind == HOST_DEVICE && !object.memory)
            inside = somewhere_on_device(scan, &object);
    }
    if (inside.memory && !inside.is_element)
        return inside; /* a row */
    if (object.place >= 0 && known && index.integer >= 0 && index.integer < HOST_PATH_LIMIT) {
        const HostVar *var = &scan->vars[object.place];
        const char *text = arena_printf(scan->arena, "%s[%d]", var->name, (int)index.integer);
        bool exists = host_var_find(scan, text, (uint32_t)strlen(text)) >= 0;
        if (exists || (var->array_count >= 0 && var->type.pointers))
            return in_memory(path(scan, text, span, var->type), &inside);
    }
    if (inside.memory)
        return inside;
    return object.kind == HOST_ARRAY ? host_loose(object) : host_unknown(NULL, object.roots);
}

static HostValue step_by_one(HostScan *scan, HostValue old, bool up)
{
    HostValue next = host_binary(up ? HOST_ADD : HOST_SUB, old, host_integer(1, SCALAR_I32));
    if (old.is_element)
        host_memory_store(scan, &old, &next);
    if (old.place >= 0)
        host_assign(scan, old.place, old.component, next, NULL);
    return host_loose(next);
}

static HostValue call_value(HostScan *scan, HostValue function)
{
    HostValue values[HOST_ARGUMENT_LIMIT], result = host_unknown(NULL, 0);
    int open = scan->at, count = host_arguments(scan, open, values);
    scan->at = host_after_bracket(scan, open, scan->end);
    if (function.kind == HOST_FUNCTION)
        host_function_run(scan, function.object, values, count, &result);
    return result;
}

static HostValue postfix(HostScan *scan)
{
    HostValue value = primary(scan);
    for (;;) {
        bool is_member = host_sees(scan, ".") || host_sees(scan, "->");
        if (is_member && scan->at + 1 < scan->end &&
            scan->tokens[scan->at + 1].kind == TOKEN_NAME) {
            value = member(scan, value);
        } else if (host_sees(scan, "[")) {
            value = element(scan, value);
        } else if (host_sees(scan, "(")) {
            value = call_value(scan, value);
        } else if (host_sees(scan, "++") || host_sees(scan, "--")) {
            step_by_one(scan, value, host_sees(scan, "++"));
            scan->at++;
            value = host_loose(value);
        } else {
            return value;
        }
    }
}

/* ---- unary ---- */

static HostValue address_of(HostValue value)
{
    if (value.kind == HOST_DEVICE && value.place < 0) {
        value.is_element = false;
        return value;
    }
    if (value.memory && (value.is_element || value.place < 0)) { /* &h[3] */
        HostValue pointer = host_unknown(NULL, 0);
        pointer.memory = value.memory;
        pointer.memory_at = value.memory_at;
        pointer.element = value.element;
        return pointer;
    }
    if (value.place < 0 || value.component >= 0)
        return value.kind == HOST_ARRAY ? value : host_unknown(NULL, 0);
    HostValue address = host_unknown(NULL, 0);
    address.kind = HOST_ADDRESS;
    address.object = value.place;
    return address;
}

static HostValue dereference(HostScan *scan, HostValue value)
{
    if (value.kind == HOST_ADDRESS && value.object < scan->var_count)
        return host_var_read(scan, value.object);
    if (value.kind == HOST_UNKNOWN && value.place >= 0 && scan->vars[value.place].type.structure)
        return host_struct_of(scan, value.place, value);
    if (value.memory || value.kind == HOST_DEVICE)
        return host_memory_index(scan, value, 0);
    return host_unknown(NULL, value.roots);
}

static HostValue cast(HostScan *scan, const HostType *type)
{
    scan->at = scan->match[scan->at] + 1;
    return cast_to(type, host_unary(scan));
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
    if (!may_have_prefix(token(scan)))
        return postfix(scan);
    if (host_sees(scan, "(") && host_is_cast(scan, scan->at, &type) &&
        scan->match[scan->at] < scan->end)
        return cast(scan, &type);
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
        return host_binary(HOST_EQ, host_loose(host_unary(scan)), host_integer(0, SCALAR_I32));
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
    return postfix(scan);
}

HostValue host_unary(HostScan *scan)
{
    if (scan->depth >= HOST_DEPTH_LIMIT || scan->work++ > HOST_WORK_LIMIT) {
        scan->at = scan->end;
        return host_unknown("an expression that takes too long to evaluate", 0);
    }
    scan->depth++;
    HostValue value = prefix_operator(scan);
    scan->depth--;
    return value;
}
