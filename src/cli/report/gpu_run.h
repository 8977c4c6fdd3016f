/* The same launch on this machine's GPU, beside the emulator's result. */
#ifndef TILESTEP_CLI_REPORT_GPU_RUN_H
#define TILESTEP_CLI_REPORT_GPU_RUN_H

#include "cli/report/result.h"
#include "gpu/gpu.h"
#include "probe/checks/launches.h"
#include "probe/models/roofline.h"

typedef struct GpuRun {
    const Result *result;
    GpuJob *job; /* owns outcome */
    const GpuOutcome *outcome;
    Launches launches;        /* count 0 if the GPU left no memory */
    double gflops;            /* counted operations over kernel time; 0 if not timed */
    const DeviceModel *model; /* of the device; NULL if it gave too little to make one */
    Roofline roofline;        /* with model */
} GpuRun;

/* Runs as the options say and compares; waits for the end, Ctrl+C cancels. false with a message if
 * an option is no use. Freed with gpu_run_free in either case; texts live in the run's arena. */
bool gpu_run(const Cli *cli, const Result *result, GpuRun *gpu);
void gpu_run_free(GpuRun *gpu);

json_t *gpu_run_json(const GpuRun *gpu);
void gpu_run_print(const Cli *cli, const GpuRun *gpu);

/* Asks for the device alone: {"available": true, "device": ...} or why not. */
json_t *gpu_query_json(Language language);

#endif
