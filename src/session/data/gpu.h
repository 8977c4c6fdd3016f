/* GpuView: what the window knows of the same launch on a real GPU. The rim (app) fills it in, the
 * session carries it and owns the comparison, the view draws it, and neither of them knows of a
 * driver. What its pointers lead to belongs to the rim, which keeps it until gpu_view_reset, unless
 * told otherwise. */
#pragma once

#include "probe/checks/launches.h"

typedef enum GpuState {
    GPU_VIEW_IDLE, /* nobody has asked */
    GPU_VIEW_RUNNING,
    GPU_VIEW_DONE,  /* arena and what was measured are there */
    GPU_VIEW_FAILED /* reason says why */
} GpuState;

/* Comparing what the GPU left with the emulator's memory, once there is an arena. */
typedef enum GpuComparing {
    GPU_COMPARING_WAITS,   /* for the count of the whole grid */
    GPU_COMPARING,         /* on a thread of its own */
    GPU_COMPARED,          /* launches is there */
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
    const char *reason; /* FAILED: why, in one line */
    const char *device; /* name of the GPU; NULL until it has answered, "" if there is none */
    int major, minor;   /* its compute capability */
    int registers;      /* a thread, as its compiler says; 0: not known */
    double compile_ms, kernel_ms;
    double library_ms;      /* of the library's product of the same matrices; 0: none was timed */
    const char *library;    /* "cuBLAS 13.1"; NULL with library_ms 0 */
    ScalarType factor, sum; /* elements that it multiplied, and of its result */
    bool is_from_cache;     /* the compiled kernel was kept from an earlier run */
    const uint8_t *arena; /* the GPU's memory after the first launch, laid out as the launch says */
    GpuComparing comparing;
    double compared;          /* share 0..1 of the comparison that is done */
    Comparison *comparison;   /* owned; NULL if the rim compares by itself */
    const Launches *launches; /* COMPARED: what came out; lives as long as the comparison */
} GpuView;
