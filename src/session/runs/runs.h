/* The runs of a session: putting them into their slots, and moving them together. */
#ifndef TILESTEP_SESSION_RUNS_RUNS_H
#define TILESTEP_SESSION_RUNS_RUNS_H

#include "session/data/session_data.h"

/* Moves the front run and brings the other along. */
void session_seek(Session *session, uint64_t moment);
/* Moves one run alone. */
void session_go_to_place(Session *session, SessionRun *run, Place place);

/* Puts run into a slot in place of what was there, and goes to the step that was done last
 * (probe/time/same_step.h) or, where there is none such, to the same block and share of it. With
 * owns_run the session frees run when it lets go of it. */
void session_replace(Session *session, int slot, Run *run, bool owns_run);
/* Closes the runs from slot count on. */
void session_drop(Session *session, int count);
/* Closes all runs but that of a slot, which becomes the first. */
void session_keep_only(Session *session, int slot);

/* Repairs picks and front after a run has changed. */
void session_keep_valid(Session *session);

#endif
