/* SpoilJob: looks for an order of the warps in which a race spoils the result, and for sizes at
 * which there is one, on a thread of its own while the window goes on. */
#ifndef TILESTEP_SESSION_GRID_SPOIL_JOB_H
#define TILESTEP_SESSION_GRID_SPOIL_JOB_H

#include "probe/record/report.h"
#include "session/data/run.h"

/* Begins to look; run and report, the count of its grid, must outlive the job. NULL if it cannot
 * begin. */
SpoilJob *spoil_job_start(const Run *run, const Report *report);

/* What is known: while it goes on, how many orders were tried. Texts and options live as long as the
 * job. True if it is over. */
bool spoil_job_poll(SpoilJob *job, Spoil *spoil);

/* Waits until it is over. */
void spoil_job_wait(SpoilJob *job);

/* Cancels it if it still runs, and frees everything. NULL is allowed. */
void spoil_job_free(SpoilJob *job);

#endif
