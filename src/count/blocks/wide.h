/* Wide: a whole block run at once, one dispatch per instruction, fully counted.
 *
 * While nothing odd happens, the order of a block's warps cannot be seen in its result, so all of
 * them may go through the program together. Values that are a pattern plus an offset are kept as
 * two numbers (pattern.h); accesses are counted by looking their pattern up. What would be a
 * finding (an access outside, a race, an unset word, a barrier that not all reach, ...) is only
 * noticed: the block is then undone and run again, warp by warp, by the machine, which tells it
 * exactly. Blocks that are run wide and blocks that are run by the machine give the same Report and
 * memory. A Wide is for one thread.
 */
#pragma once

#include "count/wide/group.h"
#include "count/wide/reads.h"
#include "vm/memory.h"

/* One worker's engine, freed with wide_free (NULL is allowed); several may share program, launch,
 * memory and plan, which must outlive them. in_parts: the arena is small enough to be filled in
 * whole parts where lanes look at it (memory_read_parts). group: blocks that are run as one, 1 or
 * what wide_group_size says. */
Wide *wide_new(const Program *program, const Launch *launch, Memory *memory, const Plan *plan,
               bool in_parts, uint32_t group, WideTouch touch, void *touch_context);
/* Asked now and then inside a block, with touch_context; false gives the block up. */
void wide_ask(Wide *wide, bool (*goes_on)(void *context));

/* From now on blocks that are done note there what they have read of global memory; NULL:
 * nowhere. */
void wide_note_in(Wide *wide, Reads *reads);

/* Whether blocks are from now on only run, and not counted; what gives a block up stays the same,
 * but for rows that are left. */
void wide_only_run(Wide *wide, bool only_runs);

void wide_free(Wide *wide);

/* Runs a block, or the group that begins with it. true: done, *steps gets its number of steps.
 * false: it has been undone and must be run by the machine; a group, block by block. */
bool wide_run_block(Wide *wide, uint32_t block, uint64_t *steps);

/* Adds what was counted since the last call to report. */
void wide_report(Wide *wide, Report *report);
