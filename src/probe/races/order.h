/* Moment: a place in the program order of a thread, comparable with those of other threads.
 *
 * Two moments are told apart by the outermost loop that has both: the one in the earlier pass comes
 * first. Where no loop of theirs decides, the earlier instruction comes first. So a statement after a
 * loop is later than every pass of it, however often each thread went round.
 * Beyond STEP_LOOPS loops in each other only instructions are compared.
 */
#ifndef TILESTEP_PROBE_RACES_ORDER_H
#define TILESTEP_PROBE_RACES_ORDER_H

#include "vm/step.h"

typedef struct Moment {
    uint32_t pc;
    const uint32_t *passes; /* [loop_map_depth], as in Step */
} Moment;

/* Which loops have which instructions; flat. */
typedef struct LoopMap LoopMap;

uint64_t loop_map_size(const Program *program);
void loop_map_start(LoopMap *map, const Program *program);

/* The most loops in each other, STEP_LOOPS at most. */
uint32_t loop_map_depth(const Program *program);

bool moment_is_before(const LoopMap *map, Moment a, Moment b);

#endif
