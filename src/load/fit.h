/* Sizes of the file that would take long, brought down. Private to load. */
#pragma once

#include "load/choose.h"

/* Puts a run with smaller sizes in the trial's place, if that takes more than LOAD_BUDGET. Sizes
 * that options give stay, and so do the block and its shared memory; of a size what is left over by
 * the tiles stays, and what was equal stays equal. The options of the new run have the sizes as
 * --set, -D and --arg would give them, and in `fit` what they were. left: as of load_rate. */
void load_fit(LoadSource source, Trial *trial, double *left);

/* Whether blocks of the run's options were left out along an axis where no length that they cover
 * was brought down with them: what is left computes a part. The block is known. */
bool load_is_grid_cut(const Run *run);

/* Fills Run.shrunk from the options, and adds a sentence. */
void load_tell_shrunk(Loader *loader);
