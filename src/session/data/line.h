/* Lines of the source: which one is being run, and what of one is switched off or can be. */
#ifndef TILESTEP_SESSION_DATA_LINE_H
#define TILESTEP_SESSION_DATA_LINE_H

#include "session/data/session_data.h"

/* The line of the step shown, or that the picked thread's warp comes to. */
int session_line(const Session *session);

/* What of a line is switched off; false if nothing is. */
bool session_is_off(const SessionRun *run, int line, WithoutKind *kind);
/* Whether what there is of a kind on a line is switched off. */
bool session_is_off_as(const SessionRun *run, int line, WithoutKind kind);
/* What a click on the line would switch; false if nothing. */
bool session_switchable(const SessionRun *run, int line, WithoutKind *kind);

#endif
