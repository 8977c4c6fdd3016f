/* TotalJob: counts a whole grid on a thread of its own, over a memory of its own, while the window
 * goes on. */
#ifndef TILESTEP_SESSION_GRID_TOTAL_H
#define TILESTEP_SESSION_GRID_TOTAL_H

#include "count/grid.h"
#include "probe/checks/check.h"
#include "session/data/session_data.h"

/* Begins to count; program and launch must outlive the job. NULL if it cannot begin. */
TotalJob *total_job_start(const Program *program, const Launch *launch);

/* Whether it is over; then *report is the Report, which lives as long as the job, or NULL if it was
 * cancelled. */
bool total_job_poll(TotalJob *job, const Report **report);

/* Blocks counted so far; *all of them, 0 at the very start. */
uint64_t total_job_blocks(const TotalJob *job, uint64_t *all);

/* The memory that the grid left; NULL unless the job is over and was not cancelled. */
Memory *total_job_memory(const TotalJob *job);

/* What it is next to a reference; NULL unless the job is over and there is one. */
const CheckResult *total_job_check(const TotalJob *job);

/* Waits until it is over. */
void total_job_wait(TotalJob *job);

/* Cancels it if it still runs, and frees everything. NULL is allowed. */
void total_job_free(TotalJob *job);

#endif
