/* The sheet of misconceptions: the sentence of each lesson, and the count that refutes it; see
 * lessons/cards.h. */
#pragma once

#include <stdbool.h>

typedef struct CardsJob CardsJob; /* lessons/cards_job.h */

typedef struct Cards {
    bool is_open;
    int row;       /* picked, among those shown */
    int only;      /* index of the lesson whose card alone is shown; -1: all are */
    int seen;      /* texts that were known when it was last looked */
    CardsJob *job; /* counts what refutes them; NULL: nobody has asked yet. Owned */
} Cards;
