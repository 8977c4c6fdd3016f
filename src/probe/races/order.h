/* Moment: a place in the program order of a thread, comparable with those of other threads of the
 * block.
 *
 * Two moments are told apart by the outermost loop that has both: the one in the earlier pass comes
 * first. Where no loop of theirs decides, the earlier instruction comes first. So a statement after
 * a loop is later than every pass of it, however often each thread went round. Beyond STEP_LOOPS
 * loops in each other only instructions are compared.
 */
#pragma once

#include "vm/step.h"

/* Belongs to nobody: it points at the passes of a Step or a LoggedRequest. */
typedef struct Moment {
    uint32_t pc;
    const uint32_t *passes; /* [loop_map_depth], as in Step */
} Moment;

/* Which loops have which instructions; flat, in loop_map_size bytes of the caller's. */
typedef struct LoopMap LoopMap;

/* Bytes of a map, and the one of a program in as many bytes at map. Loops that are switched off by
 * --without are none. */
uint64_t loop_map_size(const Program *program);
void loop_map_start(LoopMap *map, const Program *program);

/* How many loops of the program stand in each other at most; STEP_LOOPS if they are more. As many
 * passes has each Moment of the program. */
uint32_t loop_map_depth(const Program *program);

/* a is before b. If neither is before the other, they are the same place. */
bool moment_is_before(const LoopMap *map, Moment a, Moment b);
