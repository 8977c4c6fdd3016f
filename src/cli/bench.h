/* The parts of `tilestep bench`. */
#ifndef TILESTEP_CLI_BENCH_H
#define TILESTEP_CLI_BENCH_H

#include "cli/result.h"

/* The shipped tiled kernel on a square problem; NULL with a message if it is not there. */
Run *bench_tiled(Cli *cli, int n);

/* The "frame_ms" of the JSON: "heavy" is the most that is ever painted, "step" what the window does
 * when a step is taken in the tiled kernel at 64 x 64, picture and paint together. */
json_t *bench_frames(Cli *cli);

#endif
