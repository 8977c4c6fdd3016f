/* AppGpu: starts the front run on the GPU when the learner asks for it, and puts what comes of it
 * into session->gpu (session/data/gpu.h). Never waits: the GPU is used by a process of its own. */
#pragma once

#include "session/data/session_type.h"

typedef struct AppGpu AppGpu;

/* One for a window. It owns what the session's GpuView points to, and so must outlive the
 * session. */
AppGpu *app_gpu_new(void);
/* Ends a run under way. NULL is allowed. */
void app_gpu_free(AppGpu *gpu);

/* Starts, polls or cancels, as session->gpu says; true if anything that can be seen has changed. To
 * be called at every tick. The model of the device that ran it is added to the session's. */
bool app_gpu_follow(AppGpu *gpu, Session *session);
/* Whether it should be followed now and then, though nothing moves. */
bool app_gpu_is_working(const AppGpu *gpu, const Session *session);
