/* A GPU run is compared cell by cell with the emulator's memory, which has the same layout; words
 * between the buffers tell of stray writes. */
#include "cli/gpu_run.h"
#include "cli/json.h"
#include "cli/progress.h"

#include "lang/device_source.h"

#include <string.h>
#include <time.h>

enum { CHUNK_BYTES = 1 << 16 };

static void wait_for(GpuJob *job)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    while (!gpu_poll(job)) {
        if (progress_is_cancelled())
            gpu_cancel(job);
        nanosleep(&pause, NULL);
    }
}

static uint64_t count_unlike(const uint8_t *a, const uint8_t *b, uint64_t count, uint32_t size)
{
    uint64_t unlike = 0;
    for (uint64_t i = 0; i < count; ++i)
        unlike += memcmp(a + i * size, b + i * size, size) != 0;
    return unlike;
}

static uint64_t compare_buffer(const Result *result, const Buffer *buffer, const uint8_t *arena)
{
    uint8_t ours[CHUNK_BYTES];
    uint64_t different = 0, per_chunk = CHUNK_BYTES / buffer->element_bytes;
    for (uint64_t first = 0; first < buffer->count; first += per_chunk) {
        uint64_t left = buffer->count - first, count = left < per_chunk ? left : per_chunk;
        uint64_t at = buffer->offset_bytes + first * buffer->element_bytes;
        memory_copy_out(result->memory, at, ours, count * buffer->element_bytes);
        different += count_unlike(ours, arena + at, count, buffer->element_bytes);
    }
    return different;
}

/* Words of [from, to) that are no longer what the launch filled in. */
static uint64_t compare_gap(const Launch *launch, const uint8_t *arena, uint64_t from, uint64_t to)
{
    uint8_t filled[CHUNK_BYTES];
    uint64_t changed = 0;
    for (uint64_t at = from; at < to; at += CHUNK_BYTES) {
        uint64_t size = to - at < CHUNK_BYTES ? to - at : CHUNK_BYTES;
        launch_fill(launch, at, filled, size);
        changed += count_unlike(filled, arena + at, size / 4, 4);
    }
    return changed;
}

static void compare(GpuRun *gpu, const Result *result)
{
    const Launch *launch = &result->run->launch;
    const uint8_t *arena = gpu->outcome->arena;
    uint64_t end = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        gpu->elements += buffer->count;
        gpu->different += compare_buffer(result, buffer, arena);
        gpu->guard_words_changed += compare_gap(launch, arena, end, buffer->offset_bytes);
        end = (buffer->offset_bytes + buffer_bytes(buffer) + 3) / 4 * 4;
    }
    gpu->guard_words_changed += compare_gap(launch, arena, end, launch->arena_bytes);
}

GpuRun gpu_run(const Result *result)
{
    const Run *run = result->run;
    const DeviceSource *source =
        device_source_make(run->arena, run->unit, &run->compile, run->program);
    GpuRequest request = {.source = source,
                          .program = run->program,
                          .launch = &run->launch,
                          .fmad = run->compile.fmad};
    if (result->check.reference == REFERENCE_MATMUL) {
        request.m = result->check.m;
        request.k = result->check.k;
        request.n = result->check.n;
    }
    GpuRun gpu = {.job = gpu_start(&request)};
    wait_for(gpu.job);
    gpu.outcome = gpu_outcome(gpu.job);
    if (gpu.outcome->arena)
        compare(&gpu, result);
    if (gpu.outcome->kernel_ms > 0)
        gpu.gflops = (double)result->report->counters.flops / gpu.outcome->kernel_ms * 1e-6;
    return gpu;
}

void gpu_run_free(GpuRun *gpu)
{
    gpu_free(gpu->job);
}

static json_t *unavailable(const GpuOutcome *outcome)
{
    json_t *object = json_pack("{sbss}", "available", 0, "reason", outcome->reason);
    if (outcome->has_device)
        json_object_set_new(object, "device", json_string(outcome->device.name));
    if (outcome->log && *outcome->log)
        json_object_set_new(object, "log", json_string(outcome->log));
    return object;
}

json_t *gpu_run_json(const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    if (o->problem != GPU_OK)
        return unavailable(o);
    return json_pack("{sbsssfsfsfsIsIsisbsisfsfsfss?}", "available", 1, "device", o->device.name,
                     "compile_ms", o->compile_ms, "kernel_ms", o->kernel_ms, "gflops", gpu->gflops,
                     "different", (json_int_t)gpu->different, "guard_words_changed",
                     (json_int_t)gpu->guard_words_changed, "registers", o->registers, "from_cache",
                     (int)o->is_from_cache, "timed_launches", o->timed_launches, "kernel_least_ms",
                     o->kernel_least_ms, "kernel_most_ms", o->kernel_most_ms, "library_ms",
                     o->library_ms, "library", o->library);
}

void gpu_run_print(const Cli *cli, const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    printf("%s: ", text_get(cli->language, TEXT_GPU));
    if (o->problem != GPU_OK) {
        puts(cli->language == LANGUAGE_EN ? o->reason
                                          : gpu_problem_text(o->problem, cli->language));
        return;
    }
    printf("%s, %.4g ms (%.4g .. %.4g), %.4g GFLOP/s\n  %llu %s %llu %s, %llu %s\n", o->device.name,
           o->kernel_ms, o->kernel_least_ms, o->kernel_most_ms, gpu->gflops,
           (unsigned long long)gpu->different, text_get(cli->language, TEXT_OF),
           (unsigned long long)gpu->elements, text_get(cli->language, TEXT_DIFFERENT),
           (unsigned long long)gpu->guard_words_changed, text_get(cli->language, TEXT_GUARD_WORDS));
}

static json_t *device_object(const GpuDevice *device)
{
    json_t *object = json_pack("{sbss}", "available", 1, "device", device->name);
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"compute_capability_major", device->major},
        {"compute_capability_minor", device->minor},
        {"multiprocessors", device->sm_count},
        {"threads_per_sm", device->threads_per_sm},
        {"threads_per_block", device->threads_per_block},
        {"blocks_per_sm", device->blocks_per_sm},
        {"registers_per_sm", device->registers_per_sm},
        {"shared_per_sm_bytes", device->shared_per_sm_bytes},
        {"shared_per_block_bytes", device->shared_per_block_optin_bytes},
        {"l2_bytes", device->l2_bytes},
        {"memory_bytes", (double)device->memory_bytes},
        {"memory_bus_bits", device->memory_bus_bits},
        {"driver_cuda", device->driver_cuda},
        {"compiler_cuda", device->compiler_cuda},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        json_object_set_new(object, numbers[i].name, json_integer((json_int_t)numbers[i].value));
    json_object_set_new(object, "clock_mhz", json_number(device->clock_mhz));
    json_object_set_new(object, "memory_clock_mhz", json_number(device->memory_clock_mhz));
    return object;
}

json_t *gpu_query_json(Language language)
{
    GpuJob *job = gpu_start_query();
    wait_for(job);
    const GpuOutcome *outcome = gpu_outcome(job);
    json_t *object;
    if (outcome->problem == GPU_OK)
        object = device_object(&outcome->device);
    else
        object = json_pack("{sbss}", "available", 0, "reason",
                           language == LANGUAGE_EN ? outcome->reason
                                                   : gpu_problem_text(outcome->problem, language));
    gpu_free(job);
    return object;
}
