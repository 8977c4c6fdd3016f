/* Calls: functions of the file are executed, mathematics is computed, the rest is unknown. */
#include "host/host.h"

#include <math.h>
#include <string.h>

static bool is(const HostScan *scan, int at, const char *text)
{
    return at >= 0 && at < scan->count && token_is(&scan->tokens[at], text);
}

/* ---- mathematics ---- */

typedef struct MathName {
    const char *name; /* also with f at the end */
    double (*one)(double);
    double (*two)(double, double);
} MathName;

static const MathName math_names[] = {
    {"ceil", ceil, NULL}, {"floor", floor, NULL}, {"round", round, NULL}, {"sqrt", sqrt, NULL},
    {"log2", log2, NULL}, {"log", log, NULL},     {"log10", log10, NULL}, {"exp", exp, NULL},
    {"exp2", exp2, NULL}, {"fabs", fabs, NULL},   {"trunc", trunc, NULL}, {"pow", NULL, pow},
    {"fmin", NULL, fmin}, {"fmax", NULL, fmax},   {"fmod", NULL, fmod},   {"cbrt", cbrt, NULL},
};

static const MathName *math_find(const Token *name, bool *is_single)
{
    char text[16];
    if (name->length >= sizeof text)
        return NULL;
    memcpy(text, name->text, name->length);
    text[name->length] = '\0';
    for (int cut = 0; cut < 2; ++cut) {
        for (size_t i = 0; i < sizeof math_names / sizeof *math_names; ++i)
            if (strcmp(math_names[i].name, text) == 0) {
                *is_single = cut;
                return &math_names[i];
            }
        if (name->length < 2 || text[name->length - 1] != 'f')
            return NULL;
        text[name->length - 1] = '\0';
    }
    return NULL;
}

static uint64_t roots_of(const HostValue *arguments, int count)
{
    uint64_t roots = 0;
    for (int i = 0; i < count; ++i)
        roots |= arguments[i].roots;
    return roots;
}

static bool min_max(const Token *name, const HostValue *a, int count, HostValue *result)
{
    bool is_min = token_is(name, "min"), is_max = token_is(name, "max");
    if ((!is_min && !is_max) || count != 2)
        return false;
    *result = host_binary(HOST_LT, a[0], a[1]);
    if (host_is_known(result)) {
        bool first = host_is_true(result) == is_min;
        HostValue zero = host_integer(0, SCALAR_I32); /* + 0 converts to the common type */
        *result = host_binary(HOST_ADD, a[!first], zero);
    }
    result->roots = a[0].roots | a[1].roots;
    return true;
}

static bool math_call(const Token *name, const HostValue *a, int count, HostValue *result)
{
    bool single = false;
    if (min_max(name, a, count, result))
        return true;
    if (token_is(name, "abs") && count == 1 && host_is_known(a)) {
        *result = host_double(a) < 0 ? host_negate(a[0]) : a[0];
        return true;
    }
    const MathName *math = math_find(name, &single);
    if (!math || count != (math->one ? 1 : 2))
        return false;
    for (int i = 0; i < count; ++i)
        if (!host_is_known(&a[i])) {
            *result = host_unknown(a[i].reason, roots_of(a, count));
            return true;
        }
    single |= a[0].type == SCALAR_F32 && (count == 1 || a[1].type == SCALAR_F32);
    double value = math->one ? math->one(host_double(&a[0]))
                             : math->two(host_double(&a[0]), host_double(&a[1]));
    *result = host_real(value, single ? SCALAR_F32 : SCALAR_F64);
    result->roots = roots_of(a, count);
    return true;
}

/* ---- functions of the file ---- */

void host_templates_read(HostScan *scan, int begin, int behind_last, HostTemplates *out)
{
    int at = begin + 1, end = behind_last - 1;
    out->count = 0;
    if (begin < 0)
        return;
    while (at < end && out->count < HOST_ARGUMENT_LIMIT) {
        int comma = host_find(scan, at, end, ","), behind = at;
        const Token *name = &scan->tokens[at];
        int var = name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
        bool may_be_type = var < 0 || scan->vars[var].is_type;
        out->is_type[out->count] =
            may_be_type && host_type(scan, &behind, &out->types[out->count]) && behind == comma;
        if (!out->is_type[out->count])
            out->values[out->count] = host_evaluate(scan, at, comma);
        out->count++;
        at = comma + 1;
    }
}

void host_templates_bind(HostScan *scan, int templates, const HostTemplates *arguments)
{
    int at = templates + 1, behind, index = 0;
    if (templates < 0)
        return;
    behind = host_template_end(scan, templates, scan->count);
    if (behind < 0)
        behind = host_find(scan, at, scan->count, ">") + 1;
    for (; at < behind - 1; ++index) {
        int comma = host_find(scan, at, behind - 1, ","), name = comma - 1;
        int equals = host_find(scan, at, comma, "=");
        if (equals < comma)
            name = equals - 1;
        bool given = index < arguments->count,
             is_type = is(scan, at, "typename") || is(scan, at, "class");
        const Token *token = &scan->tokens[name];
        if (token->kind == TOKEN_NAME) {
            HostVar *var = host_var_new(scan, token->text, token->length, token->span);
            var->is_type = is_type;
            var->type = is_type ? (HostType){.is_class = true, .name = var->name}
                                : (HostType){.is_scalar = true, .scalar = SCALAR_I64};
            if (is_type && given && arguments->is_type[index])
                var->type = arguments->types[index];
            if (!is_type && given && !arguments->is_type[index])
                var->value = arguments->values[index];
            else if (!is_type && equals < comma)
                scan->vars[scan->var_count - 1].value = host_evaluate(scan, equals + 1, comma);
        }
        at = comma + 1;
    }
}

/* name.member variables of a struct become those of another. */
void host_copy_members(HostScan *scan, int from, int limit, const char *to)
{
    const char *name = scan->vars[from].name;
    size_t length = strlen(name);
    for (int i = from + 1; i < limit; ++i) {
        const HostVar path = scan->vars[i];
        if (!path.is_path || strncmp(path.name, name, length) != 0 || path.name[length] != '.')
            continue;
        const char *text = arena_printf(scan->arena, "%s%s", to, path.name + length);
        int old = host_var_find(scan, text, (uint32_t)strlen(text));
        HostVar *copy = old >= scan->frame->base
                            ? &scan->vars[old]
                            : host_var_new(scan, text, (uint32_t)strlen(text), path.span);
        if (copy->is_overridden)
            continue;
        copy->is_path = true;
        copy->type = path.type;
        copy->value = path.value;
    }
}

typedef struct HostParameter {
    HostType type;
    int name, end; /* tokens; end: its comma or bracket */
    int value;     /* token of its default, or end */
} HostParameter;

static HostParameter read_parameter(HostScan *scan, int at, int close)
{
    HostParameter out = {.end = host_find(scan, at, close, ",")};
    out.value = host_find(scan, at, out.end, "=");
    if (host_base_type(scan, &at, &out.type))
        host_pointers(scan, &at, &out.type);
    bool is_pointer = at + 3 < out.value && is(scan, at, "(") && is(scan, at + 1, "*");
    if (is_pointer) { /* T (*name)[n] */
        int inner = at + 4;
        out.type.pointers++;
        at += 2;
        host_lengths(scan, &inner, out.value, &out.type);
    }
    out.name = at < out.value && scan->tokens[at].kind == TOKEN_NAME ? at : -1;
    int lengths = out.name + 1;
    if (out.name >= 0 && is(scan, lengths, "[")) { /* T name[][n] is T (*name)[n] */
        int inner = host_after_bracket(scan, lengths, out.value);
        host_lengths(scan, &inner, out.value, &out.type);
        out.type.pointers++;
    }
    out.value = out.value < out.end ? out.value + 1 : out.end;
    return out;
}

static void bind_parameter(HostScan *scan, const HostParameter *parameter, HostValue value,
                           int callers)
{
    if (parameter->name < 0)
        return;
    const Token *name = &scan->tokens[parameter->name];
    int index = scan->var_count;
    HostVar *var = host_var_new(scan, name->text, name->length, name->span);
    var->type = parameter->type;
    var->is_parameter = true;
    if (token_is(name, "argc") && value.kind == HOST_UNKNOWN)
        value = host_integer(1, SCALAR_I32);
    if (value.kind == HOST_NULL && !host_null_is_settled(scan, &value))
        value = host_unknown(NULL, 0);
    if (value.kind == HOST_ADDRESS && host_is_record(&parameter->type) && value.object < callers)
        host_copy_members(scan, value.object, callers, var->name);
    if (value.kind == HOST_UNKNOWN && !value.memory && parameter->type.pointers == 1) {
        value.kind = HOST_DEVICE;
        value.object = host_allocate(scan, var->name, host_unknown(NULL, 0));
    }
    if (value.kind == HOST_UNKNOWN && value.place >= 0 && value.place < callers)
        host_copy_members(scan, value.place, callers, var->name);
    host_var_define(scan, index, value, NULL);
}

/* Gives non-const reference parameters back to the caller's variables. */
static void return_references(HostScan *scan, const HostParameter *parameters,
                              const HostValue *arguments, const HostValue *finals, int count)
{
    for (int i = 0; i < count; ++i)
        if (finals[i].kind == HOST_STRUCT && arguments[i].kind == HOST_ADDRESS)
            host_assign(scan, arguments[i].object, -1, finals[i], NULL);
        else if (parameters[i].type.is_reference && !parameters[i].type.is_const &&
                 arguments[i].place >= 0 && (finals[i].kind != HOST_UNKNOWN || finals[i].memory))
            host_assign(scan, arguments[i].place, arguments[i].component, finals[i], NULL);
}

bool host_result_type(HostScan *scan, const HostFunction *function, HostType *out)
{
    int at = function->begin;
    if (at >= 0 && function->templates >= 0)
        at = host_template_end(scan, function->templates, scan->count);
    return at >= 0 && host_type(scan, &at, out);
}

bool host_parameter_type(HostScan *scan, const HostFunction *function, int index, HostType *out)
{
    if (function->params < 0)
        return false;
    int at = function->params + 1, close = scan->match[function->params];
    for (; at < close; --index) {
        HostParameter parameter = read_parameter(scan, at, close);
        *out = parameter.type;
        if (index == 0)
            return true;
        at = parameter.end + 1;
    }
    return false;
}

/* What a function made of a struct that it was given by reference or by address. */
static HostValue final_struct(HostScan *scan, const HostParameter *parameter, int var,
                              const HostValue *argument)
{
    bool is_by_address = argument->kind == HOST_ADDRESS && parameter->type.pointers == 1;
    bool is_by_reference = parameter->type.is_reference && !parameter->type.pointers;
    if (!host_is_record(&parameter->type) || (!is_by_address && !is_by_reference))
        return host_unknown(NULL, 0);
    return host_struct_of(scan, var, host_unknown(NULL, 0));
}

static HostValue converted_result(HostScan *scan, const HostFunction *function,
                                  const HostFrame *frame)
{
    HostValue result = frame->has_result ? frame->result : host_unknown(NULL, 0);
    HostType type;
    result.place = result.component = -1;
    if (result.kind == HOST_ADDRESS)
        return host_unknown(NULL, 0);
    if (host_result_type(scan, function, &type) && type.is_scalar && !type.pointers)
        result = host_convert(result, type.scalar);
    return result;
}

/* A lambda sees the variables around it: of its caller, or of the frame it was written in. */
static void open_lambda(const HostFunction *function, HostFrame *frame)
{
    const HostFrame *caller = frame->caller, *home = caller;
    while (home && home->id != function->frame_id)
        home = home->caller;
    frame->receiver = home ? home->receiver : caller->receiver;
    if (home && home != caller) {
        frame->outer = home;
        return;
    }
    frame->base = caller->base;
    frame->outer = caller->outer;
}

void host_function_run(HostScan *scan, int index, const HostValue *arguments, int count,
                       HostValue *result)
{
    HostFunction function = scan->functions[index];
    HostReceiver *receiver = scan->receiver;
    HostFrame *caller = scan->frame, frame = {.id = ++scan->frame_count,
                                              .base = scan->var_count,
                                              .caller = caller,
                                              .receiver = receiver,
                                              .function = &function};
    HostParameter parameters[HOST_ARGUMENT_LIMIT];
    HostTemplates templates;
    HostValue finals[HOST_ARGUMENT_LIMIT];
    int vars[HOST_ARGUMENT_LIMIT], taken = 0, callers = scan->var_count;
    *result = host_unknown(NULL, 0);
    scan->receiver = NULL;
    if (scan->calls >= HOST_CALL_LIMIT || scan->depth >= HOST_DEPTH_LIMIT) {
        for (int i = 0; i < count; ++i)
            host_memory_spoil(scan, &arguments[i]);
        return;
    }
    scan->functions[index].was_run = true;
    host_templates_read(scan, scan->template_at, scan->template_end, &templates);
    if (function.begin < 0)
        open_lambda(&function, &frame);
    caller->end = callers;
    scan->calls++;
    scan->frame = &frame;
    if (receiver)
        host_class_enter(scan, receiver);
    bool is_inside = receiver && scan->class_of[function.params] >= 0;
    host_templates_bind(scan, receiver && !is_inside ? -1 : function.templates, &templates);
    int at = function.params + 1, close = function.params < 0 ? 0 : scan->match[function.params];
    for (; function.params >= 0 && at < close && taken < HOST_ARGUMENT_LIMIT; ++taken) {
        parameters[taken] = read_parameter(scan, at, close);
        HostValue value = host_unknown(NULL, 0);
        if (taken < count)
            value = arguments[taken];
        else if (parameters[taken].value < parameters[taken].end)
            value = host_evaluate(scan, parameters[taken].value, parameters[taken].end);
        vars[taken] = scan->var_count;
        bind_parameter(scan, &parameters[taken], value, callers);
        if (scan->var_count == vars[taken])
            vars[taken] = -1;
        at = parameters[taken].end + 1;
    }
    int after = host_after_bracket(scan, function.body, scan->count);
    if (receiver)
        host_class_initialise(scan, &function);
    host_block(scan, function.body + 1, after - 1);
    for (int i = 0; i < taken; ++i) {
        finals[i] = vars[i] >= 0 ? scan->vars[vars[i]].value : host_unknown(NULL, 0);
        HostValue made = vars[i] >= 0 && i < count
                             ? final_struct(scan, &parameters[i], vars[i], &arguments[i])
                             : host_unknown(NULL, 0);
        if (made.kind == HOST_STRUCT)
            finals[i] = made;
    }
    *result = converted_result(scan, &function, &frame);
    if (receiver)
        host_class_leave(scan, receiver);
    scan->frame = caller;
    scan->var_count = callers;
    scan->calls--;
    return_references(scan, parameters, arguments, finals, taken < count ? taken : count);
}

static bool lambda_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                        HostValue *result)
{
    int var = host_var_find(scan, name->text, name->length);
    if (var < 0 || scan->vars[var].value.kind != HOST_FUNCTION)
        return false;
    host_function_run(scan, scan->vars[var].value.object, arguments, count, result);
    return true;
}

static bool all_known(const HostValue *arguments, int count)
{
    for (int i = 0; i < count; ++i)
        if (arguments[i].kind != HOST_NUMBER && arguments[i].kind != HOST_DIM3)
            return false;
    return true;
}

static bool returns_number(HostScan *scan, const HostFunction *function)
{
    HostType type;
    return host_result_type(scan, function, &type) && !type.is_void && !type.pointers;
}

/* Makes a struct, or is given one to fill. */
static bool makes_struct(HostScan *scan, const HostFunction *function, int count)
{
    HostType type;
    if (host_result_type(scan, function, &type) && host_is_record(&type))
        return true;
    for (int i = 0; i < count; ++i)
        if (host_parameter_type(scan, function, i, &type) && host_is_record(&type) &&
            !type.is_const && (type.is_reference || type.pointers == 1))
            return true;
    return false;
}

/* Writes to arrays that it is given, or returns one. */
static bool writes_memory(HostScan *scan, const HostFunction *function, const HostValue *arguments,
                          int count)
{
    HostType type;
    if (all_known(arguments, count) && host_result_type(scan, function, &type) &&
        (type.pointers == 1 || (type.is_vector && !type.pointers)))
        return true;
    for (int i = 0; i < count; ++i)
        if ((arguments[i].memory || arguments[i].kind == HOST_ARRAY ||
             arguments[i].kind == HOST_ADDRESS) &&
            host_parameter_type(scan, function, i, &type) && !type.is_const &&
            (type.pointers || type.is_reference))
            return true;
    return false;
}

static bool takes_function(const HostValue *arguments, int count)
{
    for (int i = 0; i < count; ++i)
        if (arguments[i].kind == HOST_FUNCTION)
            return true;
    return false;
}

static bool file_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                      HostValue *result)
{
    HostFunction *function = host_function_find(scan, name->text, name->length, count);
    if (!function || function->is_device)
        return false;
    *result = host_unknown(NULL, roots_of(arguments, count));
    if (function->is_interesting || takes_function(arguments, count) ||
        makes_struct(scan, function, count) || writes_memory(scan, function, arguments, count) ||
        (all_known(arguments, count) && returns_number(scan, function)))
        host_function_run(scan, (int)(function - scan->functions), arguments, count, result);
    else
        for (int i = 0; i < count && !result->reason; ++i)
            if (arguments[i].kind == HOST_UNKNOWN && returns_number(scan, function))
                result->reason = arguments[i].reason;
    result->roots |= roots_of(arguments, count);
    return true;
}

HostValue host_call(HostScan *scan, int name, int open)
{
    HostValue arguments[HOST_ARGUMENT_LIMIT], result = host_unknown(NULL, 0);
    int template_at = scan->template_at, template_end = scan->template_end;
    int count = host_arguments(scan, open, arguments);
    const Token *token = &scan->tokens[name];
    scan->template_at = template_at;
    scan->template_end = template_end;
    if (host_cuda_call(scan, token, open, arguments, count, &result) ||
        lambda_call(scan, token, arguments, count, &result) ||
        host_class_own_call(scan, token, arguments, count, &result) ||
        file_call(scan, token, arguments, count, &result) ||
        math_call(token, arguments, count, &result) ||
        host_fill_call(scan, token, arguments, count, &result))
        result.place = result.component = -1;
    else
        host_fill_unknown_call(scan, token, arguments, count);
    return result;
}
