/* SameStep: where a run stands after an edit of its kernel: at the same instruction of the same
 * warp, which has done it as often in its block.
 *
 * Both programs must come from the same text, of which barriers, guards or lines may be left out.
 * An instruction is told by the place that it has in the text and by what it does. Where the one of
 * the moment was left out, the last one before it that the warp did and that is still there takes
 * its place. */
#pragma once

#include "probe/time/clock.h"

/* Steps of a block that are looked through and no more; a moment further from the start of its
 * block is not known. */
#define SAME_STEP_LOOK ((uint64_t)1 << 18)

/* The instruction of other that is the same as the one at pc of program: of those of the same place
 * and kind, as many stand before it. False, with *found at the end of other's code, if there is
 * none. */
bool same_instruction(const Program *program, uint32_t pc, const Program *other, uint32_t *found);

/* The moment on other's timeline that follows the same step as a moment on run's. It lies in the
 * same block, by the block's linear index in the grid; the start of a block is that of the block,
 * and the end of all blocks is the end of all blocks. False if it is not known, if the texts
 * differ, or if other's timeline has no such block. Neither timeline has moved afterwards. */
bool same_step_moment(ClockRun run, uint64_t moment, ClockRun other, uint64_t *found);
