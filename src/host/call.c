/* Calls: functions of the file are executed, mathematics is computed, the rest is unknown. */
#include "host/cuda.h"
#include "host/eval.h"

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

static bool file_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                      HostValue *result)
{
    HostFunction *function = host_function_find(scan, name->text, name->length, count);
    if (!function || function->is_device)
        return false;
    *result = host_unknown(NULL, host_roots_of(arguments, count));
    if (function->is_interesting || takes_function(arguments, count) ||
        makes_struct(scan, function, count) || writes_memory(scan, function, arguments, count) ||
        (all_known(arguments, count) && returns_number(scan, function)))
        host_function_run(scan, (int)(function - scan->functions), arguments, count, result);
    else
        for (int i = 0; i < count && !result->reason; ++i)
            if (arguments[i].kind == HOST_UNKNOWN && returns_number(scan, function))
                result->reason = arguments[i].reason;
    result->roots |= host_roots_of(arguments, count);
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
        lambda_call(scan, token, arguments, count, &result) ||
        host_class_own_call(scan, token, arguments, count, &result) ||
        file_call(scan, token, arguments, count, &result) ||
        host_math_call(token, arguments, count, &result) ||
        host_fill_call(scan, token, arguments, count, &result))
        result.place = result.component = -1;
    else {
        host_fill_unknown_call(scan, token, arguments, count);
        call_arguments(scan, arguments, count);
    }
    return result;
}
