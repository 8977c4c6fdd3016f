/* TotalJob: counts a whole grid on a thread of its own, over a memory of its own, while the window
 * goes on. All functions are for the thread that started the job. */
#pragma once

#include "base/job.h"
#include "count/grid.h"
#include "probe/checks/check.h"
#include "session/data/run.h"
#include "session/data/session_type.h"

/* Begins to count; program and launch must outlive the job. NULL if memory or a thread cannot be
 * had. Freed with job_free. */
TotalJob *total_job_start(const Program *program, const Launch *launch);

/* Whether it is over; then *report is the Report of the whole grid, which lives as long as the job,
 * or NULL if counting did not come to its end. */
bool total_job_poll(TotalJob *job, const Report **report);

/* Blocks counted so far; *all of them, 0 at the very start. */
uint64_t total_job_blocks(const TotalJob *job, uint64_t *all);

/* The memory that the grid left, owned by the job; NULL unless total_job_poll or job_wait has
 * seen it end well. */
Memory *total_job_memory(const TotalJob *job);

/* What that memory is next to a reference; NULL unless the job has been seen to end, and if there
 * is no reference or it would be too much work. Owned by the job. */
const CheckResult *total_job_check(const TotalJob *job);
