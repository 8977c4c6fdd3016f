/* The runs of a session: putting them into their slots, and moving them together. A slot is an
 * index in session->runs; there is no slot 1 without a slot 0. */
#pragma once

#include "session/data/run.h"
#include "session/data/session_type.h"

/* Moves the front run to a moment, or as near as it goes, and brings the other one to the moment
 * that means the same there (probe/time/clock.h). Nothing without a front run. */
void session_seek(Session *session, uint64_t moment);
/* Moves one run with a timeline alone; a block beyond its grid means the last one. */
void session_go_to_place(Session *session, SessionRun *run, Place place);

/* Puts run into a slot (at most run_count) in place of what was there, and goes to the step that
 * was done last (probe/time/same_step.h) or, where there is none such, to the same block and share
 * of it. With owns_run the session frees run when it lets go of it. */
void session_replace(Session *session, int slot, Run *run, bool owns_run);
/* Closes the runs from slot count on, and forgets what was chosen about them. */
void session_drop(Session *session, int count);
/* Closes all runs but that of a slot, which becomes the first. */
void session_keep_only(Session *session, int slot);

/* Repairs what is picked, the front and the zoom after a run has changed: what there is not any
 * more becomes the first, or the largest that there is. */
void session_keep_valid(Session *session);
