/* The display may go away while the window is open: the X server ends, the connection breaks. Xlib
 * would end the program then, and what was done in the window would be lost. Without Xlib nothing
 * here does anything. The order is: prepare, open the display, watch, leave, close it. */
#pragma once

#include "session/data/session_type.h"

/* From now on a lost display saves the session in the state folder as lost.tilestep (or lost-2,
 * lost-3, since that of another window stays), says so on stderr and ends the program with status
 * 2. The session must live until the program ends. */
void lost_watch(Session *session);

/* Before SDL opens the display: it puts handlers of its own above and, at its end, this one
 * back. */
void lost_prepare(void);

/* The window is about to be closed: nothing that the display still says is an error. */
void lost_leave(void);
