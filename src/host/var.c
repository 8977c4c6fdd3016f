/* Host variables: declared, found by name or path, read and assigned. A setting (--set) is given
 * when a variable gets its first value, and later assignments to it are ignored. */
#include "host/host.h"

#include <math.h>
#include <string.h>

static bool is(const HostScan *scan, int at, const char *text)
{
    return at < scan->count && token_is(&scan->tokens[at], text);
}

static bool has_name(const HostVar *var, const char *name, uint32_t length)
{
    return var->length == length && memcmp(var->name, name, length) == 0;
}

int host_var_find(HostScan *scan, const char *name, uint32_t length)
{
    int end = scan->var_count;
    for (const HostFrame *frame = scan->frame; frame;
         frame = frame->outer, end = frame ? frame->end : 0)
        for (int i = end - 1; i >= frame->base; --i)
            if (!scan->vars[i].is_hidden && has_name(&scan->vars[i], name, length))
                return i;
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

static int find_listed(const HostScan *scan, const char *name)
{
    for (int i = 0; i < scan->listed_count; ++i)
        if (strcmp(scan->listed[i].name, name) == 0)
            return i;
    return -1;
}

static void list(HostScan *scan, HostVar *var)
{
    bool is_number = var->value.kind == HOST_NUMBER || var->value.kind == HOST_UNKNOWN;
    bool has_type = var->type.is_scalar || var->type.is_auto || var->is_path;
    bool is_part = var->is_member && !var->type.is_scalar && !var->type.is_auto;
    if (var->type.pointers || var->array_count >= 0 || !is_number || !has_type || is_part ||
        scan->is_quiet)
        return;
    var->listed = find_listed(scan, var->name);
    if (var->listed < 0) {
        var->listed = scan->listed_count;
        *ARENA_PUSH(scan->arena, scan->listed, scan->listed_count, scan->listed_capacity) =
            (HostVariable){.name = var->name, .span = var->span};
    }
    HostVariable *entry = &scan->listed[var->listed];
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
        if (scan->is_first_pass) {
            scan->setting_is_variable[i] |= !var->is_parameter;
            return NULL;
        }
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

static void report_setting(HostScan *scan, const HostSetting *setting, const char *why)
{
    ptrdiff_t index = setting - scan->settings;
    if (!scan->diags || scan->setting_bad[index])
        return;
    scan->setting_bad[index] = true;
    diag_error_plain(scan->diags, NULL, "--set %s=%s: %s", setting->name,
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
            arena_printf(scan->arena, "%s is an integer (%s)", var->name, scalar_name(type)));
    else if (!host_is_known(&value) || host_double(&value) != setting->value)
        report_setting(scan, setting,
                       arena_printf(scan->arena, "this does not fit %s, which is %s %s", var->name,
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
        value.reason = arena_printf(scan->arena, "%s, a parameter of %s()", var->name,
                                    scan->frame->function ? scan->frame->function->name : "");
    else if (text && *text)
        value.reason = arena_printf(scan->arena, "%s, set by %s", var->name, text);
    else
        value.reason = arena_printf(scan->arena, "%s, which gets no value here", var->name);
    return value;
}

static HostValue fitted(HostScan *scan, const HostVar *var, HostValue value, const char *text)
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
    value.place = -1;
    value.component = -1;
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
    var->value = fitted(scan, var, value, text);
    list(scan, var);
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

/* One whole struct into another, with what is known of its members. */
static void copy_struct(HostScan *scan, int index, const HostValue *value)
{
    const HostVar *var = &scan->vars[index];
    if (value->kind == HOST_UNKNOWN && value->place >= 0 && value->place != index &&
        var->type.is_class && !var->type.pointers && !var->is_path && var->array_count < 0)
        host_copy_members(scan, value->place, scan->var_count, var->name);
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
        var->value = fitted(scan, var, value, text);
    copy_struct(scan, index, &value);
}

HostValue host_var_read(HostScan *scan, int index)
{
    HostVar *var = &scan->vars[index];
    HostValue value = var->value;
    if (value.kind == HOST_UNKNOWN)
        value = named_unknown(scan, var, value, NULL);
    bool is_root = !value.roots && (value.kind == HOST_NUMBER || value.kind == HOST_UNKNOWN);
    if (is_root && var->listed < 0 && var->is_path && value.kind == HOST_UNKNOWN)
        list(scan, var);
    if (is_root && var->listed >= 0 && var->listed < 64)
        value.roots = (uint64_t)1 << var->listed;
    if (value.kind == HOST_NUMBER && !value.factors && !scalar_is_float(value.type)) {
        value.factors = 1;
        value.columns = value.integer;
    }
    HostElement element = host_element_of(&var->type);
    if (element.is_scalar && (var->type.pointers || var->array_count >= 0 || var->type.is_vector))
        value.element = element;
    value.place = index;
    value.component = -1;
    return value;
}

/* ---- declarations ---- */

/* dim3 from the list in its brackets. */
static HostValue dim3_of(const HostValue *values, int count)
{
    HostValue one = host_integer(1, SCALAR_I32);
    if (count == 1 && values[0].kind == HOST_DIM3)
        return values[0];
    return host_dim3(count > 0 ? values[0] : one, count > 1 ? values[1] : one,
                     count > 2 ? values[2] : one);
}

static void name_elements(HostScan *scan, int array, const HostValue *values, int count)
{
    for (int i = 0; i < count && i < HOST_PATH_LIMIT; ++i) {
        const char *path = arena_printf(scan->arena, "%s[%d]", scan->vars[array].name, i);
        HostVar *var = host_var_new(scan, path, (uint32_t)strlen(path), scan->vars[array].span);
        var->is_path = true;
        var->type = scan->vars[array].type;
        if (var->type.is_vector)
            var->type = (HostType){.is_class = true};
        var->value = values[i];
        var->value.place = -1;
        if (values[i].kind == HOST_STRUCT) {
            var->value = host_unknown(NULL, 0);
            host_struct_give(scan, &values[i], path, scan->vars[array].span);
        }
    }
}

typedef struct Declarator {
    int value; /* tokens; value: first of the initialiser */
    int end;
    bool is_list; /* { } */
} Declarator;

/* Reads [N][M] after the name; the product of the lengths, or -1 if there are none. The type is
 * that of an element of the first one. */
static int64_t read_lengths(HostScan *scan, int *at, int end, HostType *type)
{
    HostType lengths = {0};
    host_lengths(scan, at, end, &lengths);
    if (type->pointers)
        return lengths.inner_count ? host_inner_elements(&lengths) : -1;
    for (int i = 0; i < type->inner_count && lengths.inner_count < HOST_INNER_LIMIT; ++i)
        lengths.inner[lengths.inner_count++] = type->inner[i]; /* of a typedef */
    if (!lengths.inner_count)
        return -1;
    int64_t count = host_inner_elements(&lengths);
    type->inner_count = lengths.inner_count - 1;
    memcpy(type->inner, lengths.inner + 1, sizeof *lengths.inner * (HOST_INNER_LIMIT - 1));
    return count;
}

/* T (*name)[n] at the bracket. */
static bool is_array_pointer(const HostScan *scan, int at)
{
    return is(scan, at, "(") && is(scan, at + 1, "*") && scan->tokens[at + 2].kind == TOKEN_NAME &&
           is(scan, at + 3, ")") && is(scan, at + 4, "[");
}

/* The elements of an array of structs. */
static int struct_list(HostScan *scan, const HostType *type, const Declarator *d, HostValue *out)
{
    int count = 0;
    for (int at = d->value; at < d->end && count < HOST_ARGUMENT_LIMIT; ++count) {
        int comma = host_find(scan, at, d->end, ",");
        out[count] = is(scan, at, "{") ? host_struct_list(scan, type, at)
                                       : host_struct_taken(scan, host_evaluate(scan, at, comma));
        at = comma + 1;
    }
    return count;
}

/* An array's elements are memory; one without lengths is as long as its list. */
static HostValue array_of(HostScan *scan, int index, const Declarator *d)
{
    HostVar *var = &scan->vars[index];
    HostValue value = host_unknown(NULL, 0);
    bool is_zeroed = d->is_list || !scan->frame->function;
    if (var->array_count == 0 && d->is_list) {
        int64_t row = host_inner_elements(&var->type);
        int64_t count = host_list_length(scan, d->value, d->end);
        bool is_nested = is(scan, d->value, "{");
        var->array_count = is_nested || row <= 0 ? count * row : (count + row - 1) / row * row;
    }
    if (var->type.pointers || !var->type.is_scalar || var->array_count <= 0)
        return value;
    HostValue count = host_integer(var->array_count, SCALAR_I64);
    HostValue size = host_integer(var->type.size_bytes, SCALAR_I64);
    HostValue bytes = host_binary(HOST_MUL, count, size);
    value.memory = host_memory_new(scan, &bytes, is_zeroed);
    value.element = host_element_of(&var->type);
    if (d->is_list)
        host_memory_list(scan, &value, d->value - 1);
    return value;
}

/* Not from another object of its class: that is a copy. */
static bool constructs(const HostScan *scan, const HostType *type, const HostValue *values,
                       int count)
{
    bool is_copy =
        count == 1 &&
        (values[0].kind == HOST_STRUCT ||
         (values[0].place >= 0 && scan->vars[values[0].place].type.class_open == type->class_open));
    return type->class_open && !is_copy;
}

static HostValue initial_value(HostScan *scan, int var, const Declarator *d)
{
    HostValue values[HOST_ARGUMENT_LIMIT], object;
    const HostType type = scan->vars[var].type;
    bool is_array = scan->vars[var].array_count >= 0;
    bool is_structs = type.structure && !type.pointers && d->is_list && is_array;
    if (!is_array && !type.pointers && !d->is_list && d->value == d->end &&
        host_struct_has_initials(scan, &type))
        return host_struct_initial(scan, &type);
    int count = is_structs ? struct_list(scan, &type, d, values)
                           : host_list(scan, d->value, d->end, values, NULL);
    if (!is_array && !type.pointers && constructs(scan, &type, values, count) &&
        host_class_construct(scan, &type, values, count, &object))
        return object;
    if ((is_array || type.is_vector) && d->is_list)
        name_elements(scan, var, values, count);
    if (is_array)
        return array_of(scan, var, d);
    if (type.structure && !type.pointers && d->is_list)
        return host_struct_list(scan, &type, d->value - 1);
    if (type.is_dim3 && !type.pointers)
        return dim3_of(values, count);
    if (type.is_vector && !type.pointers)
        return host_vector_new(scan, &scan->vars[var], values, count,
                               d->is_list ? d->value - 1 : -1);
    return count ? values[0] : host_unknown(NULL, 0);
}

HostValue host_initialise(HostScan *scan, int var, int open)
{
    Declarator d = {
        .value = open + 1, .end = scan->match[open], .is_list = token_is(&scan->tokens[open], "{")};
    return initial_value(scan, var, &d);
}

/* One declarator at `at`, its type read; returns the place behind it. */
static int declare_one(HostScan *scan, int at, int end, HostType type)
{
    bool is_pointer = is_array_pointer(scan, at);
    if (is_pointer) {
        type.pointers++;
        at += 2;
    }
    const Token *name = &scan->tokens[at];
    int index = scan->var_count;
    Declarator d = {.value = at + 1, .end = at + 1};
    HostVar *var = host_var_new(scan, name->text, name->length, name->span);
    var->type = type;
    var->is_hidden = true; /* not in its own initialiser */
    at++;
    if (is_pointer) {
        at++;
        host_lengths(scan, &at, end, &type);
    }
    int64_t length = read_lengths(scan, &at, end, &type);
    scan->vars[index].array_count = length;
    scan->vars[index].type = type;
    d.value = d.end = at;
    if (at < end && is(scan, at, "="))
        d.value = ++at;
    int comma = host_find(scan, at, end, ",");
    bool bracket = at < end && (is(scan, at, "{") || (is(scan, at, "(") && d.value == d.end));
    if (bracket && host_after_bracket(scan, at, end) == comma) {
        d.is_list = is(scan, at, "{");
        d.value = at + 1;
        d.end = comma - 1;
    } else {
        d.end = comma;
    }
    HostValue value = initial_value(scan, index, &d);
    scan->vars[index].is_hidden = false;
    host_var_define(scan, index, value, host_text(scan, d.value, d.end));
    copy_struct(scan, index, &value);
    return comma;
}

/* Moves to the first declarator; false if this is no declaration. */
static bool reads_declaration(HostScan *scan, int *at, int end, HostType *base, HostType *type)
{
    static const char *const follow[] = {"=", "(", "{", "[", ",", ":"};
    if (!host_base_type(scan, at, base))
        return false;
    *type = *base;
    host_pointers(scan, at, type);
    if (*at >= end || !(scan->tokens[*at].kind == TOKEN_NAME || is_array_pointer(scan, *at)))
        return false;
    bool good = *at + 1 == end || is_array_pointer(scan, *at);
    for (size_t i = 0; i < sizeof follow / sizeof *follow; ++i)
        good |= is(scan, *at + 1, follow[i]);
    return good;
}

bool host_declare(HostScan *scan, int at, int end)
{
    HostType base, type;
    uint8_t *no_type = &scan->no_type[at];
    if (*no_type & HOST_NO_DECLARATION)
        return false;
    if (!reads_declaration(scan, &at, end, &base, &type)) {
        *no_type |= HOST_NO_DECLARATION;
        return false;
    }
    while (at < end && (scan->tokens[at].kind == TOKEN_NAME || is_array_pointer(scan, at))) {
        at = declare_one(scan, at, end, type) + 1;
        type = base;
        if (at < end)
            host_pointers(scan, &at, &type);
    }
    return true;
}

/* ---- enum, typedef, struct ---- */

void host_enum(HostScan *scan, int at, int end)
{
    int open = host_find(scan, at, end, "{"), close = open < end ? scan->match[open] : -1;
    HostValue next = host_integer(0, SCALAR_I32);
    if (close < 0 || close > end)
        return;
    for (at = open + 1; at < close;) {
        int comma = host_find(scan, at, close, ",");
        if (scan->tokens[at].kind == TOKEN_NAME) {
            const Token *name = &scan->tokens[at];
            if (is(scan, at + 1, "="))
                next = host_evaluate(scan, at + 2, comma);
            HostVar *var = host_var_new(scan, name->text, name->length, name->span);
            var->type = (HostType){.is_scalar = true, .scalar = SCALAR_I32, .is_const = true};
            var->value = next;
            next = host_binary(HOST_ADD, next, host_integer(1, SCALAR_I32));
        }
        at = comma + 1;
    }
}

static void define_type(HostScan *scan, int name, HostType type)
{
    const Token *token = &scan->tokens[name];
    if (token->kind != TOKEN_NAME)
        return;
    HostVar *var = host_var_new(scan, token->text, token->length, token->span);
    var->is_type = true;
    var->type = type;
}

void host_typedef(HostScan *scan, int at, int end)
{
    HostType type;
    if (is(scan, at, "using") && is(scan, at + 2, "=")) {
        int from = at + 3;
        if (host_type(scan, &from, &type))
            define_type(scan, at + 1, type);
        return;
    }
    if (is(scan, at, "typedef") && host_find(scan, at, end, "{") < end) {
        host_struct(scan, at + 1, end);
        return;
    }
    at++;
    if (!host_type(scan, &at, &type) || at >= end)
        return;
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
            int64_t count = read_lengths(scan, &at, semicolon, &type);
            type.inner_count = 0; /* count has them */
            uint64_t size = host_type_bytes(&type), unit = size > 8 || size == 3 ? 4 : size;
            if (!size || count == 0 || count > 1 << 20 || (at < semicolon && !is(scan, at, ",")))
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
    type.class_open = open + 1;
    type.name =
        scan->tokens[open - 1].kind == TOKEN_NAME
            ? arena_text(scan->arena, scan->tokens[open - 1].text, scan->tokens[open - 1].length)
            : NULL;
    if (scan->tokens[open - 1].kind == TOKEN_NAME && open - 1 > at)
        define_type(scan, open - 1, type);
    if (close + 1 < end)
        define_type(scan, close + 1, type);
}
