/* No CUDA headers when this was built: every job has ended at once, with that as the reason. */
#include "gpu/gpu.h"

#include <stdlib.h>

struct GpuJob {
    GpuOutcome outcome;
};

int gpu_launches_most(const Launch *launch)
{
    (void)launch;
    return 1;
}

GpuJob *gpu_start_query(void)
{
    static GpuJob job = {
        .outcome = {.problem = GPU_NOT_BUILT,
                    .reason = "this tilestep was built without the CUDA toolkit's headers; install "
                              "them (for example the package nvidia-cuda-toolkit) and build again",
                    .log = "",
                    .printed = ""}};
    return &job;
}

GpuJob *gpu_start(const GpuRequest *request)
{
    (void)request;
    return gpu_start_query();
}

bool gpu_poll(GpuJob *job)
{
    (void)job;
    return true;
}

GpuStage gpu_stage(const GpuJob *job)
{
    (void)job;
    return GPU_ENDED;
}

void gpu_wait(GpuJob *job)
{
    (void)job;
}

void gpu_cancel(GpuJob *job)
{
    (void)job;
}

const GpuOutcome *gpu_outcome(const GpuJob *job)
{
    return &job->outcome;
}

void gpu_free(GpuJob *job)
{
    (void)job;
}

bool gpu_is_child(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return false;
}

int gpu_child_main(void)
{
    return EXIT_FAILURE;
}
