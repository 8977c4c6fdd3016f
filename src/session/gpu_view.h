/* GpuView: what the window knows of the same launch on a real GPU. A plain value that the rim fills
 * in; the session carries it, the view draws it, and neither knows of a driver. */
#ifndef TILESTEP_SESSION_GPU_VIEW_H
#define TILESTEP_SESSION_GPU_VIEW_H

#include <stdbool.h>
#include <stdint.h>

typedef enum GpuState {
    GPU_VIEW_IDLE, /* nobody has asked */
    GPU_VIEW_RUNNING,
    GPU_VIEW_DONE,
    GPU_VIEW_FAILED
} GpuState;

typedef struct GpuView {
    bool is_wanted; /* the learner asks for a run, or for its end */
    GpuState state;
    int run;            /* the session's run that it belongs to */
    const void *launch; /* of that run, to notice that it has been replaced */
    int stage;          /* RUNNING: 1 opening, 2 compiling, 3 running, 4 timing */
    const char *reason; /* FAILED */
    const char *device;
    int major, minor, registers;
    double compile_ms, kernel_ms;
    bool is_from_cache;
    bool is_compared; /* with the emulator's memory at its end */
    uint64_t scalars, different;
    const uint8_t *arena; /* the GPU's final memory, laid out as the launch says; or NULL */
} GpuView;

#endif
