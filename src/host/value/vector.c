/* std::vector and thrust's vectors: how many elements, and which. One whose size is not known any
 * more is unknown, so that nothing is sized by a number of before. */
#include "host/cuda/cuda.h"

#include <string.h>

static HostValue bytes_of_element(const HostType *type)
{
    return host_integer(type->size_bytes, SCALAR_U64);
}

static HostValue number_of_elements(HostValue list)
{
    list.kind = HOST_NUMBER;
    list.type = SCALAR_U64;
    list.memory = 0;
    return host_loose(list);
}

/* How many elements a declaration gives a vector, as a HOST_ARRAY: those of the list in values[0]
 * if that is one; anything else if it is not known. */
static HostValue declared_size(const HostVar *var, const HostValue *values, int count,
                               bool is_empty)
{
    HostValue size = count ? values[0] : host_unknown(NULL, 0);
    bool grows = var->type.name && (strcmp(var->type.name, "vector") == 0 ||
                                    strcmp(var->type.name, "host_vector") == 0 ||
                                    strcmp(var->type.name, "device_vector") == 0);
    int64_t bytes, element = count == 2 ? host_element_bytes(&values[0].element) : 0;
    bool is_range = count == 2 && values[0].memory && values[0].memory == values[1].memory &&
                    element > 0 &&
                    !__builtin_sub_overflow(values[1].memory_at, values[0].memory_at, &bytes);
    if (is_range)
        size = host_integer(bytes / element, SCALAR_U64);
    if (is_empty && grows)
        size = host_integer(0, SCALAR_U64);
    if (size.kind == HOST_NUMBER) {
        size = host_convert(size, SCALAR_U64);
        size.kind = HOST_ARRAY;
        size.memory = 0;
        size.is_element = false;
    }
    return size;
}

/* Gives a new vector its elements: copies of another one's, equal ones, or zeros. */
static void fill_vector(HostScan *scan, const HostValue *vector, const HostValue *bytes,
                        const HostValue *values, int count)
{
    HostValue zero = host_integer(0, SCALAR_I32);
    bool is_copy = count && values[0].memory && !values[0].is_element;
    if (is_copy)
        host_memory_copy(scan, vector, &values[0], bytes);
    else if (count == 2 && host_is_known(&values[1]) && !host_is_true(&values[1]))
        host_memory_set(scan, vector, &zero, bytes);
    else if (count == 2)
        host_fill_repeat(scan, vector, bytes, &values[1]);
    else
        host_memory_set(scan, vector, &zero, bytes);
}

/* A vector of the device is all zeros, or holds what it is made from. */
static HostValue on_device(HostScan *scan, const HostVar *var, const HostValue *bytes, bool is_copy,
                           bool is_zeros)
{
    HostValue result = host_unknown(NULL, 0);
    result.kind = HOST_DEVICE;
    result.object = host_allocate(scan, var->name, *bytes);
    scan->allocations[result.object].is_uploaded = is_copy;
    host_history_begin(scan, result.object, false);
    host_history_set(scan, &result, (HostExtent){.bytes = bytes},
                     is_zeros ? HOST_SET_BYTE : HOST_SET_COPY, 0);
    return result;
}

HostValue host_vector_new(HostScan *scan, const HostVar *var, const HostValue *values, int count,
                          int open)
{
    const HostType type = var->type;
    bool is_list = open >= 0;
    HostValue size = declared_size(var, values, count, !count && !is_list);
    if (is_list) {
        size = host_integer(host_list_length(scan, open + 1, scan->match[open]), SCALAR_U64);
        size.kind = HOST_ARRAY;
    }
    if (size.kind != HOST_ARRAY)
        return size;
    HostValue bytes = host_binary(BINARY_MUL, number_of_elements(size), bytes_of_element(&type));
    bool is_copy = count && values[0].kind == HOST_ARRAY;
    bool is_zeros = !is_copy && count <= 1 && !is_list;
    HostValue result =
        type.is_device_vector ? on_device(scan, var, &bytes, is_copy, is_zeros) : size;
    if (!type.is_device_vector)
        result.memory = host_memory_new(scan, &bytes, false);
    result.memory_at = 0;
    result.element = host_element_of(&type);
    if (is_list)
        host_memory_list(scan, &result, open);
    else if (type.has_scalars)
        fill_vector(scan, &result, &bytes, values, count);
    return result;
}

/* ---- methods ---- */

static HostValue elements_of(HostScan *scan, const HostValue *object)
{
    if (object->kind == HOST_ARRAY)
        return number_of_elements(*object);
    if (object->kind != HOST_DEVICE || !object->element.size_bytes ||
        !host_is_known(&scan->allocations[object->object].bytes))
        return host_unknown(NULL, 0);
    HostValue bytes = scan->allocations[object->object].bytes;
    return host_binary(BINARY_DIV, bytes, host_integer(object->element.size_bytes, SCALAR_U64));
}

static bool is_device_vector(const HostScan *scan, const HostValue *object)
{
    return object->kind == HOST_DEVICE && object->var >= 0 &&
           scan->vars[object->var].type.is_device_vector;
}

/* The pointer behind its last element. */
static HostValue end_of_vector(HostScan *scan, HostValue object)
{
    HostValue count = elements_of(scan, &object);
    if (!host_is_known(&count))
        return host_unknown(NULL, 0);
    HostValue end = object;
    int64_t bytes;
    end.var = -1;
    bool over =
        object.kind == HOST_DEVICE
            ? __builtin_add_overflow(object.offset, count.integer, &end.offset)
            : __builtin_mul_overflow(count.integer, host_element_bytes(&object.element), &bytes) ||
                  __builtin_add_overflow(object.memory_at, bytes, &end.memory_at);
    return over ? host_unknown(NULL, 0) : end;
}

/* Gives the variable that the object was read from another size, keeping its elements. */
static void resize_vector(HostScan *scan, HostValue object, HostValue count)
{
    HostVar *var = object.var >= 0 ? &scan->vars[object.var] : NULL;
    if (!var || scan->dead)
        return;
    count = host_convert(count, SCALAR_U64);
    if (!host_is_known(&count) || scan->uncertain || !host_memory_resize(scan, &object, &count)) {
        var->value = host_unknown(
            phrase_new(scan->arena, "%s.size(), which cannot be followed here", var->name), 0);
        return;
    }
    object.integer = count.integer;
    object.roots |= count.roots;
    object.factors = count.factors;
    object.rows = count.rows;
    object.columns = count.columns;
    var->value = object;
    var->value.var = var->value.component = -1;
}

/* A vector of the device has no bytes here, but a size. */
static void resize_on_device(HostScan *scan, const HostValue *object, HostValue count)
{
    HostValue size = host_integer(object->element.size_bytes, SCALAR_U64);
    if (!scan->dead)
        scan->allocations[object->object].bytes =
            host_binary(BINARY_MUL, host_convert(count, SCALAR_U64), size);
}

static void append_element(HostScan *scan, HostValue object, const HostValue *value)
{
    int64_t count = object.integer;
    resize_vector(scan, object, host_integer(count + 1, SCALAR_U64));
    HostValue vector = object.var >= 0 ? host_var_read(scan, object.var) : object;
    if (vector.kind != HOST_ARRAY)
        return;
    HostValue place = host_memory_index(scan, vector, count);
    host_memory_store(scan, &place, value);
}

bool host_vector_method(HostScan *scan, HostValue object, const Token *name, const HostValue *a,
                        int count, HostValue *result)
{
    static const char *const starts[] = {"data", "get", "begin", "cbegin", NULL};
    static const char *const ends[] = {"end", "cend", NULL};
    bool is_array = object.kind == HOST_ARRAY, is_device = object.kind == HOST_DEVICE;
    *result = host_unknown(NULL, 0);
    if ((is_array || is_device || object.memory) && token_is_any(name, starts))
        *result = object;
    else if (!is_array && !is_device_vector(scan, &object))
        return false;
    else if (token_is(name, "size"))
        *result = elements_of(scan, &object);
    else if (token_is(name, "empty"))
        *result = host_binary(BINARY_EQ, elements_of(scan, &object), host_integer(0, SCALAR_I32));
    else if (token_is_any(name, ends))
        *result = end_of_vector(scan, object);
    else if (is_device && token_is(name, "resize") && count > 0)
        resize_on_device(scan, &object, a[0]);
    else if (is_device)
        return false;
    else if ((token_is(name, "push_back") || token_is(name, "emplace_back")) && count == 1)
        append_element(scan, object, &a[0]);
    else if (token_is(name, "resize") && count > 0)
        resize_vector(scan, object, a[0]);
    else if (token_is(name, "clear") || token_is(name, "reserve"))
        resize_vector(scan, object,
                      token_is(name, "clear") ? host_integer(0, SCALAR_U64)
                                              : number_of_elements(object));
    else if (token_is(name, "back") && object.integer > 0)
        *result = host_memory_index(scan, object, object.integer - 1);
    else if (token_is(name, "front"))
        *result = host_memory_index(scan, object, 0);
    else if (token_is(name, "at") && count == 1 && host_is_known(&a[0]))
        *result = host_memory_index(scan, object, a[0].integer);
    else
        return false;
    return true;
}
