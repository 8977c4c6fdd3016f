/* Launches: what stands in the chevrons, the arguments and the template arguments, as they are when
 * the code comes by. */
#include "host/cuda/cuda.h"
#include "host/cuda/site.h"
#include "host/run/eval.h"

#include <string.h>

static const Phrase *reason_of(const HostValue *value)
{
    return value->reason ? value->reason : PHRASE_LITERAL("a value that cannot be read here");
}

/* Takes note that the launch depends on the variables of these bits. */
static void add_roots(HostScan *scan, HostLaunch *launch, uint64_t roots)
{
    host_mark_sizes(scan, roots);
    launch->roots |= roots;
}

/* Notes what of a launch is not known and why, behind what was noted before; what: a key of
 * phrase.def. */
static void add_missing(HostScan *scan, HostLaunch *launch, const char *what,
                        const HostValue *value)
{
    const Phrase *before = launch->missing;
    launch->missing = phrase_new(scan->arena, "%p needs %p", PHRASE_KEY(what), reason_of(value));
    if (before)
        launch->missing = phrase_new(scan->arena, "%p; %p", before, launch->missing);
}

static bool read_extents(const HostValue *value, int64_t out[3])
{
    out[0] = out[1] = out[2] = 1;
    if (value->kind == HOST_DIM3)
        memcpy(out, value->dim, sizeof value->dim);
    else if (host_is_known(value))
        out[0] = host_convert(*value, SCALAR_I64).integer;
    else
        return false;
    return true;
}

static void read_configuration(HostScan *scan, HostLaunch *launch, const HostValue *values,
                               int count)
{
    HostValue none = host_unknown(PHRASE_LITERAL("a value in <<< >>>"), 0),
              zero = host_integer(0, SCALAR_I32);
    const HostValue *grid = count > 0 ? &values[0] : &none;
    const HostValue *block = count > 1 ? &values[1] : &none;
    const HostValue *shared = count > 2 ? &values[2] : &zero;
    add_roots(scan, launch, grid->roots | block->roots | shared->roots);
    launch->grid_roots = grid->roots;
    launch->has_grid = read_extents(grid, launch->grid);
    launch->has_block = read_extents(block, launch->block);
    HostValue bytes = host_convert(*shared, SCALAR_I64);
    launch->has_shared = host_is_known(&bytes);
    launch->shared_bytes = bytes.integer;
    if (!launch->has_grid)
        add_missing(scan, launch, "the grid", grid);
    if (!launch->has_block)
        add_missing(scan, launch, "the block", block);
    if (!launch->has_shared)
        add_missing(scan, launch, "the shared memory size", shared);
}

bool host_null_is_settled(const HostScan *scan, const HostValue *value)
{
    const HostVar *var = value->var >= 0 ? &scan->vars[value->var] : NULL;
    for (int i = 1; var && !var->is_path && i + 1 < scan->count; ++i) {
        const Token *token = &scan->tokens[i];
        bool is_it = token->length == var->length && token->kind == TOKEN_NAME &&
                     token_is(token, var->name) && token->span.start != var->span.start;
        if (is_it && (host_is_at(scan, i - 1, "&") || host_is_at(scan, i + 1, "=")))
            return false;
    }
    return true;
}

/* ---- pointers in memory ---- */

/* What is behind a pointer to the start of an allocation now. */
static void renew_pointee(HostScan *scan, HostArgument *pointee)
{
    HostValue value = host_unknown(NULL, 0);
    value.kind = HOST_DEVICE;
    value.object = pointee->allocation;
    pointee->fault = host_value_fault(scan, &value);
    pointee->contents = host_memory_contents(scan, &value);
    pointee->history = host_history_told(scan, pointee->allocation);
}

void host_pointees_renew(HostScan *scan, const HostContents *contents)
{
    for (int i = 0; i < contents->pointer_count; ++i)
        if (contents->pointers[i].to->allocation >= 0)
            renew_pointee(scan, (HostArgument *)contents->pointers[i].to);
}

/* What a pointer to the start of an allocation would be as an argument; each is told once for a
 * launch, since structs may point at each other. */
static const HostArgument *pointee_of(HostScan *scan, int allocation)
{
    while (scan->pointee_count <= allocation)
        *ARENA_PUSH(scan->arena, scan->pointees, scan->pointee_count, scan->pointee_capacity) =
            NULL;
    if (scan->pointees[allocation])
        return scan->pointees[allocation];
    HostArgument *out = scan->pointees[allocation] = ARENA_NEW(scan->arena, HostArgument);
    const char *name = scan->allocations[allocation].name;
    *out = (HostArgument){.text = name, .buffer = name, .allocation = allocation};
    renew_pointee(scan, out);
    return out;
}

/* The same of a pointer to memory of the host, which is pinned if it is no fault. */
static const HostArgument *host_side(HostScan *scan, const HostValue *value)
{
    HostArgument *out = ARENA_NEW(scan->arena, HostArgument);
    *out = (HostArgument){.text = "memory", .allocation = -1};
    out->fault = host_value_fault(scan, value);
    return out;
}

void host_pointers_told(HostScan *scan, const HostMemory *memory, HostContents *out)
{
    int count = memory->pointer_count;
    const HostKept *kept = memory->pointers;
    HostPointer *list = ARENA_ARRAY(scan->arena, HostPointer, count + 1);
    for (int i = 0; i < count; ++i) {
        const HostValue value = kept[i].value;
        int64_t size = host_element_bytes(&value.element), offset = 0;
        bool is_device = value.kind == HOST_DEVICE;
        if (is_device && __builtin_mul_overflow(value.offset, size, &offset))
            continue;
        list[out->pointer_count++] =
            (HostPointer){(uint64_t)kept[i].at, offset,
                          is_device ? pointee_of(scan, value.object) : host_side(scan, &value)};
    }
    out->pointers = list;
}

/* ---- arguments ---- */

static const char *scalar_pointed_at(const HostElement *element)
{
    bool is_plain = element->size_bytes == scalar_size_bytes(element->scalar) &&
                    !element->structure && !element->pointers && !element->inner_count;
    return is_plain ? scalar_name(element->scalar) : NULL;
}

static HostArgument read_value(HostScan *scan, HostLaunch *launch, const HostValue *value,
                               const char *text)
{
    HostArgument out = {.text = text,
                        .allocation = -1,
                        .roots = value->roots,
                        .fault = host_value_fault(scan, value)};
    const HostVar *var = value->var >= 0 ? &scan->vars[value->var] : NULL;
    add_roots(scan, launch, value->roots);
    if (value->kind == HOST_NULL && host_null_is_settled(scan, value)) {
        out.is_known = out.is_null = true;
    } else if (host_is_known(value)) {
        out.is_known = true;
        out.value = host_double(value);
        out.integer = value->integer;
        out.is_float = scalar_is_float(value->type);
    } else if (value->kind == HOST_DEVICE) {
        out.buffer = var ? var->name : scan->allocations[value->object].name;
        out.allocation = value->object;
        out.offset_elements = (double)value->offset;
        out.element_bytes = (uint32_t)host_element_bytes(&value->element);
        out.element = scalar_pointed_at(&value->element);
        out.contents = host_memory_contents(scan, value);
        out.history = host_history_told(scan, value->object);
    } else if (var && var->type.pointers) {
        out.buffer = var->name;
    } else {
        out.missing = reason_of(value);
    }
    return out;
}

/* Does code of the device read a member that is called like the last part of the path? */
static bool is_read_by_device(const HostScan *scan, const char *path)
{
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    for (int i = 0; i < scan->function_count; ++i) {
        const HostFunction *function = &scan->functions[i];
        int end = function->is_device ? scan->match[function->body] : -1;
        for (int at = function->body; at < end; ++at)
            if (token_is(&scan->tokens[at + 1], name) &&
                (host_is_at(scan, at, ".") || host_is_at(scan, at, "->")))
                return true;
    }
    return false;
}

typedef struct Members {
    HostArgument *items;
    int count, capacity;
} Members;

/* A member of a struct; of a dim3 its three numbers. path: behind the struct's name, or "". */
static void add_member(HostScan *scan, HostLaunch *launch, Members *members, const char *path,
                       const HostValue *value)
{
    static const char *const names[] = {"x", "y", "z"};
    bool is_dim3 = value->kind == HOST_DIM3;
    for (int i = 0; i < (is_dim3 ? 3 : 1); ++i) {
        HostValue number = is_dim3 ? host_integer(value->dim[i], SCALAR_U32) : *value;
        const char *name =
            is_dim3 ? arena_printf(scan->arena, "%s%s%s", path, *path ? "." : "", names[i]) : path;
        number.roots = value->roots;
        HostArgument member = read_value(scan, launch, &number, name);
        *ARENA_PUSH(scan->arena, members->items, members->count, members->capacity) = member;
    }
}

static void give_members(const Members *members, HostArgument *out)
{
    out->members = members->items;
    out->member_count = members->count;
    if (members->count)
        out->missing = NULL;
}

/* A struct's members are the variables whose paths begin with its name. The launch depends on
 * those that the device reads. */
static void read_members(HostScan *scan, HostLaunch *launch, int place, HostArgument *out)
{
    Members members = {0};
    int first = host_first_beside(scan, place);
    const char *name = scan->vars[place].name;
    size_t length = strlen(name);
    for (int i = first; i < scan->var_count; ++i) {
        const char *path = scan->vars[i].name;
        if (!scan->vars[i].is_path || strncmp(path, name, length) != 0 || path[length] != '.' ||
            host_var_find(scan, path, scan->vars[i].length) != i)
            continue;
        if (scan->vars[i].value.kind == HOST_UNKNOWN && host_has_parts(scan, i))
            continue;
        HostValue value = host_var_read(scan, i);
        if (value.kind == HOST_UNKNOWN && !is_read_by_device(scan, path))
            value.roots = 0;
        add_member(scan, launch, &members, path + length + 1, &value);
    }
    give_members(&members, out);
}

/* The members of a struct that has no name. */
static void read_object(HostScan *scan, HostLaunch *launch, int object, HostArgument *out)
{
    Members members = {0};
    for (int i = 0; i < scan->objects[object].count; ++i) {
        const HostMember member = scan->objects[object].members[i];
        add_member(scan, launch, &members, member.path, &member.value);
    }
    give_members(&members, out);
}

static HostArgument read_argument(HostScan *scan, HostLaunch *launch, const HostValue *value,
                                  const char *text)
{
    HostArgument out = read_value(scan, launch, value, text);
    if (value->kind == HOST_STRUCT)
        read_object(scan, launch, value->object, &out);
    if (value->kind == HOST_DIM3) {
        Members members = {0};
        add_member(scan, launch, &members, "", value);
        give_members(&members, &out);
    }
    if (value->var >= 0 && value->kind == HOST_UNKNOWN && !out.buffer)
        read_members(scan, launch, value->var, &out);
    return out;
}

/* Arguments in braces, of the types that the kernel wants. */
static void read_lists(HostScan *scan, const char *name, HostValue *values, const int *starts,
                       int count)
{
    HostType type;
    const HostFunction *kernel = host_function_find(scan, name, (uint32_t)strlen(name), count);
    for (int i = 0; kernel && i < count; ++i)
        if (host_is_at(scan, starts[i], "{") && host_parameter_type(scan, kernel, i, &type) &&
            type.structure && !type.pointers)
            values[i] = host_struct_list(scan, &type, starts[i]);
}

static void read_arguments(HostScan *scan, HostReading *reading, int open)
{
    HostSite *site = &reading->site;
    HostValue *values = reading->values;
    int starts[HOST_ARGUMENT_LIMIT + 1], close = scan->match[open];
    int count = host_list(scan, open + 1, close, values, starts);
    starts[count] = close + 1;
    scan->pointee_count = 0;
    read_lists(scan, site->launch.kernel, values, starts, count);
    HostArgument *arguments = ARENA_ARRAY(scan->arena, HostArgument, count + 1);
    for (int i = 0; i < count; ++i) {
        const char *text = host_text(scan, starts[i], host_find(scan, starts[i], close, ","));
        arguments[i] = read_argument(scan, &site->launch, &values[i], text);
        arguments[i].fault = host_pointer_fault(scan, &values[i], starts[i], site->at, close + 1);
    }
    site->launch.arguments = arguments;
    site->launch.argument_count = reading->count = count;
}

/* One template argument as the compiler would want it: a number, or the name of a type. */
static const char *template_argument(HostScan *scan, HostLaunch *launch, int at, int end)
{
    HostType type;
    int behind = at;
    const Token *name = &scan->tokens[at];
    int var = name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
    bool may_be_type = var < 0 || scan->vars[var].is_type;
    bool is_value = token_is(name, "true") || token_is(name, "false");
    if (may_be_type && !is_value && host_type(scan, &behind, &type) && behind == end &&
        (!type.is_class || var >= 0 || type.pointers)) {
        const char *text = type.name ? type.name : host_text(scan, at, end);
        for (int i = 0; i < type.pointers; ++i)
            text = arena_printf(scan->arena, "%s *", text);
        return text;
    }
    HostValue value = host_evaluate(scan, at, end);
    add_roots(scan, launch, value.roots);
    if (!host_is_known(&value)) {
        if (may_be_type && var < 0)
            return host_text(scan, at, end);
        add_missing(scan, launch, "a template argument", &value);
        return host_text(scan, at, end);
    }
    if (value.type == SCALAR_BOOL)
        return host_is_true(&value) ? "true" : "false";
    return scalar_is_float(value.type) ? arena_printf(scan->arena, "%.17g", value.real)
           : value.type == SCALAR_U64 && value.integer < 0
               ? arena_printf(scan->arena, "%lluull", (unsigned long long)value.integer)
               : arena_printf(scan->arena, "%lld", (long long)value.integer);
}

const char *host_template_text(HostScan *scan, int at, int end, const Phrase **missing)
{
    const char *all = NULL;
    HostLaunch launch = {.missing = *missing};
    while (at < end) {
        int comma = host_find(scan, at, end, ",");
        const char *text = template_argument(scan, &launch, at, comma);
        all = all ? arena_printf(scan->arena, "%s, %s", all, text) : text;
        at = comma + 1;
    }
    *missing = launch.missing;
    return all;
}

/* The kernel called by the name that begins there, if no variable is. */
static HostLaunched launched_name(HostScan *scan, int name)
{
    const Token *token = &scan->tokens[name];
    HostLaunched out = {.kernel = arena_text(scan->arena, token->text, token->length)};
    if (scan->template_at >= 0)
        out.template_args =
            host_template_text(scan, scan->template_at + 1, scan->template_end - 1, &out.missing);
    return out;
}

static bool has_gap(const HostScan *scan, int at, int end)
{
    bool is_empty = at == end || host_is_at(scan, at, ",");
    for (; at < end; ++at) {
        bool is_choice = host_is_at(scan, at, "?") && at + 1 < end &&
                         !host_is_at(scan, at + 1, "?") && !host_is_at(scan, at + 1, ",") &&
                         !host_is_at(scan, at - 1, "?");
        if (token_is_gap(&scan->tokens[at]) && !is_choice && !host_is_at(scan, at, "..."))
            return true;
    }
    return is_empty;
}

/* What stands between the chevrons and in the bracket at `open`, for a kernel of that name. */
static void read_site(HostScan *scan, const char *kernel, int start, int chevrons, int open,
                      HostReading *out)
{
    HostValue values[HOST_ARGUMENT_LIMIT];
    HostLaunch *launch = &out->site.launch;
    out->site = (HostSite){.at = chevrons};
    launch->kernel = kernel;
    launch->span = span_join(scan->tokens[start].span, scan->tokens[scan->match[open]].span);
    launch->is_reached = scan->speculation == 0;
    launch->is_gap = has_gap(scan, chevrons + 1, open - 1);
    int count = host_list(scan, chevrons + 1, open - 1, values, NULL);
    read_configuration(scan, launch, values, count);
    read_arguments(scan, out, open);
}

void host_launch(HostScan *scan, const HostValue *kernel, int start, int chevrons)
{
    int close = host_find(scan, chevrons + 1, scan->end, ">>>"), open = close + 1;
    const Token *name = &scan->tokens[start];
    int var = kernel ? -1 : host_var_find(scan, name->text, name->length);
    HostValue held = kernel ? *kernel : host_unknown(NULL, 0);
    scan->at = close < scan->end ? close + 1 : scan->end;
    if (close >= scan->end || !host_is_at(scan, open, "(") || scan->match[open] < 0)
        return;
    if (var >= 0)
        held = scan->vars[var].value;
    HostLaunched named =
        kernel || var >= 0 ? (HostLaunched){.kernel = ""} : launched_name(scan, start);
    host_launched_value(scan, &held, &named);
    HostReading reading;
    read_site(scan, named.kernel, start, chevrons, open, &reading);
    host_symbol_managed(scan);
    host_symbols_keep(scan, &reading.site.launch);
    if (kernel || var >= 0)
        host_record_value(scan, &reading, &held);
    else
        host_record_launched(scan, &reading, &named);
    scan->at = host_after_bracket(scan, open, scan->end);
}

/* The values that the elements of an array of pointers point at. */
static int pointed_values(HostScan *scan, const HostValue *array, HostValue *out)
{
    int count = 0;
    for (; array->var >= 0 && count < HOST_ARGUMENT_LIMIT; ++count) {
        const char *path = arena_printf(scan->arena, "%s[%d]", scan->vars[array->var].name, count);
        int var = host_var_find(scan, path, (uint32_t)strlen(path));
        if (var < 0 || scan->vars[var].value.kind != HOST_ADDRESS)
            break;
        out[count] = host_var_read(scan, scan->vars[var].value.object);
    }
    return count;
}

void host_launch_call(HostScan *scan, int open, const HostValue *a, int count)
{
    HostValue configuration[3];
    HostReading reading = {.site = {.at = open}};
    HostLaunch *launch = &reading.site.launch;
    if (count < 4 || a[0].kind != HOST_FUNCTION) {
        host_history_doubt_all(scan);
        return;
    }
    configuration[0] = a[1];
    configuration[1] = a[2];
    configuration[2] = count > 4 ? a[4] : host_integer(0, SCALAR_I32);
    launch->span = span_join(scan->tokens[open - 1].span, scan->tokens[scan->match[open]].span);
    launch->is_cooperative = host_is_at(scan, open - 1, "cudaLaunchCooperativeKernel");
    launch->is_reached = scan->speculation == 0;
    read_configuration(scan, launch, configuration, 3);
    reading.count = pointed_values(scan, &a[3], reading.values);
    HostArgument *arguments = ARENA_ARRAY(scan->arena, HostArgument, reading.count + 1);
    scan->pointee_count = 0;
    for (int i = 0; i < reading.count; ++i)
        arguments[i] =
            read_argument(scan, launch, &reading.values[i], scan->vars[reading.values[i].var].name);
    launch->arguments = arguments;
    launch->argument_count = reading.count;
    host_symbol_managed(scan);
    host_symbols_keep(scan, launch);
    host_record_value(scan, &reading, &a[0]);
}
