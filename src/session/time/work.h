/* What goes on in the background while the learner looks: measuring, counting, marking stops. It is
 * done in slices short enough for a frame, on the caller's thread; whole grids are counted on
 * threads of their own. */
#pragma once

#include "session/data/session_type.h"

/* Whether something goes on: ticks should come now and then. */
bool session_is_working(const Session *session);
/* Does a slice of it; true if something became known. session_tick calls this, too. */
bool session_work(Session *session);
/* Does all of it, however long that takes; for pictures that nobody waits for. */
void session_finish_work(Session *session);

/* Waits for the searches for orders that spoil a result (data/spoil.h), which take no more steps
 * than count/witness.h allows: so that a picture does not depend on how fast the machine is. */
void session_finish_searches(Session *session);
