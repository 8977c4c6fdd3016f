/* Inside the session: moving in time, and what its files lend each other. */
#ifndef TILESTEP_SESSION_TIME_MOTION_H
#define TILESTEP_SESSION_TIME_MOTION_H

#include "session/session.h"

/* The clock at rest, at a moderate speed. */
void motion_start(Session *session);

/* Begins to move by a grain; ends a move that is under way first. */
void motion_by_grain(Session *session, Grain grain, int direction);
/* Goes to a moment as the reader can follow it. */
void motion_travel(Session *session, uint64_t target);
void motion_play(Session *session);
void motion_jump(Session *session, uint64_t moment);
/* The same for a number that somebody gave. */
void motion_to_step(Session *session, int64_t step);
void motion_to_end(Session *session);
/* Ends a move to a moment: what is kept of the window is that moment, not one on the way. */
void motion_arrive(Session *session);
/* Measures the front run, no further than a move goes into a loop that never ends, until the moment is
 * known; returns the last one that is. */
uint64_t motion_look_ahead(Session *session, uint64_t moment);
void motion_change_speed(Session *session, int by);

/* Moves the front run and brings the other along. */
void session_seek(Session *session, uint64_t moment);
void session_go_to_place(Session *session, SessionRun *run, Place place);
/* session_open, but as an edit of the session's own. */
void session_replace(Session *session, int slot, Run *run, bool owns_run);
/* Closes the runs from slot count on. */
void session_drop(Session *session, int count);
/* Closes all runs but that of a slot, which becomes the first. */
void session_keep_only(Session *session, int slot);
/* Repairs picks and front after a run has changed. */
void session_keep_valid(Session *session);
/* A slice of measuring; true if something became known. */
bool session_work(Session *session);

#endif
