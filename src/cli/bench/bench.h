/* The parts of `tilestep bench`: how fast the emulator and the picture are on this machine. */
#ifndef TILESTEP_CLI_BENCH_BENCH_H
#define TILESTEP_CLI_BENCH_BENCH_H

#include "cli/report/result.h"

enum { BENCH_PAIRS = 4 };

/* A kernel to be timed: a file that is shipped, and what it is opened with. */
typedef struct BenchKernel {
    const char *name, *asset;
    int least, most;                /* n, doubled from one case to the other */
    const char *sizes[BENCH_PAIRS]; /* host variables that are set to n */
    Define defines[BENCH_PAIRS]; /* none: the file has several kernels, and this one has its name */
    bool is_stepwise;            /* all blocks by the machine, not whole: what a timeline costs */
} BenchKernel;

/* Opens it for the size n; NULL with a message. The caller frees it with run_free. */
Run *bench_load(Cli *cli, const BenchKernel *kernel, int n);

/* A case is asked for by its name, or by the beginning of it up to a colon. */
bool bench_is_wanted(const char *name, const char *only);

/* Rounds in order, so that the best is the first and the median in the middle. */
void bench_sort(double *values, int count);

/* The shipped tiled kernel on a square problem with sides of n, in tiles of 16; NULL with a message
 * if it is not there. The caller frees it with run_free. */
Run *bench_tiled(Cli *cli, int n);

/* The "emulator" of the JSON: whole grids by kernel, size and threads. "seconds" is wall time,
 * "cpu_seconds" that of all threads, each the least of several rounds beside its median;
 * "mmadds_per_s" is null where the kernel is no product, and "lanes_per_cpu_s" counts the
 * instructions of all active lanes. Of those cases that --only names, if it was given. NULL with a
 * message, or after Ctrl+C. */
json_t *bench_grids(Cli *cli);

/* The "students" of the JSON: runs of the size that students ask for, on one thread, each as `run`
 * takes it: the file is opened, its grid counted, the result checked. "cpu_seconds" is that of all
 * three in the fastest of several rounds, "read_cpu_seconds", "grid_cpu_seconds" and
 * "check_cpu_seconds" its parts, "check_share" the check's share of it. They take seconds, so only
 * those are run that --only names; their names begin with "student:". NULL with a message, or after
 * Ctrl+C. */
json_t *bench_students(Cli *cli);

/* "emulator" and "students" as above, each case by itself in a process of its own and in turn with
 * the other build that --against names: a row gets "against", the other's row, with "ratio", how
 * many times as fast this build is by CPU time. The names of the cases that the other build does
 * not have are put into "lacking". False with a message, also if it has none of them, or after
 * Ctrl+C. */
bool bench_against(Cli *cli, json_t *result);

/* The "checks" of the JSON: what a check costs in a grid on one thread, "ratio" of CPU time with it
 * and without, the least of some rounds each, beside the medians. NULL with a message, or after
 * Ctrl+C. */
json_t *bench_checks(Cli *cli);

/* The "reading" of the JSON: what it takes to read a file, its host code among it, until its kernel
 * can run ("read_ms"), beside the grid on one thread ("grid_ms"), CPU time, the least of some
 * rounds beside the medians; "ratio" of the two. NULL with a message. */
json_t *bench_reading(Cli *cli);

/* The names of the cases that --only names, [*count] in the arena: those of grids, "tiled:256:1" by
 * kernel, side and threads, and those of students, "student:tiled". */
const char *const *bench_names(Cli *cli, int *count);
const char *const *bench_student_names(Cli *cli, int *count);

/* The "frame_ms" of the JSON, painting and making the picture together, without showing it. "heavy"
 * is the most that is ever painted, with slanted arrows all over it that are elsewhere in every
 * frame; where only they moved, what lies under them is copied from memory (scene/paint/repaint.c).
 * "step" is a step in the tiled kernel at 64 x 64, far from the one before; "play" the frames of
 * playing it. Milliseconds; the caller gives the array up with json_decref. */
json_t *bench_frames(Cli *cli);

#endif
