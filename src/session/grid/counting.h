/* What a learner is told while a whole grid is counted in the background, and how to stop it. */
#ifndef TILESTEP_SESSION_GRID_COUNTING_H
#define TILESTEP_SESSION_GRID_COUNTING_H

#include "session/data/session_data.h"

typedef struct Counting {
    double share;  /* 0..1 of the blocks */
    double left_s; /* below 0: not known yet */
} Counting;

/* Whether counting takes so long that it is worth a word; of two runs the one that takes longer. */
bool counting_find(const Session *session, Counting *out);

/* ms of the session's own time pass; true if what is to be told has changed. */
bool counting_tick(Session *session, double ms);

/* Stops what counting_find tells; the totals stay unknown. False if there is nothing to stop. */
bool counting_stop(Session *session);

/* Whether counting was stopped. */
bool counting_is_stopped(const Session *session);
/* Counts from the start again what was stopped. */
void counting_again(Session *session);

#endif
