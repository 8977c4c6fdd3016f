/* Copies between the host and the device, and cudaMemset: which bytes of what they reach. */
#include "host/cuda/cuda.h"

static bool call_says(const HostScan *scan, int open, const char *word)
{
    for (int i = open; i < scan->match[open]; ++i)
        if (host_is_at(scan, i, word))
            return true;
    return false;
}

/* Is that the kind of the copy, as it stands there? */
static bool is_kind(const HostScan *scan, int open, const char *kind)
{
    for (int i = open; i < scan->match[open]; ++i)
        if (host_is_at(scan, i, kind) && host_is_at(scan, i - 1, ",") &&
            (host_is_at(scan, i + 1, ",") || i + 1 == scan->match[open]))
            return true;
    return false;
}

/* From pageable memory of the host to the device, but called a copy from the device: an error, by
 * which nothing is copied. */
static bool is_refused(const HostScan *scan, int open, const HostValue *target,
                       const HostValue *source)
{
    bool is_host = source->kind == HOST_UNKNOWN && source->memory &&
                   !scan->memories[source->memory - 1].is_pinned &&
                   !scan->memories[source->memory - 1].buffer;
    return target->kind == HOST_DEVICE && is_host &&
           (is_kind(scan, open, "cudaMemcpyDeviceToHost") ||
            is_kind(scan, open, "cudaMemcpyDeviceToDevice"));
}

/* ---- what is wrong with them ---- */

bool host_is_sure(const HostScan *scan)
{
    return !scan->uncertain && !scan->dead && !scan->speculation;
}

void host_tell_copy(HostScan *scan, int open, HostBadCopy bad)
{
    const Token *call = &scan->tokens[open - 1];
    bad.span = call->span;
    bad.call = arena_text(scan->arena, call->text, call->length);
    for (int i = 0; i < scan->bad_copy_count; ++i)
        if (scan->bad_copies[i].fault == bad.fault &&
            scan->bad_copies[i].allocation == bad.allocation &&
            scan->bad_copies[i].span.start == bad.span.start &&
            scan->bad_copies[i].span.file == bad.span.file)
            return;
    *ARENA_PUSH(scan->arena, scan->bad_copies, scan->bad_copy_count, scan->bad_copy_capacity) = bad;
}

typedef enum Side { SIDE_HOST, SIDE_DEVICE, SIDE_UNKNOWN } Side;

/* Memory that both reach is of neither side. */
static Side side_of(HostScan *scan, const HostValue *value)
{
    if (value->kind == HOST_DEVICE)
        return scan->allocations[value->object].is_plain ? SIDE_DEVICE : SIDE_UNKNOWN;
    return host_value_fault(scan, value) == HOST_POINTER_HOST ? SIDE_HOST : SIDE_UNKNOWN;
}

/* Does the kind of the copy name the way that its pointers go? */
static void check_kind(HostScan *scan, int open, const HostValue *target, const HostValue *source)
{
    static const char *const kinds[2][2] = {{"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice"},
                                            {"cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"}};
    Side from = side_of(scan, source), to = side_of(scan, target);
    if (from == SIDE_UNKNOWN || to == SIDE_UNKNOWN || (from == SIDE_HOST && to == SIDE_HOST))
        return;
    for (int i = 0; i < 4; ++i)
        if (i != (int)from * 2 + (int)to && is_kind(scan, open, kinds[i / 2][i % 2]))
            host_tell_copy(
                scan, open,
                (HostBadCopy){.fault = HOST_COPY_KIND,
                              .allocation = to == SIDE_DEVICE ? target->object : source->object,
                              .said = kinds[i / 2][i % 2],
                              .meant = kinds[from][to]});
}

/* Rows that are longer than what lies between their beginnings, on either side, are an error by
 * which nothing is copied; device: the pointer of the two that leads there. */
static bool check_pitch(HostScan *scan, int open, const HostValue *device, HostExtent extent)
{
    bool is_long = extent.pitch && host_is_sure(scan) && device->kind == HOST_DEVICE &&
                   host_is_known(extent.pitch) && host_is_known(extent.bytes) &&
                   extent.bytes->integer > extent.pitch->integer;
    if (is_long)
        host_tell_copy(scan, open,
                       (HostBadCopy){.fault = HOST_COPY_PITCH,
                                     .allocation = device->object,
                                     .bytes = extent.bytes->integer,
                                     .room = extent.pitch->integer});
    return is_long;
}

static void check_end(HostScan *scan, int open, const HostValue *pointer, HostExtent extent)
{
    HostBadCopy bad = {.fault = HOST_COPY_END, .allocation = pointer->object};
    if (!check_pitch(scan, open, pointer, extent) && host_is_sure(scan) &&
        host_history_overruns(scan, pointer, extent, &bad.bytes, &bad.room))
        host_tell_copy(scan, open, bad);
}

/* ---- what they do ---- */

/* The pointer, so many rows further, as C wraps numbers without a sign. */
static HostValue moved(const HostValue *pointer, uint64_t rows, const HostValue *pitch)
{
    HostValue value = *pointer;
    uint64_t bytes = rows * (uint64_t)pitch->integer;
    value.memory_at = (int64_t)((uint64_t)value.memory_at + bytes);
    if (value.kind != HOST_DEVICE)
        return value;
    bytes += (uint64_t)value.offset * (uint64_t)host_element_bytes(&value.element);
    value.offset = (int64_t)bytes;
    value.element = (HostElement){.is_scalar = true, .scalar = SCALAR_U8, .size_bytes = 1};
    return value;
}

/* Rows that lie apart are copied one by one, unless they are too many. */
static void copy_contents(HostScan *scan, const HostValue *target, const HostValue *source,
                          const HostValue *bytes, HostExtent extent, const HostValue *source_pitch)
{
    bool is_apart = extent.rows && !host_is_known(bytes) && host_is_known(extent.rows) &&
                    host_is_known(extent.bytes) && host_is_known(extent.pitch) &&
                    host_is_known(source_pitch) && extent.rows->integer <= HOST_PIECE_LIMIT;
    if (!is_apart)
        host_memory_copy(scan, target, source, bytes);
    for (int64_t row = 0; is_apart && row < extent.rows->integer; ++row) {
        HostValue to = moved(target, (uint64_t)row, extent.pitch);
        HostValue from = moved(source, (uint64_t)row, source_pitch);
        host_memory_copy(scan, &to, &from, extent.bytes);
    }
}

void host_copy_back(HostScan *scan, const Token *call, const HostValue *target)
{
    host_memory_spoil(scan, target);
    if (target->kind == HOST_ADDRESS)
        host_var_doubt(scan, target->object, 0,
                       arena_printf(scan->arena, "%.*s(...)", (int)call->length, call->text));
}

static void copy_buffer(HostScan *scan, int open, const HostValue *target, const HostValue *source,
                        const HostValue *bytes, HostExtent extent, const HostValue *source_pitch)
{
    HostExtent source_extent = {extent.bytes, source_pitch, extent.rows};
    check_kind(scan, open, target, source);
    check_end(scan, open, target, extent);
    check_end(scan, open, source, source_extent);
    check_pitch(scan, open, target, source_extent);
    check_pitch(scan, open, source, extent);
    if (is_refused(scan, open, target, source))
        return;
    bool is_back = source->kind == HOST_DEVICE && target->kind != HOST_DEVICE;
    if (is_back)
        host_copy_back(scan, &scan->tokens[open - 1], target);
    else if (target->kind == HOST_DEVICE || target->memory)
        copy_contents(scan, target, source, bytes, extent, source_pitch);
    host_history_copy(scan, target, source, extent);
    bool any = call_says(scan, open, "cudaMemcpyDefault");
    if (target->kind == HOST_DEVICE && (any || call_says(scan, open, "cudaMemcpyHostToDevice")))
        scan->allocations[target->object].is_uploaded = true;
    if (source->kind == HOST_DEVICE && (any || call_says(scan, open, "cudaMemcpyDeviceToHost")))
        scan->allocations[source->object].is_downloaded = true;
}

static void clear_buffer(HostScan *scan, int open, const HostValue *target, const HostValue *byte,
                         const HostValue *bytes, HostExtent extent)
{
    bool is_known = host_is_known(byte);
    check_end(scan, open, target, extent);
    if (target->kind != HOST_DEVICE)
        return;
    scan->allocations[target->object].is_zeroed = is_known && host_double(byte) == 0;
    host_memory_set(scan, target, byte, bytes);
    host_history_set(scan, target, extent, is_known ? HOST_SET_BYTE : HOST_SET_COPY,
                     is_known ? (uint8_t)host_convert(*byte, SCALAR_I64).integer : 0);
}

/* cudaMemcpy2D(to, pitch, from, pitch, width, rows, kind). */
static void copy_rows(HostScan *scan, int open, const HostValue *a)
{
    HostValue unknown = host_unknown(NULL, 0);
    bool is_dense = host_is_known(&a[1]) && host_is_known(&a[3]) && host_is_known(&a[4]) &&
                    a[1].integer == a[4].integer && a[3].integer == a[4].integer;
    HostValue bytes = is_dense ? host_binary(BINARY_MUL, a[4], a[5]) : unknown;
    copy_buffer(scan, open, &a[0], &a[2], &bytes, (HostExtent){&a[4], &a[1], &a[5]}, &a[3]);
}

/* cudaMemset2D(to, pitch, byte, width, rows). */
static void clear_rows(HostScan *scan, int open, const HostValue *a)
{
    HostValue unknown = host_unknown(NULL, 0);
    bool is_dense = host_is_known(&a[1]) && host_is_known(&a[3]) && a[1].integer == a[3].integer;
    HostValue bytes = is_dense ? host_binary(BINARY_MUL, a[3], a[4]) : unknown;
    clear_buffer(scan, open, &a[0], &a[2], &bytes, (HostExtent){&a[3], &a[1], &a[4]});
}

static bool is_called(const Token *name, const char *plain, const char *asynchronous)
{
    return token_is(name, plain) || token_is(name, asynchronous);
}

bool host_transfer(HostScan *scan, const Token *name, int open, const HostValue *a, int count)
{
    if (is_called(name, "cudaMemcpy2D", "cudaMemcpy2DAsync") && count > 5)
        copy_rows(scan, open, a);
    else if (is_called(name, "cudaMemcpy", "cudaMemcpyAsync") && count > 2)
        copy_buffer(scan, open, &a[0], &a[1], &a[2], (HostExtent){.bytes = &a[2]}, NULL);
    else if (is_called(name, "cudaMemset2D", "cudaMemset2DAsync") && count > 4)
        clear_rows(scan, open, a);
    else if (is_called(name, "cudaMemset", "cudaMemsetAsync") && count > 2)
        clear_buffer(scan, open, &a[0], &a[1], &a[2], (HostExtent){.bytes = &a[2]});
    else
        return false;
    return true;
}
