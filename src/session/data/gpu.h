/* GpuView: what the window knows of the same launch on a real GPU. The rim fills it in, the session
 * carries it and owns the comparison, the view draws it, and neither of them knows of a driver. */
#ifndef TILESTEP_SESSION_DATA_GPU_H
#define TILESTEP_SESSION_DATA_GPU_H

#include "probe/checks/launches.h"

typedef enum GpuState {
    GPU_VIEW_IDLE, /* nobody has asked */
    GPU_VIEW_RUNNING,
    GPU_VIEW_DONE,
    GPU_VIEW_FAILED
} GpuState;

/* Comparing what the GPU left with the emulator's memory, once there is an arena. */
typedef enum GpuComparing {
    GPU_COMPARING_WAITS, /* for the count of the whole grid */
    GPU_COMPARING,
    GPU_COMPARED,          /* launches */
    GPU_COMPARING_STOPPED, /* by the learner */
    GPU_COMPARING_NEVER    /* the grid is too large to emulate */
} GpuComparing;

typedef struct Comparison Comparison; /* grid/comparison.h */

typedef struct GpuView {
    bool is_wanted; /* the learner asks for a run, or for its end */
    GpuState state;
    int run;            /* the session's run that it belongs to */
    const void *launch; /* of that run, to notice that it has been replaced */
    int stage;          /* RUNNING: 0 opening, 1 compiling, 2 running, 3 timing */
    const char *reason; /* FAILED */
    const char *device;
    int major, minor, registers;
    double compile_ms, kernel_ms;
    bool is_from_cache;
    const uint8_t *arena; /* the GPU's memory after the first launch, laid out as the launch says */
    GpuComparing comparing;
    double compared;        /* 0..1 */
    Comparison *comparison; /* owned; NULL if the rim compares by itself */
    const Launches *launches;
} GpuView;

#endif
