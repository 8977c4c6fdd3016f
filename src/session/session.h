/* Session: what a learner is looking at (session/data/session_data.h), and everything that can be
 * done with it. This header brings what its users need of the rooms below. All of it changes
 * through Commands and the virtual clock, so keys, mouse, tests and scripts give the same session
 * for the same input. The view only reads it.
 *
 * A move through time is shown in beats, from one step worth watching to the next
 * (session/time/beat.h); with reduced motion it jumps. When the front run moves, the other one goes
 * to the moment that means the same there (probe/time/clock.h).
 */
#pragma once

#include "session/data/buffer.h"
#include "session/data/line.h"
#include "session/edits/edit.h"
#include "session/rerun/coverage.h"
#include "session/selection/panel.h"
#include "session/time/motion.h"
#include "session/time/work.h"

/* A window with nothing open. The caller frees it with session_free, which also frees the runs that
 * it owns and ends its threads; NULL is allowed there. */
Session *session_new(void);
void session_free(Session *session);

/* Does what the row of command.def says; true if anything that can be seen may have changed. What
 * cannot be done changes nothing, or leaves a notice that says why. */
bool session_apply(Session *session, Command command);

/* Lets ms of virtual time pass: the move under way goes on, and so does work in the background.
 * True if anything that can be seen has changed. */
bool session_tick(Session *session, double ms);
