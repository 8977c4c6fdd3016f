/* Stopping and forgetting what a GPU has been asked for. */
#ifndef TILESTEP_SESSION_GRID_GPU_VIEW_H
#define TILESTEP_SESSION_GRID_GPU_VIEW_H

#include "session/data/gpu.h"

/* Something goes on that the learner may want to stop. */
bool gpu_view_is_busy(const GpuView *view);
/* Stops it: a run is forgotten, comparing is given up and what the GPU left stays. */
void gpu_view_stop(GpuView *view);
/* Forgets everything. */
void gpu_view_reset(GpuView *view);

#endif
