/* Declarations: a type, then names with their lengths and what they begin with. */
#include "host/run/eval.h"

#include <string.h>

static void name_element(HostScan *scan, int array, const char *path, const HostValue *value)
{
    HostVar *var = host_var_new(scan, path, (uint32_t)strlen(path), scan->vars[array].span);
    var->is_path = true;
    var->type = scan->vars[array].type;
    if (var->type.is_vector)
        var->type = (HostType){.is_class = true};
    var->value = *value;
    var->value.var = -1;
    if (value->kind == HOST_STRUCT) {
        var->value = host_unknown(NULL, 0);
        host_struct_give(scan, value, path, scan->vars[array].span);
    }
}

static const char *element_path(HostScan *scan, int array, int index)
{
    return arena_printf(scan->arena, "%s[%d]", scan->vars[array].name, index);
}

static void name_elements(HostScan *scan, int array, const HostValue *values, int count)
{
    for (int i = 0; i < count && i < HOST_PATH_LIMIT; ++i)
        name_element(scan, array, element_path(scan, array, i), &values[i]);
}

/* The elements of an array of dim3, which begin as 1, 1, 1, or of pointers to functions are
 * variables of their own, since memory holds neither; so are the rows of such an array. */
static void name_table(HostScan *scan, int table)
{
    HostType type = scan->vars[table].type;
    int64_t each = host_inner_elements(&type), count = scan->vars[table].array_count;
    bool has_rows = type.inner_count > 0;
    HostValue value = type.is_dim3 && !has_rows ? host_dim3_of(NULL, 0) : host_unknown(NULL, 0);
    if (has_rows)
        memmove(type.inner, type.inner + 1, sizeof *type.inner * (size_t)--type.inner_count);
    for (int i = 0; each > 0 && i < count / each && i < HOST_PATH_LIMIT; ++i) {
        int element = scan->var_count;
        name_element(scan, table, element_path(scan, table, i), &value);
        scan->vars[element].type = type;
        scan->vars[element].array_count = has_rows ? each : -1;
        if (has_rows)
            name_table(scan, element);
    }
}

typedef struct Declarator {
    int value; /* tokens; value: first of the initialiser */
    int end;
    bool is_list; /* { } */
} Declarator;

/* Reads [N][M] after the name; the product of the lengths, or -1 if there are none. The type is
 * that of an element of the first one. */
int64_t host_array_lengths(HostScan *scan, int *at, int end, HostType *type)
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

/* Whether the ( at `at` begins the declarator of T (*name)[n], T (*name)(...) or
 * T (*name[n])(...). */
static bool is_pointer_in_brackets(const HostScan *scan, int at)
{
    int close = host_is_at(scan, at, "(") ? scan->match[at] : -1;
    bool is_name =
        close > at + 2 && host_is_at(scan, at + 1, "*") && scan->tokens[at + 2].kind == TOKEN_NAME;
    bool is_list = is_name && host_is_at(scan, at + 3, "[") && host_is_at(scan, close - 1, "]");
    return is_name && (close == at + 3 || is_list) &&
           (host_is_at(scan, close + 1, "(") ||
            (host_is_at(scan, close + 1, "[") && close == at + 3));
}

/* {a, b} as a pair, if the second is a function; otherwise what such a list is. */
static HostValue pair_list(HostScan *scan, int at, int end)
{
    HostValue values[HOST_ARGUMENT_LIMIT];
    int count = host_arguments(scan, at, values);
    if (count != 2 || values[1].kind != HOST_FUNCTION)
        return host_evaluate(scan, at, end);
    HostValue pair = host_object_new(scan, (HostType){0});
    host_object_add(scan, &pair, "first", (HostType){.is_class = true}, values[0]);
    host_object_add(scan, &pair, "second", (HostType){.is_class = true}, values[1]);
    return pair;
}

/* The values of an array of structs or pairs, from its list in braces; returns how many. */
static int struct_list(HostScan *scan, const HostType *type, const Declarator *d, HostValue *out)
{
    int count = 0;
    HostType element = *type;
    element.structure = type->is_vector ? type->elements : type->structure;
    for (int at = d->value; at < d->end && count < HOST_ARGUMENT_LIMIT; ++count) {
        int comma = host_find(scan, at, d->end, ",");
        if (!host_is_at(scan, at, "{"))
            out[count] = host_struct_taken(scan, host_evaluate(scan, at, comma));
        else if (element.structure)
            out[count] = host_struct_list(scan, &element, at);
        else
            out[count] = pair_list(scan, at, comma);
        at = comma + 1;
    }
    return count;
}

/* The ( or { of the list that an element is made from, in the arguments at `open`; -1: it is a
 * value already. */
static int element_list(const HostScan *scan, int open, int count)
{
    int at = open + 1;
    if (host_is_at(scan, at, "std") && host_is_at(scan, at + 1, "::"))
        at += 2;
    if (host_is_at(scan, at, "make_pair"))
        return at + 1;
    return host_is_at(scan, open + 1, "{") ? open + 1 : count > 1 ? open : -1;
}

void host_table_add(HostScan *scan, int table, int open, const HostValue *values, int count)
{
    HostType element = scan->vars[table].type;
    int list = element_list(scan, open, count), index = 0;
    const char *path = element_path(scan, table, index);
    element.structure = element.elements;
    HostValue value = count ? host_struct_taken(scan, values[0]) : host_unknown(NULL, 0);
    if (list >= 0 && scan->match[list] > list)
        value = element.structure ? host_struct_list(scan, &element, list)
                                  : pair_list(scan, list, scan->match[list] + 1);
    while (index < HOST_PATH_LIMIT && host_var_find(scan, path, (uint32_t)strlen(path)) >= 0)
        path = element_path(scan, table, ++index);
    if (index < HOST_PATH_LIMIT && (value.kind == HOST_STRUCT || value.kind == HOST_FUNCTION))
        name_element(scan, table, path, &value);
}

/* Makes the objects of an array by their constructor without arguments, if there is one. */
static void construct_all(HostScan *scan, const HostType *type, const HostValue *array,
                          int64_t count)
{
    HostValue object;
    for (int64_t i = 0; i < count && i < HOST_STORE_LIMIT; ++i) {
        HostValue place = host_memory_index(scan, *array, i);
        if (!host_class_construct(scan, type, NULL, 0, &object))
            return;
        host_memory_store(scan, &place, &object);
    }
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
        bool is_nested = host_is_at(scan, d->value, "{");
        int64_t rows = is_nested || row <= 0 ? count : count / row + (count % row != 0);
        if (__builtin_mul_overflow(rows, row, &var->array_count))
            var->array_count = 0;
    }
    uint32_t object_bytes =
        d->is_list || var->type.pointers ? 0 : host_struct_bytes(scan, var->type.structure);
    bool has_elements = var->type.pointers || var->type.is_scalar || object_bytes;
    if (var->type.is_function || !has_elements || var->array_count <= 0)
        return value;
    HostType element = var->type;
    element.pointers += element.pointers > 0;
    HostValue count = host_integer(var->array_count, SCALAR_I64);
    int64_t each = element.pointers ? 8 : object_bytes ? object_bytes : element.size_bytes;
    HostValue size = host_integer(each, SCALAR_I64);
    HostValue bytes = host_binary(BINARY_MUL, count, size);
    value.memory = host_memory_new(scan, &bytes, is_zeroed);
    value.element = host_element_of(&element);
    if (d->is_list)
        host_memory_list(scan, &value, d->value - 1);
    if (object_bytes && var->type.class_open) {
        HostType type = var->type;
        construct_all(scan, &type, &value, var->array_count);
    }
    return value;
}

/* Whether values make an object by a constructor; another object of its class makes a copy
 * instead. */
static bool constructs(const HostScan *scan, const HostType *type, const HostValue *values,
                       int count)
{
    bool is_copy =
        count == 1 &&
        (values[0].kind == HOST_STRUCT ||
         (values[0].var >= 0 && scan->vars[values[0].var].type.class_open == type->class_open));
    return type->class_open && !is_copy;
}

/* Whether a list in braces fills a container of lists: std::vector<Entry>, std::map<...>. */
static bool is_table(const HostScan *scan, const HostType *type, const Declarator *d)
{
    bool is_container = type->is_vector ? !type->has_scalars
                                        : type->is_class && !type->structure && !type->class_open;
    return is_container && host_is_at(scan, d->value, "{");
}

static HostValue initial_value(HostScan *scan, int var, const Declarator *d)
{
    HostValue values[HOST_ARGUMENT_LIMIT], object;
    const HostType type = scan->vars[var].type;
    bool is_array = scan->vars[var].array_count >= 0;
    bool is_list = d->is_list && !type.pointers;
    bool is_structs = is_list && (is_array ? type.structure : is_table(scan, &type, d));
    if (!is_array && !type.pointers && !d->is_list && d->value == d->end &&
        host_struct_has_initials(scan, &type))
        return host_struct_initial(scan, &type);
    int count = is_structs ? struct_list(scan, &type, d, values)
                           : host_list(scan, d->value, d->end, values, NULL);
    if (!is_array && !type.pointers && constructs(scan, &type, values, count) &&
        host_class_construct(scan, &type, values, count, &object))
        return object;
    for (int i = 0; type.is_class && !type.pointers && i < count; ++i)
        host_history_doubt(scan, &values[i]); /* an object that is not known may write there */
    if ((is_array || type.is_vector || is_structs) && d->is_list)
        name_elements(scan, var, values, count);
    if (is_array && (type.is_dim3 || type.is_function) && !type.pointers && !d->is_list)
        name_table(scan, var);
    if (is_array)
        return array_of(scan, var, d);
    if (type.structure && !type.pointers && d->is_list)
        return host_struct_list(scan, &type, d->value - 1);
    if (type.is_dim3 && !type.pointers)
        return host_dim3_of(values, count);
    if (type.is_vector && !type.pointers)
        return host_vector_new(scan, &scan->vars[var], values, count,
                               d->is_list ? d->value - 1 : -1);
    bool is_taken = d->is_list && type.is_class && count && values[0].memory && values[0].var >= 0;
    return count && !is_taken ? values[0]
                              : host_unknown(NULL, 0); /* an object that took an array */
}

HostValue host_initialise(HostScan *scan, int var, int open)
{
    Declarator d = {
        .value = open + 1, .end = scan->match[open], .is_list = token_is(&scan->tokens[open], "{")};
    return initial_value(scan, var, &d);
}

/* The comma behind a declarator's value, or end: those between the template arguments of a call are
 * passed by. */
static int end_of_value(HostScan *scan, int at, int end)
{
    while (at < end && !host_is_at(scan, at, ",")) {
        const Token *before = &scan->tokens[at - 1];
        bool is_named = host_is_at(scan, at, "<") && before->kind == TOKEN_NAME;
        int var = is_named ? host_var_find(scan, before->text, before->length) : -1;
        int behind = is_named && (var < 0 || scan->vars[var].is_type)
                         ? host_template_end(scan, at, end)
                         : -1;
        at = behind > 0                     ? behind
             : host_opens_bracket(scan, at) ? host_after_bracket(scan, at, end)
                                            : at + 1;
    }
    return at < end ? at : end;
}

/* T &name = value: another name for a variable; what is written to an element by another name is
 * not followed. */
static void refer(HostScan *scan, int index, const HostValue *value)
{
    if (value->is_element && !scan->vars[index].type.is_const)
        host_memory_spoil(scan, value);
    if (value->var >= 0 && value->component < 0)
        scan->vars[index].alias = value->var + 1;
}

/* One declarator at `at`, its type read; returns the place behind it. */
static int declare_one(HostScan *scan, int at, int end, HostType type)
{
    bool is_pointer = is_pointer_in_brackets(scan, at);
    if (is_pointer) {
        type.pointers++;
        at += 2;
    }
    const Token *name = &scan->tokens[at];
    int index = scan->var_count;
    Declarator d = {.value = at + 1, .end = at + 1};
    HostVar *var = host_var_new(scan, name->text, name->length, name->span);
    var->type = type;
    var->is_hidden = true; /* its own initialiser cannot see it */
    at++;
    bool is_list = is_pointer && host_is_at(scan, at, "["); /* T (*name[n])(...) */
    if (is_pointer && !is_list) {
        at++;
        host_lengths(scan, &at, end, &type);
    }
    int64_t length = host_array_lengths(scan, &at, end, &type);
    at += is_list;
    if (is_pointer && host_is_at(scan, at, "(")) {
        type.pointers = 0;
        type.is_function = true;
        at = host_after_bracket(scan, at, end);
    }
    scan->vars[index].array_count = length;
    scan->vars[index].type = type;
    d.value = d.end = at;
    if (at < end && host_is_at(scan, at, "="))
        d.value = ++at;
    int comma = end_of_value(scan, at, end);
    bool bracket =
        at < end && (host_is_at(scan, at, "{") || (host_is_at(scan, at, "(") && d.value == d.end));
    if (bracket && host_after_bracket(scan, at, end) == comma) {
        d.is_list = host_is_at(scan, at, "{");
        d.value = at + 1;
        d.end = comma - 1;
    } else {
        d.end = comma;
    }
    HostValue value = initial_value(scan, index, &d);
    scan->vars[index].is_hidden = false;
    if (type.is_reference && d.value < d.end)
        refer(scan, index, &value);
    host_var_define(scan, index, value, host_text(scan, d.value, d.end));
    host_copy_struct(scan, index, &value);
    return comma;
}

/* Moves to the first declarator; false if this is no declaration. */
static bool reads_declaration(HostScan *scan, int *at, int end, HostType *base, HostType *type)
{
    static const char *const follow[] = {"=", "(", "{", "[", ",", ":", NULL};
    if (!host_base_type(scan, at, base))
        return false;
    *type = *base;
    host_pointers(scan, at, type);
    if (*at >= end || !(scan->tokens[*at].kind == TOKEN_NAME || is_pointer_in_brackets(scan, *at)))
        return false;
    return *at + 1 == end || is_pointer_in_brackets(scan, *at) ||
           (*at + 1 < scan->count && token_is_any(&scan->tokens[*at + 1], follow));
}

static bool is_managed(const HostScan *scan, int at, int end)
{
    while (at < end && !host_is_at(scan, at, "__managed__"))
        ++at;
    return at < end;
}

bool host_declare(HostScan *scan, int at, int end)
{
    int begin = at;
    HostType base, type;
    uint8_t *no_type = &scan->no_type[at];
    if (*no_type & HOST_NO_DECLARATION)
        return false;
    if (!reads_declaration(scan, &at, end, &base, &type)) {
        *no_type |= HOST_NO_DECLARATION;
        return false;
    }
    while (at < end && (scan->tokens[at].kind == TOKEN_NAME || is_pointer_in_brackets(scan, at))) {
        int index = scan->var_count;
        at = declare_one(scan, at, end, type) + 1;
        scan->vars[index].is_managed = is_managed(scan, begin, end);
        type = base;
        if (at < end)
            host_pointers(scan, &at, &type);
    }
    return true;
}
