/* What a learner is told while a whole grid is counted in the background, and how to stop it. Time
 * is the session's own (session_tick), so nothing here looks at a clock. */
#pragma once

#include "session/data/session_type.h"

typedef struct Counting {
    double share;  /* 0..1 of the blocks */
    double left_s; /* seconds that it will still take; below 0: not known yet */
} Counting;

/* Whether counting has taken so long, a second, that it is worth a word; *out is about the run, of
 * two, that takes longer. */
bool counting_find(const Session *session, Counting *out);

/* ms of the session's own time pass; true, twice a second, if what is told should be drawn anew. */
bool counting_tick(Session *session, double ms);

/* Stops all counting if counting_find tells of some, and says so; the totals stay unknown. False if
 * there is nothing to stop. */
bool counting_stop(Session *session);

/* Whether counting was stopped for some run, and not begun again. */
bool counting_is_stopped(const Session *session);
/* Lets what was stopped be counted from the start again, by the next session_work. */
void counting_again(Session *session);
