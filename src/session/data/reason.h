/* Reason: the sum that made a value, for whatever is explained in the picture, as it is searched
 * for (probe/time/sum_search.h) beside the window. */
#pragma once

#include "probe/time/sum_search.h"
#include "session/commands/command.h"

typedef struct Reason {
    SumSearch *search; /* NULL: nothing is asked */
    bool is_known;     /* then result is valid, as long as the search lives */
    SumResult result;
    Target target; /* a CELL, a VARIABLE or a FRAGMENT */
    int run;       /* its slot; thread and moment: what it is asked for there */
    uint32_t thread;
    uint64_t moment;
} Reason;

/* Forgets it: before a run changes its slot or goes. */
void reason_drop(Reason *reason);
