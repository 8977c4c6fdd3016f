/* The window's GPU job. The session's GpuView is the only thing that the two share: an idle view
 * means that the job of before is of no use any more, because the run was replaced or cancelled.
 * Nothing here takes longer than a frame: the job is a process, comparing is a thread. */
#include "app/app_gpu.h"
#include "session/data/session_data.h"

#include "device/source.h"
#include "gpu/gpu.h"
#include "session/grid/comparison.h"
#include "session/grid/gpu_view.h"
#include "session/grid/total.h"

#include <stdlib.h>
#include <string.h>

struct AppGpu {
    GpuJob *job;
    Arena *arena, *models;     /* arena: of this job; models: as long as the window */
    int launches;              /* that the job was asked for */
    const GpuOutcome *outcome; /* of a job that has ended */
};

AppGpu *app_gpu_new(void)
{
    AppGpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        abort();
    gpu->arena = arena_new();
    gpu->models = arena_new();
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
    arena_free(gpu->models);
    free(gpu);
}

/* Several launches where the findings say that they may differ. */
static int launches_for(const SessionRun *front)
{
    int count, most = gpu_launches_most(&front->run->launch);
    const Finding *findings = session_findings(front, &count);
    int wanted = launches_cause_in(findings, count) ? LAUNCHES_WHEN_RACING : 1;
    return wanted < most ? wanted : most;
}

static void start_job(AppGpu *gpu, GpuView *view, const SessionRun *slot, int index)
{
    const Run *run = slot->run;
    gpu->launches = launches_for(slot);
    GpuRequest request = {
        .program = run->program,
        .launch = &run->launch,
        .fmad = run->compile.fmad,
        .launches = gpu->launches,
        .source = device_source_make(gpu->arena, run->unit, &run->compile, run->program)};
    const CheckResult *check = slot->check;
    if (check && check->reference == REFERENCE_MATMUL) {
        request.m = check->m;
        request.k = check->k;
        request.n = check->n;
        request.factor = run->launch.buffers[check->left].type;
        request.sum = run->launch.buffers[check->output].type;
    }
    gpu->job = gpu_start(&request);
    *view = (GpuView){.is_wanted = true,
                      .state = GPU_VIEW_RUNNING,
                      .run = index,
                      .launch = &run->launch,
                      .factor = request.factor,
                      .sum = request.sum};
}

/* Once the grid has been counted, or counting is quick enough to be done beside comparing. */
static bool begin_comparing(AppGpu *gpu, const SessionRun *run, GpuView *view)
{
    if (!run->covers_grid && !run->job_is_over)
        return false;
    Memory *memory = run->job ? total_job_memory(run->job) : NULL;
    LaunchesInput input = {.program = run->run->program,
                           .launch = &run->run->launch,
                           .memory = memory,
                           .report = run->total,
                           .arenas = view->arena,
                           .stride_bytes = gpu->outcome->stride_bytes,
                           .count = gpu->outcome->launch_count};
    if (memory || run->covers_grid)
        view->comparison = comparison_start(&input);
    view->comparing = view->comparison ? GPU_COMPARING : GPU_COMPARING_NEVER;
    return true;
}

/* One launch says little where a race was found after it: then it is launched anew, as often as it
 * would have been. */
static bool launch_again(AppGpu *gpu, const SessionRun *run, GpuView *view)
{
    bool is_counted = run->covers_grid || run->job_is_over;
    if (!is_counted || launches_for(run) <= gpu->launches)
        return false;
    int index = view->run;
    drop_job(gpu);
    gpu_view_reset(view);
    start_job(gpu, view, run, index);
    return true;
}

static bool follow_comparing(AppGpu *gpu, const SessionRun *run, GpuView *view)
{
    if (!view->arena || !gpu->outcome)
        return false;
    if (view->comparing == GPU_COMPARING_WAITS)
        return launch_again(gpu, run, view) || begin_comparing(gpu, run, view);
    if (view->comparing != GPU_COMPARING)
        return false;
    double before = view->compared;
    view->compared = comparison_progress(view->comparison);
    if (!comparison_poll(view->comparison, &view->launches))
        return view->compared != before;
    view->comparing = view->launches ? GPU_COMPARED : GPU_COMPARING_NEVER;
    return true;
}

/* Roofline and occupancy become those of the device that ran it, by its own properties. */
static void choose_device(AppGpu *gpu, Session *session, const GpuDevice *device)
{
    DeviceTable own;
    const char *text = gpu_device_text(gpu->models, device);
    const Phrase *reason;
    if (device_table_parse(gpu->models, text, strlen(text), &own, &reason) && own.count == 1)
        session->model.devices = device_table_with(gpu->models, session->model.devices, own.models,
                                                   &session->model.device);
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
    view->library_ms = outcome->library_ms;
    view->library = outcome->library;
    view->is_from_cache = outcome->is_from_cache;
    view->arena = outcome->arena;
    if (outcome->has_device)
        choose_device(gpu, session, &outcome->device);
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

bool app_gpu_follow(AppGpu *gpu, Session *session)
{
    GpuView *view = &session->gpu;
    if (view->state == GPU_VIEW_IDLE) {
        if (gpu->job)
            drop_job(gpu);
        view->is_wanted &= session_front(session) != NULL;
        if (view->is_wanted)
            start_job(gpu, view, session_front(session), session->front);
        return view->state != GPU_VIEW_IDLE;
    }
    if (view->state == GPU_VIEW_RUNNING && gpu->job) {
        int stage = view->stage;
        view->stage = stage_of(gpu->job);
        if (!gpu_poll(gpu->job))
            return stage != view->stage;
        take_outcome(gpu, session);
        return true;
    }
    return follow_comparing(gpu, &session->runs[view->run], view);
}

bool app_gpu_is_working(const AppGpu *gpu, const Session *session)
{
    return gpu_view_is_busy(&session->gpu) ||
           (session->gpu.state == GPU_VIEW_IDLE && (session->gpu.is_wanted || gpu->job));
}
