/* The same launch on this machine's GPU, beside the emulator's result. */
#ifndef TILESTEP_CLI_GPU_RUN_H
#define TILESTEP_CLI_GPU_RUN_H

#include "cli/result.h"
#include "gpu/gpu.h"

typedef struct GpuRun {
    GpuJob *job; /* owns outcome */
    const GpuOutcome *outcome;
    uint64_t elements;            /* of all buffers */
    uint64_t different;           /* of them, from the emulator's */
    uint64_t guard_words_changed; /* between the buffers */
    double gflops;                /* counted operations over kernel time; 0 if not timed */
} GpuRun;

/* Runs and compares; waits for the end, Ctrl+C cancels. Freed with gpu_run_free. */
GpuRun gpu_run(const Result *result);
void gpu_run_free(GpuRun *gpu);

json_t *gpu_run_json(const GpuRun *gpu);
void gpu_run_print(const Cli *cli, const GpuRun *gpu);

/* Asks for the device alone: {"available": true, "device": ...} or why not. */
json_t *gpu_query_json(Language language);

#endif
