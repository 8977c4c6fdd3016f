/* The window's GPU job. The session's GpuView is the only thing that the two share: an idle view
 * means that the job of before is of no use any more, because the run was replaced or cancelled. */
#include "app/app_gpu.h"

#include "count/grid.h"
#include "gpu/gpu.h"
#include "lang/device_source.h"
#include "probe/agreement.h"
#include "session/total.h"

#include <stdlib.h>

struct AppGpu {
    GpuJob *job;
    Arena *arena;
    const GpuOutcome *outcome;
};

AppGpu *app_gpu_new(void)
{
    AppGpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        abort();
    gpu->arena = arena_new();
    return gpu;
}

static void drop_job(AppGpu *gpu)
{
    gpu_free(gpu->job);
    gpu->job = NULL;
    gpu->outcome = NULL;
    arena_reset(gpu->arena);
}

void app_gpu_free(AppGpu *gpu)
{
    if (!gpu)
        return;
    drop_job(gpu);
    arena_free(gpu->arena);
    free(gpu);
}

static void start_job(AppGpu *gpu, Session *session)
{
    const SessionRun *front = session_front(session);
    GpuView *view = &session->gpu;
    if (!front) {
        view->is_wanted = false;
        return;
    }
    const Run *run = front->run;
    GpuRequest request = {
        .program = run->program,
        .launch = &run->launch,
        .fmad = run->compile.fmad,
        .source = device_source_make(gpu->arena, run->unit, &run->compile, run->program)};
    gpu->job = gpu_start(&request);
    *view = (GpuView){.is_wanted = true,
                      .state = GPU_VIEW_RUNNING,
                      .run = session->front,
                      .launch = &run->launch};
}

/* The emulator's memory after the whole grid, beside the GPU's. */
static void compare(AppGpu *gpu, const SessionRun *run, GpuView *view)
{
    const Launch *launch = &run->run->launch;
    Memory *memory = run->job ? total_job_memory(run->job) : NULL, *own = NULL;
    if (!memory && run->covers_grid) {
        const char *reason;
        Report *report = malloc(report_size(run->run->program, launch));
        memory = own = memory_new(launch, &reason);
        GridOptions options = {.threads = 1};
        if (!own || !report ||
            grid_count(run->run->program, launch, own, &options, report) != GRID_DONE)
            memory = NULL;
        free(report);
    }
    if (memory) {
        Agreement agreement = agreement_compare(gpu->arena, launch, memory, view->arena);
        view->is_compared = true;
        view->scalars = agreement.total;
        view->different = agreement.different;
    }
    memory_free(own);
}

static void take_outcome(AppGpu *gpu, Session *session)
{
    const GpuOutcome *outcome = gpu->outcome = gpu_outcome(gpu->job);
    GpuView *view = &session->gpu;
    view->state = outcome->problem == GPU_OK ? GPU_VIEW_DONE : GPU_VIEW_FAILED;
    view->reason = session->look.language == LANGUAGE_EN && outcome->reason
                       ? outcome->reason
                       : gpu_problem_text(outcome->problem, session->look.language);
    view->device = outcome->has_device ? outcome->device.name : "";
    view->major = outcome->device.major;
    view->minor = outcome->device.minor;
    view->registers = outcome->registers;
    view->compile_ms = outcome->compile_ms;
    view->kernel_ms = outcome->kernel_ms;
    view->is_from_cache = outcome->is_from_cache;
    view->arena = outcome->arena;
}

static int stage_of(const GpuJob *job)
{
    switch (gpu_stage(job)) {
    case GPU_STARTING:
    case GPU_OPENING: return 0;
    case GPU_COMPILING: return 1;
    case GPU_FILLING:
    case GPU_RUNNING: return 2;
    default: return 3;
    }
}

static bool waits_for_total(const AppGpu *gpu, const Session *session)
{
    const GpuView *view = &session->gpu;
    const SessionRun *run = &session->runs[view->run];
    return gpu->outcome && view->state == GPU_VIEW_DONE && view->arena && !view->is_compared &&
           run->job && !run->job_is_over;
}

bool app_gpu_follow(AppGpu *gpu, Session *session)
{
    GpuView *view = &session->gpu;
    if (view->state == GPU_VIEW_IDLE) {
        if (gpu->job)
            drop_job(gpu);
        if (view->is_wanted)
            start_job(gpu, session);
        return view->state != GPU_VIEW_IDLE;
    }
    const SessionRun *run = &session->runs[view->run];
    if (view->state == GPU_VIEW_RUNNING && gpu->job) {
        int stage = view->stage;
        view->stage = stage_of(gpu->job);
        if (!gpu_poll(gpu->job))
            return stage != view->stage;
        take_outcome(gpu, session);
        if (view->arena && (run->covers_grid || run->job_is_over))
            compare(gpu, run, view);
        return true;
    }
    bool was_waiting = view->state == GPU_VIEW_DONE && view->arena && !view->is_compared;
    if (was_waiting && run->job && run->job_is_over)
        compare(gpu, run, view);
    return was_waiting && view->is_compared;
}

bool app_gpu_is_working(const AppGpu *gpu, const Session *session)
{
    return session->gpu.state == GPU_VIEW_RUNNING || waits_for_total(gpu, session) ||
           (session->gpu.state == GPU_VIEW_IDLE && (session->gpu.is_wanted || gpu->job));
}
