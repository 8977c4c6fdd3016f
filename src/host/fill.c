/* Library calls that make arrays of the host or write whole pieces of them. A call that nothing
 * here knows may write through every pointer that it is given. */
#include "host/scan.h"

#include <string.h>

static HostValue pointer_to(int memory)
{
    HostValue value = host_unknown(NULL, 0);
    value.memory = memory;
    return value;
}

/* Bytes from one iterator of an array to another. */
static HostValue bytes_between(const HostValue *from, const HostValue *to)
{
    bool is_device = from->kind == HOST_DEVICE && to->kind == HOST_DEVICE;
    int64_t bytes;
    bool over;
    if (is_device && from->object == to->object)
        over = __builtin_sub_overflow(to->offset, from->offset, &bytes) ||
               __builtin_mul_overflow(bytes, host_element_bytes(&from->element), &bytes);
    else if (from->memory && from->memory == to->memory)
        over = __builtin_sub_overflow(to->memory_at, from->memory_at, &bytes);
    else
        return host_unknown(NULL, 0);
    return over ? host_unknown(NULL, 0) : host_integer(bytes, SCALAR_I64);
}

/* Writes first, first + step, first + 2 * step, ... to the elements behind a pointer. */
static void write_series(HostScan *scan, const HostValue *to, const HostValue *bytes,
                         HostValue first, int step)
{
    int64_t size = host_element_bytes(&to->element);
    bool is_good = host_is_known(bytes) && size > 0 && bytes->integer >= 0 &&
                   bytes->integer / size <= scan->stores_left;
    if (!is_good) {
        host_memory_spoil(scan, to);
        return;
    }
    for (int64_t i = 0; i < bytes->integer / size; ++i) {
        HostValue place = host_memory_index(scan, *to, i);
        host_memory_store(scan, &place, &first);
        if (step)
            first = host_binary(BINARY_ADD, first, host_integer(step, SCALAR_I32));
    }
}

void host_fill_repeat(HostScan *scan, const HostValue *to, const HostValue *bytes,
                      const HostValue *value)
{
    write_series(scan, to, bytes, *value, 0);
}

static HostValue times_element(HostValue count, const HostValue *pointer)
{
    return host_binary(BINARY_MUL, count,
                       host_integer(host_element_bytes(&pointer->element), SCALAR_I64));
}

static bool allocates(HostScan *scan, const Token *name, const HostValue *a, int count,
                      HostValue *result)
{
    if (token_is(name, "malloc") && count == 1)
        *result = pointer_to(host_memory_new(scan, &a[0], false));
    else if (token_is(name, "calloc") && count == 2) {
        HostValue bytes = host_binary(BINARY_MUL, a[0], a[1]);
        *result = pointer_to(host_memory_new(scan, &bytes, true));
    } else
        return false;
    return true;
}

bool host_fill_call(HostScan *scan, const Token *name, const HostValue *a, int count,
                    HostValue *result)
{
    if (allocates(scan, name, a, count, result))
        return true;
    bool is_place = count > 0 && (a[0].memory || a[0].kind == HOST_DEVICE);
    if (!is_place)
        return false;
    HostValue bytes = count == 3 ? bytes_between(&a[0], &a[1]) : host_unknown(NULL, 0);
    if (token_is(name, "memset") && count == 3)
        host_memory_set(scan, &a[0], &a[1], &a[2]);
    else if (token_is(name, "memcpy") && count == 3)
        host_memory_copy(scan, &a[0], &a[1], &a[2]);
    else if (token_is(name, "iota") && count == 3)
        write_series(scan, &a[0], &bytes, a[2], 1);
    else if (token_is(name, "sequence") && count == 2) {
        bytes = bytes_between(&a[0], &a[1]);
        write_series(scan, &a[0], &bytes, host_integer(0, SCALAR_I32), 1);
    } else if (token_is(name, "fill") && count == 3)
        write_series(scan, &a[0], &bytes, a[2], 0);
    else if (token_is(name, "fill_n") && count == 3) {
        bytes = times_element(a[1], &a[0]);
        write_series(scan, &a[0], &bytes, a[2], 0);
    } else if (token_is(name, "copy") && count == 3)
        host_memory_copy(scan, &a[2], &a[0], &bytes);
    else
        return false;
    return true;
}

/* A number whose address is handed over is there to be set: by fscanf, or by what loads an
 * image. */
static void doubt_number(HostScan *scan, const Token *name, const HostValue *address)
{
    if (address->kind == HOST_ADDRESS)
        host_var_doubt(scan, address->object,
                       arena_printf(scan->arena, "%.*s(...)", (int)name->length, name->text));
}

void host_fill_unknown_call(HostScan *scan, const Token *name, const HostValue *arguments,
                            int count)
{
    static const char *const readers[] = {
        "printf", "fprintf", "free", "cudaFree", "cudaFreeHost", "cudaHostUnregister",
        "puts",   "assert",  "move", NULL};
    if (token_is_any(name, readers))
        return;
    for (int i = 0; i < count; ++i) {
        host_memory_spoil(scan, &arguments[i]);
        doubt_number(scan, name, &arguments[i]);
    }
}
