/* TotalJob: counts a whole grid on a thread of its own, over a memory of its own, while the window
 * goes on. */
#ifndef TILESTEP_SESSION_TOTAL_H
#define TILESTEP_SESSION_TOTAL_H

#include "count/grid.h"
#include "session/session.h"

/* Begins to count; program and launch must outlive the job. NULL if it cannot begin. */
TotalJob *total_job_start(const Program *program, const Launch *launch);

/* The Report once it is there, else NULL. Lives as long as the job. */
const Report *total_job_poll(TotalJob *job);

/* Waits for it. */
const Report *total_job_wait(TotalJob *job);

/* Cancels it if it still runs, and frees everything. NULL is allowed. */
void total_job_free(TotalJob *job);

#endif
