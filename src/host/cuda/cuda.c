/* The runtime calls that say how large a buffer is and which way it is copied. Allocations are
 * objects, so a pointer can pass through variables and wrappers. */
#include "host/cuda/cuda.h"

#include <string.h>

static bool starts_with(const Token *token, const char *text)
{
    return token->length >= strlen(text) && memcmp(token->text, text, strlen(text)) == 0;
}

bool host_cuda_is_name(const Token *token)
{
    return token->kind == TOKEN_NAME &&
           ((starts_with(token, "cudaM") && !starts_with(token, "cudaMallocHost")) ||
            token_is(token, "device_vector") || starts_with(token, "cudaLaunch") ||
            token_is(token, "cudaFree"));
}

void host_mark_sizes(HostScan *scan, uint64_t roots)
{
    for (int i = 0; i < scan->listed_count && i < 64; ++i)
        if (roots >> i & 1 && !scan->listed[i].is_float)
            scan->listed[i].is_size = true;
}

int host_allocate(HostScan *scan, const char *name, HostValue bytes)
{
    host_mark_sizes(scan, bytes.roots);
    *ARENA_PUSH(scan->arena, scan->allocations, scan->allocation_count, scan->allocation_capacity) =
        (HostAllocation){.name = name, .bytes = bytes};
    return scan->allocation_count - 1;
}

/* What a person calls a place in an array: "rows[3]", or the name of the array of structs. */
static const char *name_in_memory(HostScan *scan, const HostValue *place)
{
    for (int i = scan->var_count - 1; i >= 0; --i) {
        const HostVar *var = &scan->vars[i];
        bool is_here = var->value.memory == place->memory ||
                       (var->value.kind == HOST_DEVICE &&
                        scan->allocations[var->value.object].memory == place->memory);
        if (var->is_hidden || !is_here)
            continue;
        bool is_list = var->type.pointers + (var->array_count >= 0) > 1;
        return is_list ? arena_printf(scan->arena, "%s[%lld]", var->name,
                                      (long long)(place->memory_at / 8))
                       : var->name;
    }
    return "memory";
}

/* Gives the pointer variable whose address target is, passed down through calls perhaps, a new
 * allocation. */
static void allocate_into(HostScan *scan, const HostValue *target, HostValue bytes, bool is_plain)
{
    if (target->kind != HOST_ADDRESS && target->memory) {
        HostValue place = *target, made = host_unknown(NULL, 0);
        made.kind = HOST_DEVICE;
        made.object = host_allocate(scan, name_in_memory(scan, target), bytes);
        host_history_begin(scan, made.object, is_plain);
        place.element.pointers += !place.element.pointers;
        host_memory_store(scan, &place, &made);
        return;
    }
    if (target->kind != HOST_ADDRESS || target->object >= scan->var_count)
        return;
    HostVar *var = &scan->vars[target->object];
    var->value = host_unknown(NULL, 0);
    var->value.kind = HOST_DEVICE;
    var->value.object = host_allocate(scan, var->name, bytes);
    host_history_begin(scan, var->value.object, is_plain);
}

/* cudaMallocPitch(&p, &pitch, width_bytes, rows) */
static void allocate_pitched(HostScan *scan, const HostValue *a)
{
    HostValue step = host_integer(512, SCALAR_U64), up = host_integer(511, SCALAR_U64);
    HostValue pitch = host_binary(BINARY_DIV, host_binary(BINARY_ADD, a[2], up), step);
    pitch = host_binary(BINARY_MUL, pitch, step);
    pitch.factors = 1;
    pitch.columns = pitch.integer;
    if (a[1].kind == HOST_ADDRESS && a[1].object < scan->var_count)
        host_assign(scan, a[1].object, -1, pitch, NULL);
    allocate_into(scan, &a[0], host_binary(BINARY_MUL, a[3], pitch), true);
}

static void free_buffer(HostScan *scan, const HostValue *a, int count)
{
    bool is_sure = !scan->uncertain && !scan->dead && !scan->speculation;
    if (is_sure && count > 0 && a[0].kind == HOST_DEVICE)
        scan->allocations[a[0].object].is_freed = true;
}

/* cudaMallocHost and cudaHostAlloc: pinned memory, an array of the host. */
static void allocate_pinned(HostScan *scan, const HostValue *target, const HostValue *bytes)
{
    if (target->kind != HOST_ADDRESS || target->object >= scan->var_count)
        return;
    HostVar *var = &scan->vars[target->object];
    var->value = host_unknown(NULL, 0);
    var->value.memory = host_memory_new(scan, bytes, false);
    if (var->value.memory)
        scan->memories[var->value.memory - 1].is_pinned = true;
    var->value.element = host_element_of(&var->type);
}

/* What programs size their grids by, for the device that the emulator's __CUDA_ARCH__ stands for:
 * members of cudaDeviceProp, and attributes. */
static const struct {
    const char *member, *attribute;
    int64_t value;
} properties[] = {
    {"multiProcessorCount", "cudaDevAttrMultiProcessorCount", 132},
    {"maxThreadsPerBlock", "cudaDevAttrMaxThreadsPerBlock", 1024},
    {"warpSize", "cudaDevAttrWarpSize", 32},
    {"sharedMemPerBlock", "cudaDevAttrMaxSharedMemoryPerBlock", 49152},
    {"sharedMemPerMultiprocessor", "cudaDevAttrMaxSharedMemoryPerMultiprocessor", 233472},
    {"regsPerBlock", "cudaDevAttrMaxRegistersPerBlock", 65536},
    {"maxThreadsPerMultiProcessor", "cudaDevAttrMaxThreadsPerMultiProcessor", 2048},
    {"major", "cudaDevAttrComputeCapabilityMajor", 9},
    {"minor", "cudaDevAttrComputeCapabilityMinor", 0}};
enum { PROPERTIES = sizeof properties / sizeof *properties };

static bool is_variable(const HostScan *scan, const HostValue *target)
{
    return target->kind == HOST_ADDRESS && target->object < scan->var_count;
}

/* cudaGetDeviceProperties(&p, 0) */
static void describe_device(HostScan *scan, const HostValue *target)
{
    for (size_t i = 0; i < PROPERTIES && is_variable(scan, target); ++i) {
        const HostVar *device = &scan->vars[target->object];
        const char *path = arena_printf(scan->arena, "%s.%s", device->name, properties[i].member);
        HostVar *var = host_var_new(scan, path, (uint32_t)strlen(path), device->span);
        var->is_path = true;
        var->value = host_integer(properties[i].value, SCALAR_I32);
    }
}

static void answer(HostScan *scan, const HostValue *target, int64_t value)
{
    if (is_variable(scan, target))
        host_assign(scan, target->object, -1, host_integer(value, SCALAR_I32), NULL);
}

/* cudaDeviceGetAttribute(&value, attribute, 0) */
static void answer_attribute(HostScan *scan, int open, const HostValue *target)
{
    int comma = host_find(scan, open + 1, scan->match[open], ",");
    for (size_t i = 0; i < PROPERTIES; ++i)
        if (host_is_at(scan, comma + 1, properties[i].attribute))
            answer(scan, target, properties[i].value);
}

/* Questions about the device, and about how a kernel best fills it: with blocks of 1024 threads,
 * two on each multiprocessor, as where neither registers nor shared memory are short. */
static bool answers(HostScan *scan, const Token *name, int open, const HostValue *a, int count)
{
    if (token_is(name, "cudaGetDeviceProperties") && count > 0)
        describe_device(scan, &a[0]);
    else if (token_is(name, "cudaDeviceGetAttribute") && count > 1)
        answer_attribute(scan, open, &a[0]);
    else if (token_is(name, "cudaGetDeviceCount") && count == 1)
        answer(scan, &a[0], 1);
    else if (starts_with(name, "cudaOccupancyMaxPotentialBlockSize") && count > 1) {
        answer(scan, &a[0], 2 * 132);
        answer(scan, &a[1], 1024);
    } else if (starts_with(name, "cudaOccupancyMaxActiveBlocksPerMultiprocessor") && count > 2)
        answer(scan, &a[0], host_is_known(&a[2]) && a[2].integer > 0 ? 2048 / a[2].integer : 2);
    else
        return false;
    return true;
}

/* One thread of the host, one process, one device. */
static bool answers_one(const Token *name, HostValue *result)
{
    static const char *const ones[] = {"omp_get_num_threads", "omp_get_max_threads",
                                       "omp_get_num_procs", NULL};
    static const char *const zeros[] = {"omp_get_thread_num", NULL};
    bool is_one = token_is_any(name, ones);
    *result = host_integer(is_one, SCALAR_I32);
    return is_one || token_is_any(name, zeros);
}

/* Calls about memory that leave what it holds. */
static bool tells_only(const Token *name)
{
    return starts_with(name, "cudaMemPrefetch") || starts_with(name, "cudaMemAdvise") ||
           starts_with(name, "cudaMemGetInfo") || starts_with(name, "cudaMemRangeGet") ||
           starts_with(name, "cudaMemPool");
}

bool host_cuda_call(HostScan *scan, const Token *name, int open, const HostValue *a, int count,
                    HostValue *result)
{
    if (answers_one(name, result))
        return true;
    *result = host_integer(0, SCALAR_I32); /* cudaSuccess */
    if (token_is(name, "raw_pointer_cast") && count == 1) {
        *result = a[0];
        return true;
    }
    if (answers(scan, name, open, a, count))
        return true;
    if (token_is(name, "cudaLaunchKernel") || token_is(name, "cudaLaunchCooperativeKernel")) {
        host_launch_call(scan, open, a, count);
        return true;
    }
    bool is_pinned = token_is(name, "cudaMallocHost") || token_is(name, "cudaHostAlloc");
    HostValue unknown = host_unknown(NULL, 0);
    if (is_pinned && count > 1) {
        allocate_pinned(scan, &a[0], &a[1]);
        return true;
    }
    if (token_is(name, "cudaFree") || token_is(name, "cudaFreeAsync"))
        free_buffer(scan, a, count);
    if (!starts_with(name, "cudaM") || scan->match[open] < 0) {
        *result = host_unknown(NULL, 0);
        return false;
    }
    if (token_is(name, "cudaMallocPitch") && count == 4)
        allocate_pitched(scan, a);
    else if (token_is(name, "cudaMalloc") || token_is(name, "cudaMallocManaged") ||
             token_is(name, "cudaMallocAsync"))
        allocate_into(scan, count > 0 ? &a[0] : result, count > 1 ? a[1] : unknown,
                      !token_is(name, "cudaMallocManaged"));
    else if (starts_with(name, "cudaMemcpyToSymbol"))
        host_symbol_copy(scan, open, a, count);
    else if (starts_with(name, "cudaMemcpyFromSymbol") && count > 0)
        host_symbol_copy_back(scan, open, a, count);
    else if (!host_transfer(scan, name, open, a, count) && !tells_only(name))
        for (int i = 0; i < count; ++i)
            host_memory_spoil(scan, &a[i]);
    return true;
}
