/* The display may go away while the window is open: the X server ends, the connection breaks. */
#ifndef TILESTEP_APP_LOST_H
#define TILESTEP_APP_LOST_H

#include "session/session.h"

/* From now on: saves the session, says so on stderr and ends the program with status 2. */
void lost_watch(Session *session);

/* Before SDL opens the display: it puts handlers of its own above and, at its end, this one back. */
void lost_prepare(void);

/* The window is about to be closed: nothing that the display still says is an error. */
void lost_leave(void);

#endif
