/* Host variables: found by name or path, read and assigned. A setting (--set) is given
 * when a variable gets its first value, and later assignments to it are ignored. */
#include "base/hash.h"
#include "host/scan.h"

#include <math.h>
#include <string.h>

static bool has_name(const HostVar *var, const char *name, uint32_t length)
{
    return var->length == length && memcmp(var->name, name, length) == 0;
}

/* Among many variables it counts as more work than among few. */
int host_var_find(HostScan *scan, const char *name, uint32_t length)
{
    int end = scan->var_count;
    scan->work += end / HOST_FOUND_PER_WORK;
    for (const HostFrame *frame = scan->frame; frame;
         frame = frame->outer, end = frame ? frame->end : 0)
        for (int i = end - 1; i >= frame->base; --i)
            if (!scan->vars[i].is_hidden && has_name(&scan->vars[i], name, length))
                return scan->vars[i].alias ? scan->vars[i].alias - 1 : i;
    for (int i = scan->global_count - 1; i >= 0; --i)
        if (has_name(&scan->vars[i], name, length))
            return i;
    return -1;
}

int host_first_beside(const HostScan *scan, int place)
{
    if (place < scan->global_count)
        return 0;
    return place < scan->frame->base ? place : scan->frame->base;
}

HostVar *host_var_new(HostScan *scan, const char *name, uint32_t length, Span span)
{
    HostVar *var = ARENA_PUSH(scan->arena, scan->vars, scan->var_count, scan->var_capacity);
    *var = (HostVar){.name = arena_text(scan->arena, name, length),
                     .length = length,
                     .value = host_unknown(NULL, 0),
                     .array_count = -1,
                     .listed = -1,
                     .span = span};
    return var;
}

/* ---- the list a person sees ---- */

static int *listed_bucket(HostScan *scan, const char *name)
{
    uint64_t hash = hash_bytes(HASH_START, name, strlen(name));
    return &scan->names->listed[hash % HOST_LISTED_BUCKETS];
}

static int find_listed(HostScan *scan, const char *name)
{
    for (int i = *listed_bucket(scan, name) - 1; i >= 0; i = scan->names->listed_before[i] - 1)
        if (strcmp(scan->listed[i].name, name) == 0)
            return i;
    return -1;
}

static void list_variable(HostScan *scan, HostVar *var)
{
    bool is_number = var->value.kind == HOST_NUMBER || var->value.kind == HOST_UNKNOWN;
    bool has_type = var->type.is_scalar || var->type.is_auto || var->is_path;
    bool is_part = var->is_member && !var->type.is_scalar && !var->type.is_auto;
    bool is_argc = var->is_parameter && strcmp(var->name, "argc") == 0;
    if (is_argc || var->type.pointers || var->array_count >= 0 || !is_number || !has_type ||
        var->type.is_function || is_part || scan->is_quiet)
        return;
    var->listed = find_listed(scan, var->name);
    if (var->listed < 0) {
        int *bucket = listed_bucket(scan, var->name), before = scan->listed_count;
        var->listed = scan->listed_count;
        *ARENA_PUSH(scan->arena, scan->names->listed_before, before,
                    scan->names->listed_before_capacity) = *bucket;
        *bucket = scan->listed_count + 1;
        *ARENA_PUSH(scan->arena, scan->listed, scan->listed_count, scan->listed_capacity) =
            (HostVariable){.name = var->name,
                           .is_float = has_type && scalar_is_float(var->type.scalar),
                           .is_flag = var->type.is_scalar && var->type.scalar == SCALAR_BOOL,
                           .is_parameter = true,
                           .span = var->span};
    }
    HostVariable *entry = &scan->listed[var->listed];
    entry->is_parameter &= var->is_parameter;
    if (entry->is_known || var->value.kind != HOST_NUMBER)
        return;
    entry->is_known = true;
    entry->is_float = scalar_is_float(var->value.type);
    entry->value = host_double(&var->value);
    entry->integer = var->value.integer;
    entry->is_overridden = var->is_overridden;
    entry->is_file_scope = !scan->frame->function;
    entry->is_constant = var->type.is_const;
}

/* ---- settings ---- */

/* The setting that gives var its value. A parameter keeps what its call passes if a variable of
 * the same name takes the setting. */
static const HostSetting *setting_of(HostScan *scan, const HostVar *var, const HostValue *given)
{
    for (int i = 0; i < scan->setting_count; ++i) {
        if (strcmp(scan->settings[i].name, var->name) != 0)
            continue;
        bool is_given = given->kind == HOST_NUMBER || given->roots;
        bool keeps = var->is_parameter && is_given && scan->setting_is_variable[i];
        return keeps ? NULL : &scan->settings[i];
    }
    return NULL;
}

const char *host_setting_text(Arena *arena, const HostSetting *setting)
{
    bool is_exact = setting->is_whole && setting->value < 0x1p63;
    if (is_exact)
        return arena_printf(arena, "%lld", (long long)setting->integer);
    return setting->is_whole ? arena_printf(arena, "%llu", (unsigned long long)setting->integer)
                             : arena_printf(arena, "%.17g", setting->value);
}

static HostValue setting_number(const HostSetting *setting)
{
    ScalarType whole = setting->value >= 0x1p63 ? SCALAR_U64 : SCALAR_I64;
    return setting->is_whole ? host_integer(setting->integer, whole)
                             : host_real(setting->value, SCALAR_F64);
}

static void report_setting(HostScan *scan, const HostSetting *setting, const Phrase *why)
{
    ptrdiff_t index = setting - scan->settings;
    if (!scan->diags || scan->setting_bad[index])
        return;
    scan->setting_bad[index] = true;
    diag_error_plain(scan->diags, NULL, "--set %s=%s: %p", setting->name,
                     host_setting_text(scan->arena, setting), why);
}

static HostValue setting_value(HostScan *scan, const HostSetting *setting, const HostVar *var,
                               const HostValue *given)
{
    ScalarType type = var->type.is_scalar                       ? var->type.scalar
                      : given->kind == HOST_NUMBER              ? given->type
                      : setting->value == floor(setting->value) ? SCALAR_I64
                                                                : SCALAR_F64;
    HostValue value = host_convert(setting_number(setting), type);
    if (scalar_is_float(type))
        return value;
    if (setting->value != floor(setting->value))
        report_setting(
            scan, setting,
            phrase_new(scan->arena, "%s is an integer (%s)", var->name, scalar_name(type)));
    else if (!host_is_known(&value) || host_double(&value) != setting->value)
        report_setting(scan, setting,
                       phrase_new(scan->arena, "this does not fit %s, which is %s %s", var->name,
                                  strchr("aeiou", *scalar_name(type)) ? "an" : "a",
                                  scalar_name(type)));
    return value;
}

/* ---- values ---- */

static HostValue named_unknown(HostScan *scan, const HostVar *var, HostValue value,
                               const char *text)
{
    if (value.reason)
        return value;
    if (var->is_parameter)
        value.reason = phrase_new(scan->arena, "%s, a parameter of %s()", var->name,
                                  scan->frame->function ? scan->frame->function->name : "");
    else if (text && *text)
        value.reason = phrase_new(scan->arena, "%s, set by %s", var->name, text);
    else
        value.reason = phrase_new(scan->arena, "%s, which gets no value here", var->name);
    return value;
}

static HostValue fitted_value(HostScan *scan, const HostVar *var, HostValue value, const char *text)
{
    if (value.kind == HOST_NUMBER && var->type.is_scalar && !var->type.pointers)
        value = host_convert(value, var->type.scalar);
    if (var->type.is_dim3 && value.kind == HOST_NUMBER) {
        HostValue one = host_integer(1, SCALAR_I32);
        value = host_dim3(value, one, one);
    }
    if (value.is_element || value.kind == HOST_NUMBER) {
        value.is_element = false;
        value.memory = 0;
    }
    if (value.kind == HOST_UNKNOWN)
        value = named_unknown(scan, var, value, text);
    value.var = -1;
    value.component = -1;
    value.from = 0;
    return value;
}

void host_var_define(HostScan *scan, int index, HostValue value, const char *text)
{
    HostVar *var = &scan->vars[index];
    if (value.kind == HOST_STRUCT) {
        if (var->type.is_auto)
            var->type = scan->objects[value.object].type;
        host_struct_give(scan, &value, var->name, var->span);
        value = host_unknown(NULL, 0);
        var = &scan->vars[index];
    }
    const HostSetting *setting = setting_of(scan, var, &value);
    if (setting && !var->type.pointers && !var->type.is_dim3 && var->array_count < 0) {
        value = setting_value(scan, setting, var, &value);
        var->is_overridden = true;
    }
    var->value = fitted_value(scan, var, value, text);
    list_variable(scan, var);
}

void host_var_preset(HostScan *scan, int index)
{
    HostValue none = host_unknown(NULL, 0);
    if (setting_of(scan, &scan->vars[index], &none))
        host_var_define(scan, index, none, NULL);
}

static void assign_component(HostScan *scan, HostVar *var, int component, HostValue value)
{
    value = host_convert(value, SCALAR_I64);
    if (var->value.kind != HOST_DIM3)
        return;
    uint64_t roots = var->value.roots | value.roots;
    if (host_is_known(&value))
        var->value.dim[component] = value.integer;
    else if (!scan->speculation)
        var->value = host_unknown(value.reason, 0);
    var->value.roots = roots;
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

/* One whole struct into another, with what is known of its members. */
void host_copy_struct(HostScan *scan, int index, const HostValue *value)
{
    const HostVar *var = &scan->vars[index];
    if (value->kind == HOST_UNKNOWN && value->var >= 0 && value->var != index &&
        var->type.is_class && !var->type.pointers && !var->is_path && var->array_count < 0)
        host_copy_members(scan, value->var, scan->var_count, var->name);
}

void host_assign(HostScan *scan, int index, int component, HostValue value, const char *text)
{
    HostVar *var = &scan->vars[index];
    if (var->is_overridden || var->is_type)
        return;
    if (component >= 0) {
        assign_component(scan, var, component, value);
        return;
    }
    if (value.kind == HOST_UNKNOWN && scan->speculation && var->value.kind != HOST_UNKNOWN)
        return;
    if (value.kind == HOST_STRUCT) {
        host_struct_give(scan, &value, var->name, var->span);
        return;
    }
    if (value.kind == HOST_ARRAY && var->type.is_device_vector)
        value = host_vector_new(scan, var, &value, 1, -1);
    var = &scan->vars[index];
    if (var->listed < 0 || !scan->listed[var->listed].is_known)
        host_var_define(scan, index, value, text);
    else
        var->value = fitted_value(scan, var, value, text);
    host_copy_struct(scan, index, &value);
}

void host_var_doubt(HostScan *scan, int index, double begin, const char *text)
{
    HostVar *var = &scan->vars[index];
    bool is_begin = var->value.kind == HOST_NUMBER && host_double(&var->value) == begin;
    if (!is_begin || var->is_overridden || var->type.is_const || scan->dead)
        return;
    var->value = named_unknown(scan, var, host_unknown(NULL, 0), text);
    if (var->listed >= 0)
        scan->listed[var->listed].is_known = false;
}

HostValue host_var_read(HostScan *scan, int index)
{
    HostVar *var = &scan->vars[index];
    HostValue value = var->value;
    if (value.kind == HOST_UNKNOWN)
        value = named_unknown(scan, var, value, NULL);
    bool is_root = !value.roots && (value.kind == HOST_NUMBER || value.kind == HOST_UNKNOWN);
    if (is_root && var->listed < 0 && var->is_path && value.kind == HOST_UNKNOWN)
        list_variable(scan, var);
    if (is_root && var->listed >= 0 && var->listed < 64)
        value.roots = (uint64_t)1 << var->listed;
    if (value.kind == HOST_NUMBER && !value.factors && !scalar_is_float(value.type)) {
        value.factors = 1;
        value.columns = value.integer;
    }
    HostType type = var->type;
    type.pointers += var->array_count >= 0 && type.pointers;
    HostElement element = host_element_of(&type);
    bool is_told = element.size_bytes || element.pointers || element.structure;
    if (is_told && (var->type.pointers || var->array_count >= 0 || var->type.is_vector))
        value = host_pointer_as(value, element);
    value.var = index;
    value.component = -1;
    return value;
}
