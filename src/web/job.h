/* Jobs of the page (base/job.h). A page opened from disk has no memory that two threads could
 * share, and what a job leaves points into all of its instance. So a job waits until the page's
 * script has copied the whole instance, as fork does; the copy does the work, is sent what happened
 * meanwhile, and is the page from then on. Whoever waits for a job does its work at once. */
#pragma once

#include "web/page.h"

/* The number of the job that waits longest; 0: there is none. */
PAGE(page_job) int page_job(void);

/* In a copy: does the work of that job. */
PAGE(page_work) void page_work(void);

/* In the instance that was copied: how far the copy is; that it has died, of no memory. */
PAGE(page_progress) void page_progress(double done, double all);
void job_lose(void);
