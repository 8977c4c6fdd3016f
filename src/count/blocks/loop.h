/* Loops of a whole block as one operation (loop_plan.h says which).
 *
 *   instruction by instruction                 as one operation
 *
 *   i < n ?   --------+                        i < n, two addresses: in the first iteration,
 *   row*w + i         | n times, for all         the second and the last
 *   load M            | lanes: bounds, row,    bounds and rows: where each access begins and ends
 *   i*w + col         | shape, count, log,     cost: a period of alignments, times n
 *   load N            | gather                 log: two entries with a stride
 *   sum += M*N        |                        sum += M*N, n times, 16 lanes after 16, the sum
 *   i += 1    --------+                          in a register of the host
 *
 * Everything but the last line is kept: a loop that is entered again with the same integers, as the
 * one over a tile is in every phase, does nothing else. What holds of the first and the last
 * iteration holds of those between, as all integers move by fixed amounts. Where it does not hold
 * (an access outside, another row, a step limit within reach) nothing has happened yet, and the
 * loop runs instruction by instruction. */
#pragma once

#include "count/plan/loop_plan.h"
#include "count/wide/access.h"

/* What a Wide remembers of a loop. */
typedef struct WideLoop WideLoop;

/* The loops of the Wide's plan, by the LOOP and the LOOP_BACK of each; NULL elsewhere. */
WideLoop **wide_loops_new(Wide *wide);
/* What was remembered names patterns that are no more. */
void wide_loops_forget(Wide *wide);

/* Runs iterations of a loop, from the instruction behind its LOOP on and up to there, if it can;
 * the next one, and the test that ends it, run instruction by instruction. */
void wide_run_loop(Wide *wide, WideLoop *loop);
