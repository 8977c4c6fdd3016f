/* The same launch on this machine's GPU, beside the emulator's result: its memory compared element
 * by element, its time beside the operations that were counted. */
#pragma once

#include "cli/report/result.h"
#include "gpu/gpu.h"
#include "probe/checks/launches.h"
#include "probe/models/roofline.h"

typedef struct GpuRun {
    const Result *result; /* the emulator's */
    GpuJob *job;          /* owns outcome */
    const GpuOutcome *outcome;
    Launches launches;        /* count 0 if the GPU left no memory */
    double gflops;            /* counted operations over kernel time; 0 if not timed */
    const DeviceModel *model; /* of the device; NULL if it gave too little to make one */
    Roofline roofline;        /* with model: where the kernel stands under the device's roof */
} GpuRun;

/* Runs as the options say and compares; waits for the end, Ctrl+C cancels. *gpu is {0} before.
 * false with a message if an option is no use; that there is no GPU, or that it failed, is an
 * outcome like any other. Freed with gpu_run_free in either case; texts live in the run's arena,
 * and the result must outlive it. */
bool gpu_run(const Cli *cli, const Result *result, GpuRun *gpu);
/* Ends the job, and with it the outcome. */
void gpu_run_free(GpuRun *gpu);

/* The "gpu" of `run --json`, which the caller gives up; and the same in lines on stdout. */
json_t *gpu_run_json(const GpuRun *gpu);
void gpu_run_print(const Cli *cli, const GpuRun *gpu);

/* Asks for the device alone, running nothing: {"available": true, "device": ...} or why not. */
json_t *gpu_query_json(Language language);
