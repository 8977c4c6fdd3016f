/* Where running stops: lines, and conditions that come true for the first time. */
#ifndef TILESTEP_SESSION_TIME_BREAK_H
#define TILESTEP_SESSION_TIME_BREAK_H

#include "session/data/session_data.h"

/* Line of the front run's source; 0: the current one. */
void break_switch_line(Session *session, int64_t line);
/* Only the run of a slot stays, and becomes the first. */
void break_keep_slot(Session *session, int slot);
void break_switch_condition(Session *session, int64_t condition);
bool session_has_break(const Session *session, int slot, int line);

/* The moment of the next stop that way, or the end of what was looked at; false if nothing stops. The
 * timeline ends where it stood. */
bool break_find(const Session *session, int direction, uint64_t *target);

/* Begins the marks on the time line anew where they are out of date. */
void break_follow(Session *session);
/* Looks for them in another slice of the time line; true if one was looked at. */
bool break_work(Session *session);
bool break_is_working(const Session *session);

#endif
