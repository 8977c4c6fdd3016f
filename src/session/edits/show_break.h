/* Showing what a switched-off barrier or guard breaks: the right run beside the broken one, in an
 * order of the warps that spoils the result, at the first access in which they differ. */
#pragma once

#include "session/data/session_type.h"

/* Shows it for the front run; where the search for such an order was stopped, begins it anew in the
 * background instead. Where the right run is not there already, bringing it is an edit that can be
 * undone. A notice where nothing
 * can be shown. */
void show_break(Session *session);

/* Ends the search for such an order; false if there is none. */
bool show_break_stop(Session *session);

/* Whether the run that is not in front is what the front run would be with everything switched
 * on. */
bool session_has_right_beside(const Session *session);
