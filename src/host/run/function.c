/* A function of the file runs: its parameters become variables of a frame of its own, its body is
 * executed, and what it made of references and structs goes back to the caller. */
#include "host/cuda/cuda.h"
#include "host/run/eval.h"

#include <string.h>

/* ---- parameters ---- */

typedef struct HostParameter {
    HostType type;
    int name, end; /* tokens; name: -1 if it has none; end: its comma or bracket */
    int value;     /* token of its default, or end */
    bool is_pack;  /* T... name */
} HostParameter;

/* Reads the parameter that begins at `at`; close: the bracket behind all parameters. */
static HostParameter read_parameter(HostScan *scan, int at, int close)
{
    HostParameter out = {.end = host_find(scan, at, close, ",")};
    out.value = host_find(scan, at, out.end, "=");
    if (host_base_type(scan, &at, &out.type))
        host_pointers(scan, &at, &out.type);
    out.is_pack = host_is_at(scan, at, "...");
    at += out.is_pack;
    bool is_array = host_is_at(scan, at, "(") && host_is_at(scan, at + 1, "&");
    bool is_pointer = at + 3 < out.value && host_is_at(scan, at, "(") &&
                      (is_array || host_is_at(scan, at + 1, "*"));
    if (is_pointer) { /* T (*name)[n], and T (&name)[m][n], which is used alike */
        int inner = at + 4;
        if (is_array && host_is_at(scan, inner, "["))
            inner = host_after_bracket(scan, inner, out.value);
        out.type.pointers++;
        at += 2;
        host_lengths(scan, &inner, out.value, &out.type);
    }
    out.name = at < out.value && scan->tokens[at].kind == TOKEN_NAME ? at : -1;
    int lengths = out.name + 1;
    if (out.name >= 0 && host_is_at(scan, lengths, "[")) { /* T name[][n] is T (*name)[n] */
        int inner = host_after_bracket(scan, lengths, out.value);
        host_lengths(scan, &inner, out.value, &out.type);
        out.type.pointers++;
    }
    out.value = out.value < out.end ? out.value + 1 : out.end;
    return out;
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

/* What a parameter begins with: what the call passes, but for what nobody passes or knows. */
static HostValue passed_value(HostScan *scan, const HostParameter *parameter, const char *name,
                              HostValue value)
{
    if (value.kind == HOST_UNKNOWN && strcmp(name, "argc") == 0)
        return host_integer(1, SCALAR_I32);
    if (value.kind == HOST_NULL && !host_null_is_settled(scan, &value))
        value = host_unknown(NULL, 0);
    if (value.kind == HOST_UNKNOWN && !value.memory && parameter->type.pointers == 1) {
        value.kind = HOST_DEVICE; /* perhaps a buffer of the device: one whose size is not known */
        value.object = host_allocate(scan, name, host_unknown(NULL, 0));
    }
    return value;
}

/* Makes the parameter a variable. Of a struct, by value or by address, it gets the members, too;
 * variables before `callers` are what the caller can have passed. */
static void bind_parameter(HostScan *scan, const HostParameter *parameter, HostValue value,
                           int callers)
{
    const Token *token = &scan->tokens[parameter->name];
    int index = scan->var_count;
    HostVar *var = host_var_new(scan, token->text, token->length, token->span);
    const char *name = var->name;
    var->type = parameter->type;
    var->is_parameter = true;
    value = passed_value(scan, parameter, name, value);
    if (value.kind == HOST_ADDRESS && host_is_record(&parameter->type) && value.object < callers)
        host_copy_members(scan, value.object, callers, name);
    if (value.kind == HOST_UNKNOWN && value.var >= 0 && value.var < callers)
        host_copy_members(scan, value.var, callers, name);
    host_var_define(scan, index, value, NULL);
}

/* ---- frames ---- */

HostFrame host_frame_new(HostScan *scan, const HostFunction *function)
{
    return (HostFrame){.id = ++scan->frame_count,
                       .base = scan->var_count,
                       .caller = scan->frame,
                       .function = function};
}

void host_frame_enter(HostScan *scan, HostFrame *frame)
{
    frame->caller->end = frame->base;
    frame->speculation = scan->speculation;
    frame->uncertain = scan->uncertain;
    scan->frame = frame;
    scan->calls++;
}

void host_frame_leave(HostScan *scan)
{
    scan->frame = scan->frame->caller;
    scan->var_count = scan->frame->end;
    scan->calls--;
}

/* A lambda sees the variables around it: of its caller, or of the frame it was written in. */
static void look_around(HostFrame *frame)
{
    const HostFrame *caller = frame->caller, *home = caller;
    while (home && home->id != frame->function->frame_id)
        home = home->caller;
    frame->receiver = home ? home->receiver : caller->receiver;
    if (home && home != caller) {
        frame->outer = home;
        return;
    }
    frame->base = caller->base;
    frame->outer = caller->outer;
}

/* ---- a call ---- */

/* A function of the file while it runs. */
typedef struct Run {
    HostFunction function; /* a copy: the list of functions moves when it grows */
    HostFrame frame;
    HostReceiver *receiver; /* of a member function, else NULL */
    const HostValue *arguments;
    int argument_count;
    HostParameter parameters[HOST_ARGUMENT_LIMIT];
    int vars[HOST_ARGUMENT_LIMIT]; /* [parameter] the variable that it is, or -1: it has no name */
    int parameter_count;
} Run;

/* A parameter pack is a list of variables, as an array is: name[0], name[1] and so on. */
static void bind_pack(HostScan *scan, const Run *run, const HostParameter *parameter, int first)
{
    const Token *token = &scan->tokens[parameter->name];
    HostVar *pack = host_var_new(scan, token->text, token->length, token->span);
    const char *name = pack->name;
    pack->type.is_class = true;
    pack->array_count = run->argument_count > first ? run->argument_count - first : 0;
    for (int i = first; i < run->argument_count; ++i) {
        const char *path = arena_printf(scan->arena, "%s[%d]", name, i - first);
        HostVar *var = host_var_new(scan, path, (uint32_t)strlen(path), token->span);
        var->is_path = true;
        var->type.is_class = true;
        host_var_define(scan, scan->var_count - 1, run->arguments[i], NULL);
    }
}

/* Makes the next parameter, which stands at `at`, a variable: of its argument, or its default. */
static int bind_next(HostScan *scan, Run *run, int at, int close)
{
    int index = run->parameter_count++, callers = run->frame.caller->end;
    HostParameter *parameter = &run->parameters[index];
    HostValue value = host_unknown(NULL, 0);
    *parameter = read_parameter(scan, at, close);
    if (index < run->argument_count)
        value = run->arguments[index];
    else if (parameter->value < parameter->end)
        value = host_evaluate(scan, parameter->value, parameter->end);
    run->vars[index] = parameter->name >= 0 ? scan->var_count : -1;
    if (parameter->name >= 0 && parameter->is_pack)
        bind_pack(scan, run, parameter, index);
    else if (parameter->name >= 0)
        bind_parameter(scan, parameter, value, callers);
    return parameter->end + 1;
}

/* The names that the body can use: the object's members, template parameters, parameters. */
static void bind_names(HostScan *scan, Run *run, const HostTemplates *templates)
{
    const HostFunction *function = &run->function;
    int at = function->params + 1, close = function->params < 0 ? 0 : scan->match[at - 1];
    if (run->receiver)
        host_class_enter(scan, run->receiver);
    /* Before S<T>::f, outside its class, stand the parameters of the class, which are bound by
     * now. */
    bool is_outside = run->receiver && scan->class_of[function->params] < 0;
    host_templates_bind(scan, is_outside ? -1 : function->templates, templates);
    while (function->params >= 0 && at < close && run->parameter_count < HOST_ARGUMENT_LIMIT)
        at = bind_next(scan, run, at, close);
}

/* The type of what an argument holds, or points at through so many stars. */
static bool type_of_argument(const HostScan *scan, const HostValue *value, int stars, HostType *out)
{
    const HostVar *var = value->var >= 0 ? &scan->vars[value->var] : NULL;
    bool is_pointer = value->kind == HOST_DEVICE || value->memory;
    *out = (HostType){0};
    if (var && var->type.name && !var->type.is_auto && var->type.pointers == stars &&
        !var->type.is_vector) {
        *out = var->type;
        out->pointers = 0;
        return true;
    }
    if (value->kind == HOST_NUMBER && !stars)
        out->scalar = value->type;
    else if (is_pointer && stars == 1 && value->element.is_scalar && !value->element.pointers)
        out->scalar = value->element.scalar;
    else
        return false;
    out->is_scalar = true;
    out->size_bytes = scalar_size_bytes(out->scalar);
    out->name = scalar_name(out->scalar);
    return true;
}

/* Types that a call leaves to the compiler: template <typename T> void f(T *values, ...), called
 * with a pointer of a known type. */
void host_templates_deduce(HostScan *scan, const HostFunction *function, const HostValue *values,
                           int count, HostTemplates *out)
{
    int at = function->templates + 1;
    int behind = function->templates >= 0 ? host_template_end(scan, at - 1, scan->count) : -1;
    for (int index = 0; behind > 0 && at < behind - 1 && index < HOST_ARGUMENT_LIMIT; ++index) {
        int comma = host_find(scan, at, behind - 1, ",");
        bool is_open = index >= out->count || !out->is_given[index];
        const Token *name = &scan->tokens[at + 1];
        bool is_type = host_is_at(scan, at, "typename") || host_is_at(scan, at, "class");
        while (index >= out->count && out->count < HOST_ARGUMENT_LIMIT)
            out->is_given[out->count++] = false;
        for (int i = 0; is_open && is_type && i < count; ++i) {
            HostType type, found;
            if (!host_parameter_type(scan, function, i, &type) || !type.name ||
                !token_is(name, type.name) ||
                !type_of_argument(scan, &values[i], type.pointers, &found))
                continue;
            out->is_given[index] = out->is_type[index] = true;
            out->types[index] = found;
            break;
        }
        at = comma + 1;
    }
}

static void run_body(HostScan *scan, const Run *run)
{
    int after = host_after_bracket(scan, run->function.body, scan->count);
    if (run->receiver)
        host_class_initialise(scan, &run->function);
    host_block(scan, run->function.body + 1, after - 1);
}

/* ---- what goes back ---- */

/* Is it a struct that the function was given to change, by reference or by address? */
static bool is_struct_to_change(const HostParameter *parameter, const HostValue *argument)
{
    bool is_by_address = argument->kind == HOST_ADDRESS && parameter->type.pointers == 1;
    bool is_by_reference = parameter->type.is_reference && !parameter->type.pointers;
    return host_is_record(&parameter->type) && (is_by_address || is_by_reference);
}

/* What a parameter holds when the function ends. */
static HostValue final_value(HostScan *scan, const Run *run, int index)
{
    int var = run->vars[index];
    if (var < 0)
        return host_unknown(NULL, 0);
    HostValue value = scan->vars[var].value;
    bool is_changed = index < run->argument_count &&
                      is_struct_to_change(&run->parameters[index], &run->arguments[index]);
    return is_changed ? host_struct_of(scan, var, value) : value;
}

static HostValue converted_result(HostScan *scan, const Run *run)
{
    HostValue result = run->frame.has_result ? run->frame.result : host_unknown(NULL, 0);
    HostType type;
    result.var = result.component = -1;
    if (result.kind == HOST_ADDRESS)
        return host_unknown(NULL, 0);
    if (host_result_type(scan, &run->function, &type) && type.is_scalar && !type.pointers)
        result = host_convert(result, type.scalar);
    return result;
}

void host_return_to(HostScan *scan, const HostValue *argument, const HostValue *value)
{
    HostValue place = *argument;
    if (argument->var >= 0)
        host_assign(scan, argument->var, argument->component, *value, NULL);
    if (!argument->is_element && !argument->from)
        return;
    if (!argument->is_element) {
        place = host_unknown(NULL, 0);
        place.memory = argument->from;
        place.memory_at = argument->from_at;
        place.element = (HostElement){.size_bytes = 8, .pointers = 1};
    }
    host_memory_store(scan, &place, value);
}

/* Gives what structs and references (but not const ones) hold at the end back to the caller's
 * variables. */
static void return_references(HostScan *scan, const Run *run, const HostValue *finals)
{
    for (int i = 0; i < run->parameter_count && i < run->argument_count; ++i) {
        const HostValue *argument = &run->arguments[i];
        const HostType *type = &run->parameters[i].type;
        bool is_reference = type->is_reference && !type->is_const && !run->parameters[i].is_pack;
        bool is_known = finals[i].kind != HOST_UNKNOWN || finals[i].memory;
        if (finals[i].kind == HOST_STRUCT && argument->kind == HOST_ADDRESS)
            host_assign(scan, argument->object, -1, finals[i], NULL);
        else if (is_reference && (is_known || argument->kind != HOST_UNKNOWN))
            host_return_to(scan, argument, &finals[i]);
    }
}

static bool is_running(const HostScan *scan, const HostFunction *function)
{
    for (const HostFrame *frame = scan->frame; frame; frame = frame->caller)
        if (frame->function && frame->function->body == function->body)
            return true;
    return false;
}

void host_function_run(HostScan *scan, int index, const HostValue *arguments, int count,
                       HostValue *result)
{
    HostTemplates templates;
    HostValue finals[HOST_ARGUMENT_LIMIT];
    Run run = {.function = scan->functions[index],
               .receiver = scan->receiver,
               .arguments = arguments,
               .argument_count = count};
    const HostTemplates *given = scan->given;
    scan->given = NULL;
    run.frame = host_frame_new(scan, &run.function);
    run.frame.receiver = run.receiver;
    scan->receiver = NULL;
    *result = host_unknown(NULL, 0);
    if (scan->calls >= HOST_CALL_LIMIT || scan->depth >= HOST_DEPTH_LIMIT) {
        for (int i = 0; i < count; ++i)
            host_memory_spoil(scan, &arguments[i]);
        host_history_doubt_all(scan);
        return;
    }
    scan->functions[index].was_run = true;
    scan->functions[index].is_recursive |= is_running(scan, &run.function);
    if (given)
        templates = *given;
    else
        host_templates_read(scan, scan->template_at, scan->template_end, &templates);
    host_templates_deduce(scan, &run.function, arguments, count, &templates);
    host_frame_enter(scan, &run.frame);
    if (run.function.begin < 0)
        look_around(&run.frame);
    bind_names(scan, &run, &templates);
    run_body(scan, &run);
    for (int i = 0; i < run.parameter_count; ++i)
        finals[i] = final_value(scan, &run, i);
    *result = converted_result(scan, &run);
    if (run.receiver)
        host_class_leave(scan, run.receiver);
    host_frame_leave(scan);
    return_references(scan, &run, finals);
}
