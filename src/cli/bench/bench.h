/* The parts of `tilestep bench`. */
#ifndef TILESTEP_CLI_BENCH_BENCH_H
#define TILESTEP_CLI_BENCH_BENCH_H

#include "cli/report/result.h"

/* The shipped tiled kernel on a square problem; NULL with a message if it is not there. */
Run *bench_tiled(Cli *cli, int n);

/* The "frame_ms" of the JSON, painting and making the picture together, without showing it. "heavy" is
 * the most that is ever painted, with slanted arrows all over it that are elsewhere in every frame;
 * where only they moved, what lies under them is copied from memory (scene/repaint.c). "step" is a
 * step in the tiled kernel at 64 x 64, far from the one before; "play" the frames of playing it. */
json_t *bench_frames(Cli *cli);

#endif
