/* Comparison: what a GPU left, beside the emulator's memory, on a thread of its own while the
 * window goes on. */
#ifndef TILESTEP_SESSION_GRID_COMPARISON_H
#define TILESTEP_SESSION_GRID_COMPARISON_H

#include "probe/checks/launches.h"

typedef struct Comparison Comparison;

/* Begins to compare what input says; program, launch and arenas must outlive it. Without a memory
 * the grid is counted first, and with a reference to compare with unless that is too much work.
 * NULL if it cannot begin. */
Comparison *comparison_start(const LaunchesInput *input);

/* Whether it is over; then *launches is the result, which lives as long as the comparison. */
bool comparison_poll(Comparison *comparison, const Launches **launches);

/* How much of it is done, 0 to 1. */
double comparison_progress(const Comparison *comparison);

/* Cancels it if it still runs, and frees everything. NULL is allowed. */
void comparison_free(Comparison *comparison);

#endif
