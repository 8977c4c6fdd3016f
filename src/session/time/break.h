/* Where running stops: lines, and conditions that come true for the first time. */
#ifndef TILESTEP_SESSION_TIME_BREAK_H
#define TILESTEP_SESSION_TIME_BREAK_H

#include "session/data/session_data.h"

/* Sets or takes away a stop at a line of the front run's source; 0: the current one. */
void break_switch_line(Session *session, int64_t line);
/* Sets or takes away a stop at a BreakCondition. */
void break_switch_condition(Session *session, int64_t condition);
bool session_has_break(const Session *session, int slot, int line);
/* Only the run of a slot stays, and becomes the first: so do its stops. */
void break_keep_slot(Session *session, int slot);

/* The moment of the next stop in a direction, +1 or -1, or where looking for it ended; false if no
 * stop is set. The timeline ends where it stood. */
bool break_find(const Session *session, int direction, uint64_t *target);

/* The marks on the time line show where running would stop. Begins them anew if they are out of
 * date. */
void break_follow(Session *session);
/* Marks another slice of the time line; true if there was one. */
bool break_work(Session *session);
/* Part of the time line is not marked yet. */
bool break_is_working(const Session *session);

#endif
