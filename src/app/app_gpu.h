/* AppGpu: starts the front run on the GPU when the learner asks for it, and puts what comes of it
 * into the session. Never waits. */
#ifndef TILESTEP_APP_APP_GPU_H
#define TILESTEP_APP_APP_GPU_H

#include "session/session.h"

typedef struct AppGpu AppGpu;

AppGpu *app_gpu_new(void);
/* NULL is allowed. */
void app_gpu_free(AppGpu *gpu);

/* Starts, polls or cancels; true if anything that can be seen has changed. */
bool app_gpu_follow(AppGpu *gpu, Session *session);
/* It should be followed now and then. */
bool app_gpu_is_working(const AppGpu *gpu, const Session *session);

#endif
