/* Calls: functions of the file are executed, mathematics is computed, the rest is unknown. */
#include "host/cuda/cuda.h"
#include "host/run/eval.h"

#include <string.h>

/* ---- functions as values ---- */

/* The template arguments at HostScan.template_at, as an index in HostScan.instances plus 1. */
static int instance_here(HostScan *scan)
{
    int at = scan->template_at, end = scan->template_end;
    HostInstance made = {0};
    made.text = host_template_text(scan, at + 1, end - 1, &made.missing);
    for (int i = 0; i < scan->instance_count; ++i)
        if (made.text && scan->instances[i].text && !made.missing &&
            strcmp(made.text, scan->instances[i].text) == 0)
            return i + 1;
    if (scan->instance_count >= HOST_INSTANCE_LIMIT)
        return 0;
    HostTemplates *templates = ARENA_NEW(scan->arena, HostTemplates);
    host_templates_read(scan, at, end, templates);
    made.templates = templates;
    *ARENA_PUSH(scan->arena, scan->instances, scan->instance_count, scan->instance_capacity) = made;
    return scan->instance_count;
}

HostValue host_function_named(HostScan *scan, const Token *name)
{
    HostValue value = host_unknown(NULL, 0);
    HostFunction *function = host_function_find(scan, name->text, name->length, -1);
    if (!function || function->owner >= 0)
        return value;
    value.kind = HOST_FUNCTION;
    value.object = (int)(function - scan->functions);
    value.integer = scan->template_at >= 0 ? instance_here(scan) : 0;
    return value;
}

void host_choice_add(HostScan *scan, HostValue *before, const HostValue *now)
{
    enum { CHOICES = 256 };
    bool is_other = before->kind == HOST_FUNCTION && now->kind == HOST_FUNCTION &&
                    (before->object != now->object || before->integer != now->integer);
    if (!is_other || scan->choice_count >= CHOICES)
        return;
    *ARENA_PUSH(scan->arena, scan->choices, scan->choice_count, scan->choice_capacity) =
        (HostChoice){*now, (int)before->offset};
    before->offset = scan->choice_count;
}

static void call_one(HostScan *scan, const HostValue *function, const HostValue *arguments,
                     int count, HostValue *result)
{
    *result = host_unknown(NULL, 0);
    if (scan->functions[function->object].is_device)
        return;
    scan->template_at = scan->template_end = -1;
    scan->given = function->integer ? scan->instances[function->integer - 1].templates : NULL;
    host_function_run(scan, function->object, arguments, count, result);
}

void host_function_call(HostScan *scan, const HostValue *function, const HostValue *arguments,
                        int count, HostValue *result)
{
    HostValue ignored;
    scan->speculation++;
    scan->uncertain++;
    for (int i = (int)function->offset; i; i = scan->choices[i - 1].next)
        call_one(scan, &scan->choices[i - 1].function, arguments, count, &ignored);
    scan->uncertain--;
    scan->speculation--;
    call_one(scan, function, arguments, count, result);
}

static bool value_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                       HostValue *result)
{
    int var = host_var_find(scan, name->text, name->length);
    if (var < 0 || scan->vars[var].value.kind != HOST_FUNCTION)
        return false;
    HostValue function = scan->vars[var].value;
    host_function_call(scan, &function, arguments, count, result);
    return true;
}

/* ---- functions by name ---- */

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

/* Whether the function returns a struct, or is given one by reference or address to fill. */
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

/* Whether the function is given a variable, or an element, to change by reference. */
static bool changes_reference(HostScan *scan, const HostFunction *function,
                              const HostValue *arguments, int count)
{
    HostType type;
    for (int i = 0; i < count; ++i)
        if ((arguments[i].var >= 0 || arguments[i].is_element || arguments[i].from) &&
            host_parameter_type(scan, function, i, &type) && type.is_reference && !type.is_const)
            return true;
    return false;
}

/* Whether the function writes to arrays that it is given, or returns one. */
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

static bool is_global(const HostScan *scan, const Token *name)
{
    for (int i = 0; name->kind == TOKEN_NAME && i < scan->global_count; ++i)
        if (token_is(name, scan->vars[i].name))
            return !scan->vars[i].is_type && !scan->vars[i].type.is_const;
    return false;
}

/* Whether the function writes to variables of file scope, as functions like init() do, itself or in
 * what it calls. */
static bool sets_globals(HostScan *scan, int index)
{
    HostFunction *function = &scan->functions[index];
    int close = scan->match[function->body];
    BinaryOperator op;
    if (function->sets_globals)
        return function->sets_globals > 0;
    function->sets_globals = -1;
    for (int at = function->body + 1; at < close; ++at) {
        const Token *name = &scan->tokens[at];
        const HostFunction *called = name->kind == TOKEN_NAME && host_is_at(scan, at + 1, "(")
                                         ? host_function_find(scan, name->text, name->length, -1)
                                         : NULL;
        bool is_written = host_is_at(scan, at + 1, "=") || host_is_at(scan, at + 1, "[") ||
                          host_is_at(scan, at + 1, ".") ||
                          binary_find_update(&scan->tokens[at + 1], &op);
        if ((is_written && is_global(scan, name)) ||
            (called && !called->is_device && sets_globals(scan, (int)(called - scan->functions)))) {
            scan->functions[index].sets_globals = 1;
            return true;
        }
    }
    return false;
}

static bool file_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                      HostValue *result)
{
    HostFunction *function = host_function_find(scan, name->text, name->length, count);
    if (!function || function->is_device)
        return false;
    *result = host_unknown(NULL, host_roots_of(arguments, count));
    if (function->is_interesting || sets_globals(scan, (int)(function - scan->functions)) ||
        takes_function(arguments, count) || makes_struct(scan, function, count) ||
        writes_memory(scan, function, arguments, count) ||
        changes_reference(scan, function, arguments, count) ||
        (all_known(arguments, count) && returns_number(scan, function)))
        host_function_run(scan, (int)(function - scan->functions), arguments, count, result);
    else
        for (int i = 0; i < count; ++i) {
            host_history_doubt(scan, &arguments[i]);
            if (!result->reason && arguments[i].kind == HOST_UNKNOWN &&
                returns_number(scan, function))
                result->reason = arguments[i].reason;
        }
    result->roots |= host_roots_of(arguments, count);
    return true;
}

/* make_int3(1, 2, 3) */
static bool vector_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                        HostValue *result)
{
    HostType type;
    if (!host_vector_made(scan, name, &type) || scan->structs[type.structure - 1].count != count)
        return false;
    *result = host_object_new(scan, type);
    for (int i = 0; i < count; ++i) {
        const HostField field = scan->structs[type.structure - 1].fields[i];
        host_object_add(scan, result, field.name, field.type, arguments[i]);
    }
    return true;
}

/* std::swap: each place gets what the other one held. */
static bool swap_call(HostScan *scan, const Token *name, const HostValue *arguments, int count)
{
    if (!token_is(name, "swap") || count != 2)
        return false;
    HostValue held[2] = {host_struct_taken(scan, arguments[0]),
                         host_struct_taken(scan, arguments[1])};
    for (int i = 0; i < 2; ++i)
        host_return_to(scan, &arguments[i], &held[1 - i]);
    return true;
}

/* A function or macro that nobody knows calls what it is given, as PyTorch's AT_DISPATCH_... do. */
static void call_arguments(HostScan *scan, const HostValue *arguments, int count)
{
    HostValue ignored;
    for (int i = 0; i < count; ++i)
        if (arguments[i].kind == HOST_FUNCTION)
            host_function_run(scan, arguments[i].object, NULL, 0, &ignored);
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
        value_call(scan, token, arguments, count, &result) ||
        host_class_own_call(scan, token, arguments, count, &result) ||
        file_call(scan, token, arguments, count, &result) ||
        host_math_call(token, arguments, count, &result) ||
        vector_call(scan, token, arguments, count, &result) ||
        swap_call(scan, token, arguments, count) ||
        host_fill_call(scan, token, arguments, count, &result))
        result.var = result.component = -1;
    else {
        host_fill_unknown_call(scan, token, arguments, count);
        call_arguments(scan, arguments, count);
    }
    return result;
}
