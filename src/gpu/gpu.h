/* A real GPU runs a Launch: the learner's own source, compiled by NVRTC, with the same arena.
 *
 * Everything CUDA happens in a child process (this program again, with GPU_CHILD_ARGUMENT), so a
 * kernel that hangs, traps or corrupts ends the child and becomes a reason; the caller never blocks
 * and never touches CUDA. libcuda and libnvrtc are looked for when a job starts, so the program
 * starts on any machine. Where the CUDA headers were not there at build time the same functions
 * answer with that as the reason (gpu_none.c). A job is for one thread.
 *
 * All buffers of the launch lie in one allocation with the guard bands and fill of launch_fill, at
 * the same offsets as in the emulator. __device__ and __constant__ variables are the exception:
 * on a GPU they live where the loader puts them; they are filled from, and copied back to, their
 * place in the arena, but an access outside them hits something else than in the emulator.
 */
#pragma once

#include "base/language.h"
#include "program/device_source.h"
#include "vm/launch.h"

/* PROBLEM(name, English, Chinese): why there is no result, in a line. */
typedef enum GpuProblem {
    GPU_OK,
#define PROBLEM(name, english, chinese) GPU_##name,
#include "gpu/problem.def"
    GPU_PROBLEM_COUNT
} GpuProblem;

/* The line, without a full stop; "" for GPU_OK. It lives for ever. */
const char *gpu_problem_text(GpuProblem problem, Language language);

enum { GPU_NAME_BYTES = 256 };

/* The device's own properties, as the driver tells them (cuDeviceGetAttribute); 0 where it does
 * not. What they are for: probe/models/device.h. */
typedef struct GpuDevice {
    char name[GPU_NAME_BYTES];
    int32_t major, minor; /* compute capability */
    int32_t sm_count, threads_per_sm, threads_per_block, blocks_per_sm;
    int32_t registers_per_sm, registers_per_block;
    int32_t shared_per_sm_bytes, shared_per_block_bytes, shared_per_block_optin_bytes;
    int32_t shared_reserved_per_block_bytes;
    double clock_mhz, memory_clock_mhz;
    int32_t memory_bus_bits, l2_bytes;
    uint64_t memory_bytes;
    int32_t driver_cuda;   /* CUDA version the driver supports, 13000 for 13.0 */
    int32_t compiler_cuda; /* that of NVRTC; 0 if there is none */
} GpuDevice;

/* The device as text in the arena, in the form of assets/devices.txt. */
const char *gpu_device_text(Arena *arena, const GpuDevice *device);

/* What to run. Everything pointed at is copied when the job starts. */
typedef struct GpuRequest {
    const DeviceSource *source; /* the kernel's text (room device) */
    const Program *program;     /* the same kernel, for the types of its parameters */
    const Launch *launch;       /* laid out (launch_layout) */
    bool fmad;                  /* products and sums may be fused: NVRTC's --fmad */
    bool unoptimised; /* as compilers do for debugging: every access of the source is executed */
    bool separate; /* every buffer in an allocation of its own, without guards, for tools that watch
                      for accesses outside allocations */
    int launches;  /* whose result counts, each from the same initial bytes: 0 means 1 */
    int repeats;   /* timed launches after them: 0 means 20, negative means none */
    double timeout_s;       /* the longest one launch may take: 0 means 10 */
    int64_t m, k, n;        /* if all are positive: time the library's product of this size, too, */
    ScalarType factor, sum; /* of factors and with a result that have these elements */
} GpuRequest;

/* How far a job has come, in this order; what is not asked for is left out. */
typedef enum GpuStage {
    GPU_STARTING,
    GPU_OPENING, /* driver, device */
    GPU_COMPILING,
    GPU_FILLING, /* arena to the device */
    GPU_RUNNING, /* the launch whose result counts */
    GPU_TIMING,
    GPU_LIBRARY,
    GPU_ENDED
} GpuStage;

/* What a job left. Texts and bytes live as long as the job. With a problem in a later stage, what
 * was known before is there all the same: the result of a launch whose timing failed, say. */
typedef struct GpuOutcome {
    GpuProblem problem;
    const char *reason; /* what happened and what to do, in English; NULL if GPU_OK */
    bool has_device;
    GpuDevice device;
    const uint8_t *arena; /* final bytes, launch.arena_bytes of them; NULL if it did not run */
    int launch_count; /* launches that left their bytes, stride_bytes apart, the first at arena */
    uint64_t stride_bytes;
    double compile_ms;
    bool is_from_cache; /* compiled earlier: compile_ms is the time to read it */
    double kernel_ms;   /* median of timed_launches, by the device's clock; 0 if none */
    double kernel_least_ms, kernel_most_ms;
    int timed_launches;
    int registers;   /* per thread */
    int local_bytes; /* per thread */
    int static_shared_bytes;
    double library_ms;   /* cuBLAS on the same product; 0 if not asked for or not there */
    const char *library; /* its name, or why there is none; NULL if not asked for */
    const char *log;     /* the compiler's messages, places as in the file; "" if none */
    const char *printed; /* what the kernel printed */
} GpuOutcome;

typedef struct GpuJob GpuJob;

/* The most launches (GpuRequest.launches) whose final bytes a job can keep, 100 or a GiB; at least
 * 1. */
int gpu_launches_most(const Launch *launch);

/* Start a job, freed with gpu_free: what device there is, or a launch. It runs by itself. Never
 * NULL; a job that cannot start has ended, with its reason in the outcome. The thread that starts a
 * job must live as long as the job: the child dies with it. */
GpuJob *gpu_start_query(void);
GpuJob *gpu_start(const GpuRequest *request);

/* True once the job has ended; cheap and never waits. Call it now and then: it also notices a
 * launch that takes too long. */
bool gpu_poll(GpuJob *job);

/* The stage that the job is in now, told without gpu_poll. */
GpuStage gpu_stage(const GpuJob *job);

/* Polls until the job has ended: the one call that waits, besides gpu_free. */
void gpu_wait(GpuJob *job);

/* Kills the child, if the job has not ended by itself: soon gpu_poll tells that it has ended, with
 * GPU_CANCELLED. */
void gpu_cancel(GpuJob *job);

/* The outcome of a job that has ended; lives as long as the job. */
const GpuOutcome *gpu_outcome(const GpuJob *job);

/* Cancels the job if need be, waits for its end (3 seconds at most) and frees it. NULL is
 * allowed. */
void gpu_free(GpuJob *job);

/* main's first question: is this process a job's child? If so its exit status is that of
 * gpu_child_main, which does the job and needs nothing else of the program. */
#define GPU_CHILD_ARGUMENT "__gpu-child"
bool gpu_is_child(int argc, char **argv);
int gpu_child_main(void);
