/* The display may go away while the window is open: the X server ends, the connection breaks. */
#ifndef TILESTEP_APP_LOST_H
#define TILESTEP_APP_LOST_H

#include "session/session.h"

/* From now on: saves the session, says so on stderr and ends the program with status 2. */
void lost_watch(Session *session);

#endif
