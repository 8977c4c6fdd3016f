/* A GPU run: the request from the options and the loaded kernel, then the two memories and the two
 * speeds beside each other. */
#include "cli/report/gpu_run.h"
#include "cli/terminal/progress.h"

#include "device/source.h"

#include <string.h>
#include <time.h>

enum { REPEATS_MOST = 10000, TIMEOUT_MOST_S = 3600 };

static void wait_for(GpuJob *job)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    while (!gpu_poll(job)) {
        if (progress_is_cancelled())
            gpu_cancel(job);
        nanosleep(&pause, NULL);
    }
}

/* By the option, or as often as the findings make sense of. */
static bool choose_launches(const CliOptions *options, const Result *result, GpuRequest *request)
{
    uint64_t launches = launches_cause(result->report) ? LAUNCHES_WHEN_RACING : 1;
    int most = gpu_launches_most(request->launch);
    if (options->launches && !options_number(options->launches, 1, (uint64_t)most, &launches)) {
        cli_error("--launches wants a number from 1 to %d with buffers of this size, not '%s'",
                  most, options->launches);
        return false;
    }
    request->launches = launches < (uint64_t)most ? (int)launches : most;
    return true;
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
        request.factor = run->launch.buffers[result->check.left].type;
        request.sum = run->launch.buffers[result->check.output].type;
    }
    return request;
}

static void compare_memories(GpuRun *gpu)
{
    const Result *result = gpu->result;
    const GpuOutcome *outcome = gpu->outcome;
    LaunchesInput input = {.program = result->run->program,
                           .launch = &result->run->launch,
                           .memory = result->memory,
                           .report = result->report,
                           .check = &result->check,
                           .arenas = outcome->arena,
                           .stride_bytes = outcome->stride_bytes,
                           .count = outcome->launch_count};
    launches_compare(result->run->arena, &input, &gpu->launches);
}

static void find_model(GpuRun *gpu, Arena *arena)
{
    DeviceTable table;
    const char *text = gpu_device_text(arena, &gpu->outcome->device);
    const Phrase *reason;
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
    if (!gpu->model)
        return;
    gpu->roofline = roofline_compute(gpu->model, (double)counters->flops,
                                     (double)counters->global_load.bytes, seconds);
    roofline_set_useful(&gpu->roofline, (double)counters->flops, (double)counters->useful_flops);
}

bool gpu_run(const Cli *cli, const Result *result, GpuRun *gpu)
{
    Arena *arena = result->run->arena;
    GpuRequest request = request_for(result);
    if (!read_options(cli->options, &request) || !choose_launches(cli->options, result, &request))
        return false;
    *gpu = (GpuRun){.result = result, .job = gpu_start(&request)};
    wait_for(gpu->job);
    gpu->outcome = gpu_outcome(gpu->job);
    if (gpu->outcome->arena)
        compare_memories(gpu);
    compare_speeds(gpu, arena);
    return true;
}

void gpu_run_free(GpuRun *gpu)
{
    gpu_free(gpu->job);
}
