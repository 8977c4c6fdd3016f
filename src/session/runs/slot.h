/* One run in its slot: opened, measured, counted, moved. Blocks are linear in the grid. A grid of
 * up to 400,000 steps lies on one timeline, block after block; of a longer one the timeline has a
 * single block. One of up to 1,000 million steps is counted on a thread beside it. */
#pragma once

#include "session/data/run.h"

/* Begins with run and owns_run set and all else zero, and measures the first slice. A slot that has
 * no timeline afterwards has a problem that says why. */
void slot_start(SessionRun *slot);
/* Frees everything, the run only if it is owned, and waits for a count that is cancelled so. */
void slot_close(SessionRun *slot);

/* Sees to it that a block lies on the timeline, which begins anew with it if it must; false if that
 * fails, and then there is no timeline. */
bool slot_hold_block(SessionRun *slot, uint32_t block);
/* To be called after the timeline has moved: brings along what is kept of the block in view, and
 * takes the count if that is over. */
void slot_update(SessionRun *slot);

/* Whether something is still to be found out. */
bool slot_is_working(const SessionRun *slot);
/* Finds out a slice of it, 20,000 steps; true if something became known. */
bool slot_work(SessionRun *slot);

/* Ends the search for an order that spoils the result, and begins it again. */
void slot_stop_spoil(SessionRun *slot);
void slot_look_for_spoil(SessionRun *slot);
