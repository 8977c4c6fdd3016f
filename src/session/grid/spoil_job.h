/* SpoilJob: looks for an order of the warps in which a race spoils the result, and for sizes at
 * which there is one, on a thread of its own while the window goes on. All functions are for the
 * thread that started the job. */
#pragma once

#include "base/job.h"
#include "probe/record/report.h"
#include "session/data/run.h"

/* Begins to look; run and report, the count of its grid, must outlive the job. is_beside: no
 * reference is known, so results are compared with the whole kernel's. NULL if memory or a thread
 * cannot be had. Freed with job_free. */
SpoilJob *spoil_job_start(const Run *run, const Report *report, bool is_beside);

/* What is known: while it goes on, how many orders were tried. Texts and options live as long as
 * the job. True if it is over. */
bool spoil_job_poll(SpoilJob *job, Spoil *spoil);
