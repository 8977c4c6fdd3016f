/* Kernels and variables as the compiler registers them before main, and launches. The compiler
 * makes of k<<<grid, block>>>(a) a call of __cudaPushCallConfiguration and one of a host function
 * of the kernel's name, which takes the configuration back and calls cudaLaunchKernel. */
#include "exec/runtime/talk.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_OF_DEVICE = 700 }; /* and above: told when the program waits, and from then on */
enum { USUAL_SHARED = 48 << 10, NAME_LIMIT = 8192, CONFIGURATIONS = 16, PARAMETERS = 1024 };

/* What the compiler puts where it would put code for the GPU: the path of the source file. */
typedef struct FatBinary {
    int magic, version;
    const char *source;
    void *unused;
} FatBinary;

typedef struct Known {
    const void *host; /* the kernel's host function, the variable's shadow */
    uint32_t number;
    int parameter_count; /* of a kernel; -1: not asked yet */
    uint32_t *sizes;
    int shared_limit;     /* of dynamic shared memory: what the program has asked for */
    size_t managed_bytes; /* of a variable of __managed__; else 0 */
    void *device;         /* its place, once it is known */
} Known;

static Known *known;
static int known_count, known_capacity;

static Known *find(const void *host)
{
    for (int i = 0; i < known_count; ++i)
        if (known[i].host == host)
            return &known[i];
    return NULL;
}

static void add(const void *host, uint32_t number)
{
    if (known_count == known_capacity) {
        known_capacity = known_capacity ? 2 * known_capacity : 64;
        known = realloc(known, (size_t)known_capacity * sizeof *known);
        if (!known)
            abort();
    }
    known[known_count++] = (Known){
        .host = host, .number = number, .parameter_count = -1, .shared_limit = USUAL_SHARED};
}

/* ---- what the compiler calls ---- */

void **__cudaRegisterFatBinary(FatBinary *binary);
void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid, int *size);
void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name,
                       int is_extern, size_t size, int is_constant, int is_global);

void **__cudaRegisterFatBinary(FatBinary *binary)
{
    return (void **)(uintptr_t)binary->source;
}

/* Variables of __managed__ lie in a section of their own: both sides see them, so that the device's
 * get what the host has when a launch begins, and give it back when it has ended. */
extern char __start_tilestep_managed[] __attribute__((weak));
extern char __stop_tilestep_managed[] __attribute__((weak));

static void exchange_managed(bool to_device)
{
    for (int i = 0; i < known_count; ++i) {
        const Known *variable = &known[i];
        void *shadow = (void *)(uintptr_t)variable->host;
        if (!variable->device)
            continue;
        TilestepCopy copy = {to_device ? variable->device : shadow,
                             to_device ? shadow : variable->device, variable->managed_bytes,
                             ANY_DIRECTION, 0};
        tilestep_copy(&copy, NULL);
    }
}

static void open_managed(Known *variable)
{
    ExecAnswer answer = {0};
    if (!variable->managed_bytes || variable->device ||
        tilestep_ask(EXEC_SYMBOL, (uint64_t[EXEC_WORDS]){variable->number}, NULL, 0, &answer))
        return;
    variable->device = (void *)(uintptr_t)answer.words[0];
    tilestep_ask(EXEC_MAPPED,
                 (uint64_t[EXEC_WORDS]){answer.words[0], (uint64_t)(uintptr_t)variable->host}, NULL,
                 0, NULL);
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
    for (int i = 0; i < known_count; ++i)
        open_managed(&known[i]);
    exchange_managed(false);
}

void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

typedef char *Demangle(const char *name, char *out, size_t *length, int *status);

/* A name as it is written in the source, if the C++ library is there to tell; to be freed. */
static char *plain_name(const char *mangled)
{
    Demangle *demangle = (Demangle *)dlsym(RTLD_DEFAULT, "__cxa_demangle");
    int status = -1;
    char *plain = demangle ? demangle(mangled, NULL, NULL, &status) : NULL;
    return plain && status == 0 ? plain : strdup(mangled);
}

/* Asks with the file and two names behind the request; the number that the answer gives. */
static uint32_t enroll(ExecRequestKind kind, const uint64_t words[EXEC_WORDS], const char *file,
                       const char *mangled)
{
    static char text[3 * NAME_LIMIT];
    ExecAnswer answer = {0};
    char *plain = plain_name(mangled);
    int length = snprintf(text, sizeof text, "%s%c%s%c%s", file, 0, mangled, 0, plain);
    free(plain);
    if (length < 0 || length >= (int)sizeof text)
        return UINT32_MAX;
    tilestep_ask(kind, words, text, (uint32_t)length + 1, &answer);
    return (uint32_t)answer.words[0];
}

void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid, int *size)
{
    (void)name;
    (void)threads;
    (void)tid;
    (void)bid;
    (void)block;
    (void)grid;
    (void)size;
    add(host, enroll(EXEC_REGISTER_KERNEL, NULL, (const char *)handle, device));
}

void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name,
                       int is_extern, size_t size, int is_constant, int is_global)
{
    (void)name;
    (void)is_extern;
    (void)is_global;
    add(host, enroll(EXEC_REGISTER_VARIABLE, (uint64_t[EXEC_WORDS]){size, (uint64_t)is_constant},
                     (const char *)handle, device));
    const char *at = host;
    if (at >= __start_tilestep_managed && at < __stop_tilestep_managed)
        known[known_count - 1].managed_bytes = size;
}

/* ---- launches ---- */

typedef struct Configuration {
    Dim3 grid, block;
    size_t shared;
    void *stream;
    uint64_t caller;
    bool is_cooperative;
} Configuration;

static _Thread_local Configuration pushed[CONFIGURATIONS];
static _Thread_local int pushed_count;
static _Thread_local uint64_t popped_caller; /* of the launch that is being made; 0: none is */

unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared, void *stream)
{
    if (pushed_count < CONFIGURATIONS)
        pushed[pushed_count++] = (Configuration){grid, block, shared, stream, CALLER, false};
    return 0;
}

int __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared, void *stream)
{
    if (!pushed_count)
        return cudaErrorInvalidConfiguration;
    Configuration *last = &pushed[--pushed_count];
    *grid = last->grid;
    *block = last->block;
    *shared = last->shared;
    memcpy(stream, &last->stream, sizeof last->stream);
    popped_caller = last->caller;
    return cudaSuccess;
}

/* Asks once how many bytes each parameter has; an error where tilestep refuses the kernel. */
static int learn_sizes(Known *kernel)
{
    uint32_t sizes[PARAMETERS];
    ExecAnswer answer;
    if (kernel->parameter_count >= 0)
        return cudaSuccess;
    int error = tilestep_ask_text(EXEC_KERNEL_SIZES, (uint64_t[EXEC_WORDS]){kernel->number}, NULL,
                                  0, &answer, sizes, sizeof sizes);
    if (error)
        return error;
    size_t bytes = (size_t)answer.words[0] * sizeof *sizes;
    kernel->sizes = malloc(bytes + 1);
    if (!kernel->sizes)
        return cudaErrorInvalidValue;
    memcpy(kernel->sizes, sizes, bytes);
    kernel->parameter_count = (int)answer.words[0];
    return cudaSuccess;
}

int tilestep_launch(const uint64_t words[EXEC_WORDS], const void *arguments, uint32_t bytes)
{
    static _Thread_local char text[1 << 20];
    ExecAnswer answer;
    exchange_managed(true);
    tilestep_give_registered(arguments, bytes);
    int error = tilestep_ask_text(EXEC_LAUNCH, words, arguments, bytes, &answer, text, sizeof text);
    exchange_managed(false);
    size_t got = answer.text_bytes < sizeof text ? answer.text_bytes : sizeof text;
    size_t written = answer.words[0] < got ? (size_t)answer.words[0] : got;
    tilestep_print(text + written, got - written, words[5]);
    tilestep_take_registered((const uint8_t *)text, written);
    tilestep_close((const uint8_t *)text, written);
    if (error >= ERROR_OF_DEVICE) {
        tilestep_break(error);
        return cudaSuccess;
    }
    if (error)
        tilestep_note_failed_launch(error, words[5]);
    return error;
}

static int launch(const void *function, Configuration c, void **arguments)
{
    Known *kernel = find(function);
    char packed[4096];
    uint32_t bytes = 0;
    uint64_t caller = popped_caller ? popped_caller : c.caller;
    popped_caller = 0;
    int error = kernel ? learn_sizes(kernel) : cudaErrorInvalidDeviceFunction;
    if (!kernel)
        return tilestep_fail(error);
    uint64_t words[EXEC_WORDS] = {kernel->number,
                                  c.grid.x | (uint64_t)c.grid.y << 32,
                                  c.grid.z | (uint64_t)c.block.x << 32,
                                  c.block.y | (uint64_t)c.block.z << 32,
                                  c.shared | (c.is_cooperative ? EXEC_COOPERATIVE : 0),
                                  caller};
    tilestep_set_stream(c.stream);
    if (error) { /* tilestep refuses it, and tells of the launch */
        tilestep_ask(EXEC_LAUNCH, words, NULL, 0, NULL);
        return tilestep_fail(error);
    }
    if (c.shared > (size_t)kernel->shared_limit)
        return tilestep_fail(cudaErrorInvalidValue);
    for (int i = 0; i < kernel->parameter_count; ++i) {
        if (bytes + kernel->sizes[i] > sizeof packed)
            return tilestep_fail(cudaErrorInvalidValue);
        memcpy(packed + bytes, arguments[i], kernel->sizes[i]);
        bytes += kernel->sizes[i];
    }
    if (tilestep_capture_launch(words, packed, bytes, c.stream))
        return cudaSuccess;
    return tilestep_fail(tilestep_launch(words, packed, bytes));
}

int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                     void *stream)
{
    return launch(function, (Configuration){grid, block, shared, stream, CALLER}, arguments);
}

/* All blocks of a cooperative launch are on the device at once. */
static int check_cooperative(const void *function, Dim3 grid, Dim3 block, size_t shared)
{
    ExecAnswer answer = {0};
    const Known *kernel = find(function);
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!kernel ||
        tilestep_ask(EXEC_OCCUPANCY, (uint64_t[EXEC_WORDS]){kernel->number, threads, shared}, NULL,
                     0, &answer))
        return cudaSuccess; /* the launch itself tells */
    uint64_t most = answer.words[0] * (uint64_t)tilestep_device().multiprocessors;
    return (uint64_t)grid.x * grid.y * grid.z > most ? cudaErrorCooperativeLaunchTooLarge
                                                     : cudaSuccess;
}

int cudaLaunchCooperativeKernel(const void *function, Dim3 grid, Dim3 block, void **arguments,
                                size_t shared, void *stream)
{
    int error = check_cooperative(function, grid, block, shared);
    if (error)
        return tilestep_fail(error);
    return launch(function, (Configuration){grid, block, shared, stream, CALLER, true}, arguments);
}

/* As in cuda_runtime.h. */
enum { ATTRIBUTE_COOPERATIVE = 2, ATTRIBUTE_CLUSTER = 4 };

typedef struct LaunchAttribute {
    int id;
    int unused;
    unsigned value[16];
} LaunchAttribute;

typedef struct LaunchConfig {
    Dim3 grid, block;
    size_t shared;
    void *stream;
    const LaunchAttribute *attributes;
    unsigned attribute_count;
} LaunchConfig;

int cudaLaunchKernelExC(const LaunchConfig *config, const void *function, void **arguments)
{
    Configuration c = {config->grid, config->block, config->shared, config->stream, CALLER, false};
    for (unsigned i = 0; i < config->attribute_count; ++i) {
        const LaunchAttribute *given = &config->attributes[i];
        int error = cudaSuccess;
        if (given->id == ATTRIBUTE_CLUSTER &&
            given->value[0] * given->value[1] * given->value[2] > 1)
            return tilestep_refuse("cudaLaunchAttributeClusterDimension", EXEC_LIBRARY_RUNTIME,
                                   CALLER_ADDRESS);
        c.is_cooperative |= given->id == ATTRIBUTE_COOPERATIVE && given->value[0];
        if (given->id == ATTRIBUTE_COOPERATIVE && given->value[0])
            error = check_cooperative(function, config->grid, config->block, config->shared);
        if (error)
            return tilestep_fail(error);
    }
    return launch(function, c, arguments);
}

/* ---- what can be asked of a kernel ---- */

enum { ATTRIBUTE_SHARED = 8, ATTRIBUTES = 16, BLOCK_THREADS = 1024 };

int cudaFuncSetAttribute(const void *function, int attribute, int value)
{
    Known *kernel = find(function);
    if (!kernel)
        return tilestep_fail(cudaErrorInvalidDeviceFunction);
    if (attribute != ATTRIBUTE_SHARED)
        return tilestep_fail(attribute > ATTRIBUTE_SHARED && attribute < ATTRIBUTES
                                 ? cudaSuccess
                                 : cudaErrorInvalidValue);
    if (value < 0 || value > tilestep_device().shared_optin_bytes)
        return tilestep_fail(cudaErrorInvalidValue);
    kernel->shared_limit = value;
    return cudaSuccess;
}

typedef struct FunctionAttributes {
    size_t shared, constant, local;
    int threads, registers, ptx, binary, cache, dynamic_shared, carveout;
} FunctionAttributes;

/* Without a limit of its own a kernel may have what the usual 48 KiB leave beside its arrays. */
static int dynamic_limit(const Known *kernel, int own_bytes)
{
    return kernel->shared_limit == USUAL_SHARED ? USUAL_SHARED - own_bytes : kernel->shared_limit;
}

int cudaFuncGetAttributes(FunctionAttributes *out, const void *function)
{
    Known *kernel = find(function);
    ExecAnswer answer;
    int error = kernel ? tilestep_ask(EXEC_KERNEL_FACTS, (uint64_t[EXEC_WORDS]){kernel->number},
                                      NULL, 0, &answer)
                       : cudaErrorInvalidDeviceFunction;
    if (!error)
        *out = (FunctionAttributes){.shared = answer.words[0],
                                    .constant = answer.words[1],
                                    .local = answer.words[2],
                                    .threads = (int)answer.words[3],
                                    .registers = 32,
                                    .ptx = 90,
                                    .binary = 90,
                                    .dynamic_shared = dynamic_limit(kernel, (int)answer.words[0]),
                                    .carveout = -1};
    return tilestep_fail(error);
}

int cudaFuncSetCacheConfig(const void *function, int config)
{
    (void)config;
    return find(function) ? cudaSuccess : tilestep_fail(cudaErrorInvalidDeviceFunction);
}

int cudaFuncSetSharedMemConfig(const void *function, int config)
{
    return cudaFuncSetCacheConfig(function, config);
}

/* What so many blocks leave each other of the multiprocessor's, less what the driver keeps. */
int tilestepOccupancyShared(size_t *bytes, const void *function, int blocks, int threads)
{
    Known *kernel = find(function);
    ExecAnswer facts = {0};
    if (!kernel || blocks <= 0 || threads <= 0)
        return tilestep_fail(kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
    ExecDevice device = tilestep_device();
    tilestep_ask(EXEC_KERNEL_FACTS, (uint64_t[EXEC_WORDS]){kernel->number}, NULL, 0, &facts);
    size_t share = (size_t)device.shared_per_multiprocessor_bytes / (size_t)blocks;
    size_t taken = (size_t)device.shared_reserved_bytes + (size_t)facts.words[0];
    size_t left = share > taken ? share - taken : 0;
    *bytes = left < (size_t)kernel->shared_limit ? left : (size_t)kernel->shared_limit;
    return cudaSuccess;
}

int tilestepOccupancyBlocks(int *blocks, const void *function, int threads, size_t shared)
{
    Known *kernel = find(function);
    ExecAnswer answer = {0};
    *blocks = 0;
    if (threads <= 0)
        return tilestep_fail(cudaErrorInvalidValue);
    if (threads > BLOCK_THREADS || (kernel && shared > (size_t)kernel->shared_limit))
        return cudaSuccess; /* no such block can run */
    int error =
        kernel ? tilestep_ask(EXEC_OCCUPANCY,
                              (uint64_t[EXEC_WORDS]){kernel->number, (uint64_t)threads, shared},
                              NULL, 0, &answer)
               : cudaErrorInvalidDeviceFunction;
    *blocks = (int)answer.words[0];
    return tilestep_fail(error);
}

/* ---- variables ---- */

static int symbol(const void *shadow, ExecAnswer *answer)
{
    Known *variable = find(shadow);
    return variable ? tilestep_ask(EXEC_SYMBOL, (uint64_t[EXEC_WORDS]){variable->number}, NULL, 0,
                                   answer)
                    : cudaErrorInvalidSymbol;
}

int tilestepSymbolAddress(void **address, const void *shadow)
{
    ExecAnswer answer = {0};
    int error = symbol(shadow, &answer);
    *address = (void *)(uintptr_t)answer.words[0];
    return tilestep_fail(error);
}

int tilestepSymbolSize(size_t *size, const void *shadow)
{
    ExecAnswer answer = {0};
    int error = symbol(shadow, &answer);
    *size = (size_t)answer.words[1];
    return tilestep_fail(error);
}

int tilestepCopySymbol(const void *shadow, size_t offset, void *other, size_t size, int kind,
                       int to_symbol, void *stream)
{
    ExecAnswer answer = {0};
    int error = symbol(shadow, &answer);
    if (!error && kind != DEVICE_TO_DEVICE && kind != ANY_DIRECTION &&
        kind != (to_symbol ? HOST_TO_DEVICE : DEVICE_TO_HOST))
        error = cudaErrorInvalidMemcpyDirection;
    if (!error && (offset > answer.words[1] || size > answer.words[1] - offset))
        error = cudaErrorInvalidValue;
    char *there = (char *)(uintptr_t)answer.words[0] + offset;
    TilestepCopy copy = {to_symbol ? there : other, to_symbol ? other : there, size, ANY_DIRECTION,
                         0};
    if (!error && tilestep_capture_copy(&copy, stream))
        return cudaSuccess;
    tilestep_set_stream(stream);
    tilestep_synchronize();
    return tilestep_fail(error ? error : tilestep_copy(&copy, CALLER_ADDRESS));
}
