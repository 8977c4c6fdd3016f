/* Switching off what stands on a line of the kernel, and on again, as an edit (edit.h). The file
 * itself stays as it is: the run is compiled without it. */
#pragma once

#include "session/data/session_type.h"

/* Line of the front run's source; 0: the one that is current once a move under way has ended.
 * Switches off its barrier or its guard, with whole_line the statement; whatever is off on the line
 * is switched on instead. A line that is named and has neither is taken as a whole; the current one
 * is left as it is then, and a notice tells what can be switched. */
void toggle_line(Session *session, int64_t line, bool whole_line);
