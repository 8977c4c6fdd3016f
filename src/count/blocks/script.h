/* Scripts of loops: what a nest of loops over a thread's own arrays comes to, written down once.
 *
 *   for (i ...) {                                      of 8 x (24 + 4 x 16 x 8) instructions there
 *       for (r ...) column[r] = Mds[ty * 4 + r][i];    is left, for all lanes of a block:
 *       for (c ...) row[c] = Nds[i][tx * 4 + c];
 *       for (r ...)                                       column 0..3, row 0..3 = words of shared
 *           for (c ...)                                       memory
 *               P[r][c] += column[r] * row[c];            16 rows of P += column * row
 *   }                                                  8 times over, without a look at i, r or c
 *
 * Which instructions such a nest runs, where it goes in shared memory and which words of a thread's
 * own memory it means follows from the integers that stand in registers when it begins, as long as
 * no data decide about a branch or an index and all lanes take part. So it runs instruction by
 * instruction once and is written down: what was counted, which accesses were logged, what all
 * registers hold in the end, and the operations on lanes, without those that only carry a row from
 * one place to another. Where it begins with the same integers again, as in the next phase and the
 * next block, the script is run instead. */
#pragma once

#include "count/wide/access.h"

/* The scripts of a loop. */
typedef struct WideScripts WideScripts;

/* Those of the loops of the Wide's plan, by the LOOP; NULL elsewhere. */
WideScripts **wide_scripts_new(Wide *wide);
/* What was written down names patterns that are no more. */
void wide_scripts_forget(Wide *wide);

/* Runs a loop whose LOOP was just carried out, up to behind its LOOP_END, or begins to: by a
 * script, or instruction by instruction, with step for one of them, to write one. False if there is
 * none, and none is to be written. */
bool wide_run_script(Wide *wide, WideScripts *scripts, void (*step)(Wide *wide));
