/* Lines of the source: which one is being run, and what of one is switched off or can be. A line is
 * counted from 1 in the run's own file; WithoutKind is a barrier, a guard ("check") or the line. */
#pragma once

#include "session/data/session_data.h"

/* The line of the step shown, or, where none of the block in view has run, the one that the picked
 * thread's warp comes to; 0 if no run can start. */
int session_line(const Session *session);
/* After a step that only decides how to go on, which says less than the line to which it leads,
 * that one of the picked thread's warp; 0 after any other. */
int session_line_decided(const Session *session);

/* What of a line is switched off, the first of several; false if nothing is. */
bool session_is_off(const SessionRun *run, int line, WithoutKind *kind);
/* Whether a line's barrier, guard or the line itself is switched off. */
bool session_is_off_as(const SessionRun *run, int line, WithoutKind kind);
/* What a click on the line would switch: a barrier or guard on it, else the line itself; false if
 * it can do without neither. */
bool session_switchable(const SessionRun *run, int line, WithoutKind *kind);
