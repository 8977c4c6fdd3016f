/* A GPU run: the request from the options and the loaded kernel, then the two memories and the two
 * speeds beside each other. */
#include "cli/gpu_run.h"
#include "cli/progress.h"

#include "lang/device_source.h"

#include <string.h>
#include <time.h>

enum { REPEATS_MOST = 10000, TIMEOUT_MOST_S = 3600, CHECK_LIMIT_BYTES = 1 << 28 };

static void wait_for(GpuJob *job)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    while (!gpu_poll(job)) {
        if (progress_is_cancelled())
            gpu_cancel(job);
        nanosleep(&pause, NULL);
    }
}

static bool read_options(const CliOptions *options, GpuRequest *request)
{
    uint64_t repeats = 0, timeout_s = 0;
    const char *text = options->gpu_repeats;
    if (text && !options_number(text, 0, REPEATS_MOST, &repeats)) {
        cli_error("--gpu-repeats wants a number from 0 to %d, not '%s'", REPEATS_MOST, text);
        return false;
    }
    request->repeats = text ? repeats ? (int)repeats : -1 : 0;
    text = options->gpu_timeout;
    if (text && !options_number(text, 1, TIMEOUT_MOST_S, &timeout_s)) {
        cli_error("--gpu-timeout wants seconds from 1 to %d, not '%s'", TIMEOUT_MOST_S, text);
        return false;
    }
    request->timeout_s = (double)timeout_s;
    request->unoptimised = options->gpu_unoptimised;
    request->separate = options->gpu_separate;
    return true;
}

static GpuRequest request_for(const Result *result)
{
    const Run *run = result->run;
    GpuRequest request = {
        .program = run->program,
        .launch = &run->launch,
        .fmad = run->compile.fmad,
        .source = device_source_make(run->arena, run->unit, &run->compile, run->program)};
    if (result->check.reference == REFERENCE_MATMUL) {
        request.m = result->check.m;
        request.k = result->check.k;
        request.n = result->check.n;
    }
    return request;
}

/* The reference check on what the GPU left, in a Memory that holds just that. */
static CheckResult check_gpu(const Result *result, const uint8_t *bytes)
{
    const Run *run = result->run;
    const char *reason;
    CheckResult check = {.reference = REFERENCE_NONE};
    if (result->check.reference == REFERENCE_NONE || run->launch.arena_bytes > CHECK_LIMIT_BYTES)
        return check;
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        return check;
    memcpy(memory_write(memory, 0, run->launch.arena_bytes), bytes, run->launch.arena_bytes);
    check = check_result(run->arena, run->program, &run->launch, memory, result->report);
    memory_free(memory);
    return check;
}

static void compare_memories(GpuRun *gpu, const uint8_t *bytes)
{
    const Result *result = gpu->result;
    gpu->agreement =
        agreement_compare(result->run->arena, &result->run->launch, result->memory, bytes);
    gpu->check = check_gpu(result, bytes);
}

static void find_model(GpuRun *gpu, Arena *arena)
{
    DeviceTable table;
    const char *reason, *text = gpu_device_text(arena, &gpu->outcome->device);
    if (device_table_parse(arena, text, strlen(text), &table, &reason) && table.count == 1)
        gpu->model = &table.models[0];
}

static void compare_speeds(GpuRun *gpu, Arena *arena)
{
    const Counters *counters = &gpu->result->report->counters;
    double seconds = gpu->outcome->kernel_ms / 1e3;
    if (seconds > 0)
        gpu->gflops = (double)counters->flops / seconds * 1e-9;
    find_model(gpu, arena);
    if (gpu->model)
        gpu->roofline = roofline_compute(gpu->model, (double)counters->flops,
                                         (double)counters->global_load.bytes, seconds);
}

bool gpu_run(const Cli *cli, const Result *result, GpuRun *gpu)
{
    Arena *arena = result->run->arena;
    GpuRequest request = request_for(result);
    if (!read_options(cli->options, &request))
        return false;
    *gpu = (GpuRun){.result = result, .job = gpu_start(&request)};
    wait_for(gpu->job);
    gpu->outcome = gpu_outcome(gpu->job);
    if (gpu->outcome->arena)
        compare_memories(gpu, gpu->outcome->arena);
    compare_speeds(gpu, arena);
    return true;
}

void gpu_run_free(GpuRun *gpu)
{
    gpu_free(gpu->job);
}
