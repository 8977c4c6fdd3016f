/* Stopping and forgetting what a GPU has been asked for (GpuView). Both end the comparison's
 * thread; the rim ends its own run on the GPU when it sees the state change. */
#pragma once

#include "session/data/gpu.h"

/* Whether something goes on that the learner may want to stop: a run on the GPU, or comparing what
 * it left. */
bool gpu_view_is_busy(const GpuView *view);
/* Stops it: a run is forgotten; comparing is given up, and what the GPU left stays. */
void gpu_view_stop(GpuView *view);
/* Forgets everything, as if nobody had asked; a launch that has been replaced needs that, as what
 * is known of it holds no more. */
void gpu_view_reset(GpuView *view);
