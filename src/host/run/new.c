/* What follows the word new: arrays of scalars, whose contents are kept, and objects. */
#include "host/run/eval.h"

#include <string.h>

/* new T[n], new T[n]{1, 2}, new T[n]() */
static HostValue new_array(HostScan *scan, HostType type, int at)
{
    HostType lengths = {0};
    HostValue value = host_unknown(NULL, 0);
    host_lengths(scan, &at, scan->end, &lengths);
    int64_t size;
    bool over = __builtin_mul_overflow(host_inner_elements(&lengths),
                                       (int64_t)host_type_bytes(&type), &size);
    type.pointers += type.pointers > 0;
    bool is_known = lengths.inner_count && !over && size > 0;
    HostValue bytes = is_known ? host_integer(size, SCALAR_I64) : value;
    value.memory =
        host_memory_new(scan, &bytes, host_sees_at(scan, at, "{") || host_sees_at(scan, at, "("));
    value.element = host_element_of(&type);
    value.element.inner_count = lengths.inner_count - 1;
    memcpy(value.element.inner, lengths.inner + 1, sizeof *lengths.inner * (HOST_INNER_LIMIT - 1));
    if (host_sees_at(scan, at, "{"))
        host_memory_list(scan, &value, at);
    return value;
}

HostValue host_new(HostScan *scan)
{
    HostType type = {0};
    HostValue value = host_unknown(NULL, 0);
    int at = scan->at;
    if (host_base_type(scan, &at, &type))
        host_pointers(scan, &at, &type);
    if (type.structure && !type.pointers && host_sees_at(scan, at, "{"))
        value = host_struct_list(scan, &type, at);
    int open = host_sees_at(scan, at, "[") ? at : -1;
    if (type.class_open && !type.pointers &&
        (host_sees_at(scan, at, "(") || host_sees_at(scan, at, "{"))) {
        HostValue values[HOST_ARGUMENT_LIMIT], object;
        int count = host_arguments(scan, at, values);
        if (host_class_construct(scan, &type, values, count, &object))
            value = object;
    }
    while (host_sees_at(scan, at, "[") || host_sees_at(scan, at, "(") ||
           host_sees_at(scan, at, "{"))
        at = host_after_bracket(scan, at, scan->end);
    scan->at = at > scan->at ? at : scan->at + 1;
    bool has_elements = type.is_scalar || type.pointers || host_struct_bytes(scan, type.structure);
    if (has_elements && open > 0)
        value = new_array(scan, type, open);
    return value;
}
