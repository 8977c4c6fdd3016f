/* From code to final bytes. The arena is one allocation; a variable of the file is copied to where
 * the loader put it, and back into its place in the arena. */
#include "gpu/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 16 << 20,
    WITHOUT_OPT_IN_BYTES = 48 * 1024,
    DEFAULT_REPEATS = 20,
    WARM_UPS = 2,
    LEAST_REPEATS = 3
};

/* Timing ends after this time, however many repeats were asked for. */
static const double timing_limit_ms = 1000;

static const char taking_memory[] = "taking memory on the GPU", on_device[] = "copying on the GPU";

static bool check(Device *device, CUresult result, const char *doing)
{
    return driver_check(device->driver, result, doing);
}

static bool load_code(Device *device)
{
    const Driver *driver = device->driver;
    Exchange *exchange = device->exchange;
    CUfunction function;
    const void *image = arena_copy(device->arena, device->code->image, device->code->size);
    if (!check(device, driver->module_load(&device->module, image), "loading the kernel") ||
        !check(device, driver->module_function(&function, device->module, device->code->kernel),
               "finding the kernel"))
        return false;
    device->function = function;
    driver->function_attribute(&exchange->registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
    driver->function_attribute(&exchange->local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
                               function);
    driver->function_attribute(&exchange->static_shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                               function);
    return true;
}

static bool check_limits(Device *device)
{
    const Launch *launch = &device->order->launch;
    const GpuDevice *properties = &device->exchange->device;
    int most_threads = 0;
    device->driver->function_attribute(&most_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                       device->function);
    uint64_t threads = dim3_count(launch->block);
    uint64_t shared =
        (uint64_t)launch->dynamic_shared_bytes + (uint64_t)device->exchange->static_shared_bytes;
    if (most_threads > 0 && threads > (uint64_t)most_threads)
        return exchange_fail(device->exchange, GPU_REFUSED,
                             "this kernel needs %d registers a thread, so a block can have at most "
                             "%d threads on this GPU, not %llu",
                             device->exchange->registers, most_threads,
                             (unsigned long long)threads);
    if (properties->shared_per_block_optin_bytes > 0 &&
        shared > (uint64_t)properties->shared_per_block_optin_bytes)
        return exchange_fail(device->exchange, GPU_REFUSED,
                             "the block needs %llu bytes of shared memory, this GPU gives a block "
                             "at most %d",
                             (unsigned long long)shared, properties->shared_per_block_optin_bytes);
    if (shared <= WITHOUT_OPT_IN_BYTES)
        return true;
    return check(device,
                 device->driver->function_set(device->function,
                                              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                              (int)launch->dynamic_shared_bytes),
                 "asking for more shared memory");
}

static bool allocate_arena(Device *device)
{
    const Launch *launch = &device->order->launch;
    uint64_t bytes = launch->arena_bytes;
    if (!check(device, device->driver->memory_alloc(&device->base, bytes), taking_memory))
        return false;
    for (int i = 0; i < launch->buffer_count; ++i)
        device->places[i] = device->base + launch->buffers[i].offset_bytes;
    return true;
}

static bool allocate_separately(Device *device)
{
    const Launch *launch = &device->order->launch;
    for (int i = 0; i < launch->buffer_count; ++i) {
        uint64_t bytes = buffer_bytes(&launch->buffers[i]);
        if (!check(device, device->driver->memory_alloc(&device->places[i], bytes ? bytes : 1),
                   taking_memory))
            return false;
    }
    return true;
}

static bool allocate(Device *device)
{
    device->places =
        ARENA_ARRAY(device->arena, CUdeviceptr, device->order->launch.buffer_count + 1);
    return device->order->separate ? allocate_separately(device) : allocate_arena(device);
}

/* Copies `size` bytes at arena offset `at` between image and device, in pieces. */
static bool copy_range(Device *device, CUdeviceptr place, uint64_t at, uint64_t size, bool is_in)
{
    for (uint64_t done = 0; done < size; done += CHUNK_BYTES) {
        size_t piece = size - done < CHUNK_BYTES ? size - done : CHUNK_BYTES;
        uint8_t *here = device->image + at + done;
        CUresult result = is_in ? device->driver->copy_in(place + done, here, piece)
                                : device->driver->copy_out(here, place + done, piece);
        if (!check(device, result, is_in ? "copying to the GPU" : "copying from the GPU"))
            return false;
        exchange_beat(device->exchange);
    }
    return true;
}

static bool copy_memory(Device *device, bool is_in)
{
    const Launch *launch = &device->order->launch;
    if (!device->order->separate)
        return copy_range(device, device->base, 0, launch->arena_bytes, is_in);
    for (int i = 0; i < launch->buffer_count; ++i)
        if (!copy_range(device, device->places[i], launch->buffers[i].offset_bytes,
                        buffer_bytes(&launch->buffers[i]), is_in))
            return false;
    return true;
}

static bool fill(Device *device)
{
    const Launch *launch = &device->order->launch;
    for (uint64_t at = 0; at < launch->arena_bytes; at += CHUNK_BYTES) {
        uint64_t left = launch->arena_bytes - at;
        launch_fill(launch, at, device->image + at, left < CHUNK_BYTES ? left : CHUNK_BYTES);
        exchange_beat(device->exchange);
    }
    return copy_memory(device, true);
}

/* A second copy of the initial bytes, for timing. Without room for it the timed launches go on from
 * what the one before left. */
static bool keep_pristine(Device *device)
{
    uint64_t bytes = device->order->launch.arena_bytes;
    if (device->order->repeats < 0 || device->order->separate || device->pristine)
        return true;
    if (device->driver->memory_alloc(&device->pristine, bytes) != CUDA_SUCCESS) {
        device->pristine = 0;
        return true;
    }
    return check(device, device->driver->copy_across(device->pristine, device->base, bytes),
                 on_device);
}

typedef bool (*VariableCopy)(Device *device, const Buffer *buffer, CUdeviceptr address,
                             size_t size);

static bool variable_in(Device *device, const Buffer *buffer, CUdeviceptr address, size_t size)
{
    return check(device,
                 device->driver->copy_in(address, device->image + buffer->offset_bytes, size),
                 "copying a variable of the file");
}

static bool variable_out(Device *device, const Buffer *buffer, CUdeviceptr address, size_t size)
{
    return check(device,
                 device->driver->copy_out(device->image + buffer->offset_bytes, address, size),
                 "copying a variable of the file");
}

static bool variable_reset(Device *device, const Buffer *buffer, CUdeviceptr address, size_t size)
{
    return check(
        device, device->driver->copy_across(address, device->pristine + buffer->offset_bytes, size),
        on_device);
}

/* Copies the variables of the file one by one. If the arena and the device differ in a variable's
 * size, bytes beyond the smaller one stay as they are. */
static bool copy_variables(Device *device, VariableCopy copy)
{
    const Launch *launch = &device->order->launch;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->global < 0 || buffer->global >= device->order->source.global_count)
            continue;
        const char *name = device->code->globals[buffer->global];
        CUdeviceptr address;
        size_t size = 0;
        if (!*name)
            continue;
        if (!check(device, device->driver->module_global(&address, &size, device->module, name),
                   "finding a variable of the file"))
            return false;
        size = size < buffer_bytes(buffer) ? size : buffer_bytes(buffer);
        if (!copy(device, buffer, address, size))
            return false;
    }
    return true;
}

static void make_arguments(Device *device)
{
    const GpuOrder *order = device->order;
    device->arguments = ARENA_ARRAY(device->arena, void *, order->argument_count + 1);
    for (int i = 0; i < order->argument_count; ++i) {
        const OrderArgument *argument = &order->arguments[i];
        char *bytes = arena_alloc(device->arena, argument->size + sizeof(uint64_t));
        memcpy(bytes, argument->bytes, argument->size);
        for (int p = 0; p < argument->pointer_count; ++p) {
            const OrderPointer *pointer = &argument->pointers[p];
            if (pointer->buffer < 0 || pointer->buffer >= order->launch.buffer_count ||
                pointer->at + sizeof(uint64_t) > argument->size)
                continue;
            uint64_t address = device->places[pointer->buffer] + (uint64_t)pointer->offset_bytes;
            memcpy(bytes + pointer->at, &address, sizeof address);
        }
        device->arguments[i] = bytes;
    }
}

static CUresult launch_once(Device *device)
{
    const Launch *l = &device->order->launch;
    if (device->order->is_together)
        return device->driver->launch_together(device->function, l->grid.x, l->grid.y, l->grid.z,
                                               l->block.x, l->block.y, l->block.z,
                                               l->dynamic_shared_bytes, NULL, device->arguments);
    return device->driver->launch(device->function, l->grid.x, l->grid.y, l->grid.z, l->block.x,
                                  l->block.y, l->block.z, l->dynamic_shared_bytes, NULL,
                                  device->arguments, NULL);
}

/* One launch over freshly filled memory; its final bytes end in image. */
static bool run_once(Device *device)
{
    exchange_enter(device->exchange, GPU_FILLING);
    if (!fill(device) || !keep_pristine(device) || !copy_variables(device, variable_in))
        return false;
    exchange_enter(device->exchange, GPU_RUNNING);
    if (!check(device, launch_once(device), "launching the kernel") ||
        !check(device, device->driver->synchronize(), "running the kernel"))
        return false;
    exchange_enter(device->exchange, GPU_FILLING);
    return copy_memory(device, false) && copy_variables(device, variable_out);
}

bool device_run(Device *device)
{
    Exchange *exchange = device->exchange;
    uint64_t slots = exchange->stride_bytes ? exchange->arena_bytes / exchange->stride_bytes : 1;
    if (!load_code(device) || !check_limits(device) || !allocate(device))
        return false;
    make_arguments(device);
    for (uint32_t i = 0; i < (uint32_t)device->order->launches && i < slots; ++i) {
        device->image = (uint8_t *)exchange + exchange->arena_at + i * exchange->stride_bytes;
        if (!run_once(device))
            return false;
        atomic_store(&exchange->launches_done, i + 1);
    }
    return true;
}

double device_stopwatch(Device *device, Timed timed, void *context)
{
    const Driver *driver = device->driver;
    static const char doing[] = "timing";
    float ms = -1;
    for (int i = 0; i < 2; ++i)
        if (!device->events[i] &&
            !check(device, driver->event_create(&device->events[i], CU_EVENT_DEFAULT), doing))
            return -1;
    bool is_good =
        check(device, driver->event_record(device->events[0], NULL), doing) &&
        timed(device, context) &&
        check(device, driver->event_record(device->events[1], NULL), doing) &&
        check(device, driver->event_wait(device->events[1]), doing) &&
        check(device, driver->event_elapsed(&ms, device->events[0], device->events[1]), doing);
    return is_good ? (double)ms : -1;
}

static bool timed_launch(Device *device, void *context)
{
    (void)context;
    return check(device, launch_once(device), "launching the kernel");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double times_median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, by_size);
    return count % 2 ? times[count / 2] : (times[count / 2 - 1] + times[count / 2]) / 2;
}

static bool restore(Device *device)
{
    if (!device->pristine)
        return true;
    return check(device,
                 device->driver->copy_across(device->base, device->pristine,
                                             device->order->launch.arena_bytes),
                 on_device) &&
           copy_variables(device, variable_reset);
}

bool device_time(Device *device)
{
    int repeats = device->order->repeats ? device->order->repeats : DEFAULT_REPEATS, count = 0;
    double *times = ARENA_ARRAY(device->arena, double, repeats + 1), total = 0;
    if (repeats < 0)
        return true;
    exchange_enter(device->exchange, GPU_TIMING);
    for (int i = -WARM_UPS; i < repeats; ++i) {
        if (total > timing_limit_ms && count >= LEAST_REPEATS)
            break;
        double ms = restore(device) ? device_stopwatch(device, timed_launch, NULL) : -1;
        if (ms < 0)
            return false;
        exchange_beat(device->exchange);
        total += ms;
        if (i >= 0)
            times[count++] = ms;
    }
    Exchange *exchange = device->exchange;
    exchange->kernel_ms = times_median(times, count);
    exchange->kernel_least_ms = times[0];
    exchange->kernel_most_ms = times[count - 1];
    exchange->timed_launches = count;
    return true;
}

void device_close(Device *device)
{
    for (int i = 0; device->order->separate && i < device->order->launch.buffer_count; ++i)
        if (device->places && device->places[i])
            device->driver->memory_free(device->places[i]);
    if (device->base)
        device->driver->memory_free(device->base);
    if (device->pristine)
        device->driver->memory_free(device->pristine);
}
