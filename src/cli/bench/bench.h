/* The parts of `tilestep bench`: how fast the emulator and the picture are on this machine. */
#ifndef TILESTEP_CLI_BENCH_BENCH_H
#define TILESTEP_CLI_BENCH_BENCH_H

#include "cli/report/result.h"

/* The shipped tiled kernel on a square problem with sides of n, in tiles of 16; NULL with a message
 * if it is not there. The caller frees it with run_free. */
Run *bench_tiled(Cli *cli, int n);

/* The "frame_ms" of the JSON, painting and making the picture together, without showing it. "heavy"
 * is the most that is ever painted, with slanted arrows all over it that are elsewhere in every
 * frame; where only they moved, what lies under them is copied from memory (scene/paint/repaint.c).
 * "step" is a step in the tiled kernel at 64 x 64, far from the one before; "play" the frames of
 * playing it. Milliseconds; the caller gives the array up with json_decref. */
json_t *bench_frames(Cli *cli);

#endif
