/* Freeing the comparison ends its thread. */
#include "session/grid/gpu_view.h"

#include "session/grid/comparison.h"

static bool is_comparing(const GpuView *view)
{
    return view->state != GPU_VIEW_IDLE && view->arena &&
           (view->comparing == GPU_COMPARING || view->comparing == GPU_COMPARING_WAITS);
}

bool gpu_view_is_busy(const GpuView *view)
{
    return view->state == GPU_VIEW_RUNNING || is_comparing(view);
}

void gpu_view_reset(GpuView *view)
{
    job_free(view->comparison);
    *view = (GpuView){0};
}

void gpu_view_stop(GpuView *view)
{
    if (!is_comparing(view)) {
        gpu_view_reset(view);
        return;
    }
    job_free(view->comparison);
    view->comparison = NULL;
    view->comparing = GPU_COMPARING_STOPPED;
}
