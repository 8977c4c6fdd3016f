/* Structs of the host: their fields, the lists in braces that make them, and how they travel as
 * values. A struct in a variable is the variables whose paths begin with its name; as a value it is
 * an object, a list of such paths. */
#include "host/run/eval.h"

#include <string.h>

/* ---- fields ---- */

/* The place behind the member function whose name stands at `at`. */
static int after_method(HostScan *scan, int at, int end)
{
    at = host_after_bracket(scan, at + 1, end);
    while (at < end && !host_is_at(scan, at, "{") && !host_is_at(scan, at, ";"))
        at++;
    return host_is_at(scan, at, "{") ? host_after_bracket(scan, at, end) : at + 1;
}

static int read_field(HostScan *scan, HostStruct *out, HostType type, int at, int end)
{
    HostField field = {.type = type, .array_count = -1};
    const Token *name = &scan->tokens[at++];
    field.name = arena_text(scan->arena, name->text, name->length);
    while (at < end && host_is_at(scan, at, "[")) {
        int after = host_after_bracket(scan, at, end);
        HostValue length = host_evaluate(scan, at + 1, after - 1);
        bool is_good = host_is_known(&length) && !scalar_is_float(length.type) &&
                       length.integer >= 0 && length.integer <= HOST_PATH_LIMIT &&
                       field.array_count < 0;
        field.array_count = is_good ? length.integer : 0;
        at = after;
    }
    if (at < end && (host_is_at(scan, at, "=") || host_is_at(scan, at, "{"))) {
        field.begin = host_is_at(scan, at, "=") ? at + 1 : at;
        at = field.end = host_find(scan, at, end, ",");
    }
    *ARENA_PUSH(scan->arena, out->fields, out->count, out->capacity) = field;
    return at;
}

int host_struct_note(HostScan *scan, int at, int end)
{
    HostStruct out = {0};
    while (at < end) {
        HostType base;
        int semicolon = host_find(scan, at, end, ";");
        if ((host_is_at(scan, at, "public") || host_is_at(scan, at, "private")) &&
            host_is_at(scan, at + 1, ":"))
            at += 2;
        if (host_is_at(scan, at, "~")) {
            at = after_method(scan, at + 1, end);
            continue;
        }
        if (!host_base_type(scan, &at, &base))
            return 0;
        bool is_function = host_is_at(scan, at, "(") && host_is_at(scan, at + 1, "*") &&
                           host_is_at(scan, at + 3, ")") && host_is_at(scan, at + 4, "(");
        if (is_function) { /* T (*name)(...) */
            base.pointers = 1;
            read_field(scan, &out, base, at + 2, at + 3);
            at = semicolon + 1;
            continue;
        }
        if (host_is_at(scan, at, "(")) { /* a constructor */
            at = after_method(scan, at - 1, end);
            continue;
        }
        while (at < semicolon) {
            HostType type = base;
            host_pointers(scan, &at, &type);
            if (scan->tokens[at].kind != TOKEN_NAME)
                return 0;
            if (host_is_at(scan, at + 1, "(") || host_is_at(scan, at, "operator")) {
                semicolon = after_method(scan, at, end) - 1;
                break;
            }
            at = read_field(scan, &out, type, at, semicolon);
            if (at < semicolon && !host_is_at(scan, at, ","))
                return 0;
            at++;
        }
        at = semicolon + 1;
    }
    *ARENA_PUSH(scan->arena, scan->structs, scan->struct_count, scan->struct_capacity) = out;
    return scan->struct_count;
}

void host_struct_name_own(HostScan *scan, const HostType *type)
{
    HostStruct *of = type->structure ? &scan->structs[type->structure - 1] : NULL;
    for (int i = 0; of && type->name && i < of->count; ++i) {
        HostType *field = &of->fields[i].type;
        if (!field->pointers || !field->name || strcmp(field->name, type->name) != 0)
            continue;
        field->structure = type->structure;
        field->size_bytes = type->size_bytes;
    }
}

/* ---- objects ---- */

HostValue host_object_new(HostScan *scan, HostType type)
{
    *ARENA_PUSH(scan->arena, scan->objects, scan->object_count, scan->object_capacity) =
        (HostObject){.type = type};
    HostValue value = host_unknown(NULL, 0);
    value.kind = HOST_STRUCT;
    value.object = scan->object_count - 1;
    return value;
}

static void add_member(HostScan *scan, int object, const char *path, HostType type, HostValue value)
{
    HostObject *out = &scan->objects[object];
    if (type.is_scalar && !type.pointers && value.kind == HOST_NUMBER)
        value = host_convert(value, type.scalar);
    if (type.pointers && value.kind == HOST_NUMBER && value.integer == 0 && value.var < 0)
        value = host_null();
    value.var = value.component = -1;
    if (out->count < HOST_MEMBER_LIMIT)
        *ARENA_PUSH(scan->arena, out->members, out->count, out->capacity) =
            (HostMember){path, type, value};
}

void host_object_add(HostScan *scan, const HostValue *object, const char *path, HostType type,
                     HostValue value)
{
    add_member(scan, object->object, path, type, value);
}

static const char *joined_path(HostScan *scan, const char *prefix, const char *name)
{
    return *prefix ? arena_printf(scan->arena, "%s.%s", prefix, name) : name;
}

static void fill_struct(HostScan *scan, int object, const char *prefix, int structure, int open);

static bool is_struct(const HostType *type)
{
    return type->structure && !type->pointers;
}

/* Adds the members of a struct to an object, as those of its field `path`. */
static void put_struct(HostScan *scan, int object, const char *path, HostValue value)
{
    value = host_struct_taken(scan, value);
    for (int i = 0; value.kind == HOST_STRUCT && i < scan->objects[value.object].count; ++i) {
        const HostMember member = scan->objects[value.object].members[i];
        add_member(scan, object, joined_path(scan, path, member.path), member.type, member.value);
    }
}

/* Adds one field or element to an object, from what stands in [at, end); if that is nothing,
 * zero. */
static void put_item(HostScan *scan, int object, const char *path, HostType type, int at, int end)
{
    bool is_list = at < end && host_is_at(scan, at, "{");
    if (is_struct(&type) && (is_list || at >= end))
        fill_struct(scan, object, path, type.structure - 1, at < end ? at : -1);
    else if (is_struct(&type))
        put_struct(scan, object, path, host_evaluate(scan, at, end));
    else if (at >= end)
        add_member(scan, object, path, type, host_integer(0, SCALAR_I32));
    else
        add_member(scan, object, path, type, host_evaluate(scan, at, end));
}

static void put_array(HostScan *scan, int object, const char *path, const HostField *field, int at,
                      int end)
{
    bool is_list = at < end && host_is_at(scan, at, "{");
    int close = is_list ? scan->match[at] : -1, item = at + 1;
    for (int i = 0; i < field->array_count; ++i) {
        int comma = is_list && item < close ? host_find(scan, item, close, ",") : item;
        put_item(scan, object, arena_printf(scan->arena, "%s[%d]", path, i), field->type, item,
                 is_list && item < close ? comma : item);
        item = comma + 1;
    }
}

static int designated(HostScan *scan, const HostStruct *of, int at)
{
    for (int i = 0; i < of->count; ++i)
        if (host_is_at(scan, at, of->fields[i].name))
            return i;
    return of->count;
}

/* Adds all fields of a struct to an object, from the list at `open`, or zeros if that is -1. */
static void fill_struct(HostScan *scan, int object, const char *prefix, int structure, int open)
{
    const HostStruct of = scan->structs[structure];
    int *begins = ARENA_ARRAY(scan->arena, int, of.count + 1);
    int *ends = ARENA_ARRAY(scan->arena, int, of.count + 1);
    int close = open >= 0 ? scan->match[open] : -1;
    if (scan->depth >= HOST_DEPTH_LIMIT)
        return;
    scan->depth++;
    for (int at = open + 1, i = 0; open >= 0 && at < close && i < of.count; ++i) {
        int comma = host_find(scan, at, close, ",");
        if (host_is_at(scan, at, ".") && host_is_at(scan, at + 2, "=")) {
            i = designated(scan, &of, at + 1);
            at += 3;
        }
        begins[i] = at;
        ends[i] = comma;
        at = comma + 1;
    }
    for (int i = 0; i < of.count; ++i) {
        const char *path = joined_path(scan, prefix, of.fields[i].name);
        if (begins[i] >= ends[i]) {
            begins[i] = of.fields[i].begin;
            ends[i] = of.fields[i].end;
        }
        if (of.fields[i].array_count >= 0)
            put_array(scan, object, path, &of.fields[i], begins[i], ends[i]);
        else
            put_item(scan, object, path, of.fields[i].type, begins[i], ends[i]);
    }
    scan->depth--;
}

bool host_struct_has_initials(const HostScan *scan, const HostType *type)
{
    const HostStruct *of = type->structure ? &scan->structs[type->structure - 1] : NULL;
    for (int i = 0; of && i < of->count; ++i)
        if (of->fields[i].end > of->fields[i].begin)
            return true;
    return false;
}

HostValue host_struct_initial(HostScan *scan, const HostType *type)
{
    HostValue made = host_object_new(scan, (HostType){0});
    fill_struct(scan, made.object, "", type->structure - 1, -1);
    return made;
}

HostValue host_struct_list(HostScan *scan, const HostType *type, int open)
{
    HostValue made = host_object_new(scan, (HostType){0});
    if (scan->match[open] >= 0)
        fill_struct(scan, made.object, "", type->structure - 1, open);
    return made;
}

/* ---- in and out of variables ---- */

bool host_has_parts(const HostScan *scan, int path)
{
    const HostVar *var = &scan->vars[path];
    for (int i = 0; i < scan->var_count; ++i)
        if (scan->vars[i].is_path && scan->vars[i].length > var->length + 1 &&
            memcmp(scan->vars[i].name, var->name, var->length) == 0 &&
            scan->vars[i].name[var->length] == '.')
            return true;
    return false;
}

HostValue host_struct_taken(HostScan *scan, HostValue value)
{
    if (value.kind != HOST_UNKNOWN || value.var < 0 || scan->vars[value.var].type.pointers)
        return value;
    return host_struct_of(scan, value.var, value);
}

HostValue host_struct_of(HostScan *scan, int place, HostValue none)
{
    HostValue made = none;
    bool is_made = false;
    int first = host_first_beside(scan, place);
    const char *name = scan->vars[place].name;
    size_t length = strlen(name);
    for (int i = first; i < scan->var_count; ++i) {
        const HostVar var = scan->vars[i];
        if (!var.is_path || strncmp(var.name, name, length) != 0 || var.name[length] != '.' ||
            host_var_find(scan, var.name, var.length) != i)
            continue;
        if (var.value.kind == HOST_UNKNOWN && host_has_parts(scan, i))
            continue;
        if (!is_made)
            made = host_object_new(scan, scan->vars[place].type);
        is_made = true;
        HostValue member = host_var_read(scan, i);
        add_member(scan, made.object, var.name + length + 1, var.type, member);
    }
    return made;
}

void host_struct_give(HostScan *scan, const HostValue *value, const char *name, Span span)
{
    for (int i = 0; i < scan->objects[value->object].count; ++i) {
        const HostMember member = scan->objects[value->object].members[i];
        const char *path = arena_printf(scan->arena, "%s.%s", name, member.path);
        int index = host_var_find(scan, path, (uint32_t)strlen(path));
        bool is_own = index >= scan->frame->base ||
                      (index >= scan->global_count && scan->frame->outer) ||
                      (index >= 0 && index < scan->global_count && !scan->frame->function);
        if (!is_own) {
            index = scan->var_count;
            HostVar *made = host_var_new(scan, path, (uint32_t)strlen(path), span);
            made->is_path = true;
            made->type = member.type;
        }
        host_assign(scan, index, -1, member.value, NULL);
    }
}
