/* SameStep: where a run stands after an edit of its kernel: at the same instruction of the same warp,
 * for the same how-many-th time in its block.
 *
 * Both programs must come from the same text, of which barriers, guards or lines may be left out. An
 * instruction is told by the place that it has in the text and by what it does. Where the one of the
 * moment was left out, the last one before it that the warp did and that is still there takes its
 * place. */
#ifndef TILESTEP_PROBE_TIME_SAME_STEP_H
#define TILESTEP_PROBE_TIME_SAME_STEP_H

#include "probe/time/clock.h"

/* Steps of a block that are looked through and no more. */
#define SAME_STEP_LOOK ((uint64_t)1 << 18)

/* The instruction of a program that is the same as one of another program; false if it has none. */
bool same_instruction(const Program *program, uint32_t pc, const Program *other, uint32_t *found);

/* The moment on other's timeline that follows the same step as a moment on run's; the block of it (linear in
 * its grid, and covered by other's timeline) is that of other, too. The end of all blocks is the end of all
 * blocks. False if it is not known, or the texts differ. Neither timeline moves. */
bool same_step_moment(ClockRun run, uint64_t moment, ClockRun other, uint64_t *found);

#endif
