/* What goes on in the background while the learner looks: measuring, counting, marking stops. */
#ifndef TILESTEP_SESSION_TIME_WORK_H
#define TILESTEP_SESSION_TIME_WORK_H

#include "session/data/session_data.h"

/* Something goes on: ticks should come now and then. */
bool session_is_working(const Session *session);
/* A slice of it; true if something became known. */
bool session_work(Session *session);
/* All of it; for pictures that nobody waits for. */
void session_finish_work(Session *session);

#endif
