/* One run in its slot: opened, measured, counted, moved. */
#ifndef TILESTEP_SESSION_RUNS_SLOT_H
#define TILESTEP_SESSION_RUNS_SLOT_H

#include "session/data/run.h"

/* Begins with run and owns_run set and all else zero. Without a timeline it has a problem. */
void slot_start(SessionRun *slot);
/* Frees everything, the run only if it is owned. */
void slot_close(SessionRun *slot);

/* True if the block lies on the timeline, which begins anew with it if it must; false if there is
 * no timeline then. */
bool slot_hold_block(SessionRun *slot, uint32_t block);
/* Brings along what is kept of the block in view, and of the count, after the timeline has
 * moved. */
void slot_update(SessionRun *slot);

/* Something is still to be found out. */
bool slot_is_working(const SessionRun *slot);
/* Finds out a slice of it; true if something became known. */
bool slot_work(SessionRun *slot);

#endif
