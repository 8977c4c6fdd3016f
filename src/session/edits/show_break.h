/* Showing what a switched-off barrier or guard breaks: the right run beside the broken one, in an
 * order of the warps that spoils the result, at the first access in which they differ. */
#ifndef TILESTEP_SESSION_EDITS_SHOW_BREAK_H
#define TILESTEP_SESSION_EDITS_SHOW_BREAK_H

#include "session/data/session_data.h"

/* As an edit that can be undone, where the right run is not there already. A notice where nothing can
 * be shown. */
void show_break(Session *session);

/* Ends the search for such an order; false if there is none. */
bool show_break_stop(Session *session);

/* The run that is not in front is what the front run would be with everything switched on. */
bool session_has_right_beside(const Session *session);

#endif
