/* Where running stops: lines, and conditions that come true for the first time (Breaks in
 * session/data/motion.h). A line stops where the timeline comes to it from another line. */
#pragma once

#include "session/data/session_type.h"

/* Sets or takes away a stop at a line of the front run's source, from 1; 0: the current one. Beyond
 * BREAK_LINES nothing is set. */
void break_switch_line(Session *session, int64_t line);
/* Sets or takes away a stop at a BreakCondition; any other number does nothing. */
void break_switch_condition(Session *session, int64_t condition);
/* Whether a line of the run in a slot has a stop. */
bool session_has_break(const Session *session, int slot, int line);
/* To be called when only the run of a slot stays and becomes the first: so do its stops. */
void break_keep_slot(Session *session, int slot);

/* The moment of the next stop in a direction, +1 or -1, or where looking for it ended: at an end of
 * the timeline, or after 4 million steps forward. false if no stop is set. The timeline is walked
 * and then put back. */
bool break_find(const Session *session, int direction, uint64_t *target);

/* The marks on the time line show where running would stop. Begins them anew if they are out of
 * date. */
void break_follow(Session *session);
/* Marks another slice of the time line, 8,000 steps; true if there was one. */
bool break_work(Session *session);
/* Whether a part of the time line is not marked yet. */
bool break_is_working(const Session *session);
