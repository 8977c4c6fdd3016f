/* The parts of `tilestep bench`: how fast the emulator and the picture are on this machine. */
#ifndef TILESTEP_CLI_BENCH_BENCH_H
#define TILESTEP_CLI_BENCH_BENCH_H

#include "cli/report/result.h"

/* The shipped tiled kernel on a square problem with sides of n, in tiles of 16; NULL with a message
 * if it is not there. The caller frees it with run_free. */
Run *bench_tiled(Cli *cli, int n);

/* The "emulator" of the JSON: whole grids by kernel, size and threads. "seconds" is wall time,
 * "cpu_seconds" that of all threads, each the least of several rounds beside its median;
 * "mmadds_per_s" is null where the kernel is no product, and "lanes_per_cpu_s" counts the
 * instructions of all active lanes. Of those cases that --only names, if it was given. NULL with a
 * message, or after Ctrl+C. */
json_t *bench_grids(Cli *cli);

/* The same, each case by itself in a process of its own and in turn with the other build that
 * --against names: a row gets "against", the other's row, with "ratio", how many times as fast this
 * build is by CPU time. */
json_t *bench_against(Cli *cli);

/* The "checks" of the JSON: what a check costs in a grid on one thread, "ratio" of CPU time with it
 * and without. NULL with a message, or after Ctrl+C. */
json_t *bench_checks(Cli *cli);

/* The "reading" of the JSON: what it takes to read a file, its host code among it, until its kernel
 * can run ("read_ms"), beside the grid on one thread ("grid_ms"), CPU time, the least of some
 * rounds; "ratio" of the two. NULL with a message. */
json_t *bench_reading(Cli *cli);

/* The names of these cases, "tiled:256:1" by kernel, side and threads, [*count] in the arena; with
 * a message if there are none. */
const char *const *bench_names(Cli *cli, int *count);

/* The "frame_ms" of the JSON, painting and making the picture together, without showing it. "heavy"
 * is the most that is ever painted, with slanted arrows all over it that are elsewhere in every
 * frame; where only they moved, what lies under them is copied from memory (scene/paint/repaint.c).
 * "step" is a step in the tiled kernel at 64 x 64, far from the one before; "play" the frames of
 * playing it. Milliseconds; the caller gives the array up with json_decref. */
json_t *bench_frames(Cli *cli);

#endif
