/* Jobs on threads; a page has others (web/job.c). The thread sets is_done as its last deed, so a
 * poll that sees it waits for no work when it joins. */
#include "base/job.h"

static void *run_work(void *context)
{
    Job *job = context;
    job->work(job);
    atomic_store(&job->is_done, true);
    return NULL;
}

void *job_start(void *context, void (*work)(void *job))
{
    Job *job = context;
    job->work = work;
    job->is_running = pthread_create(&job->thread, NULL, run_work, job) == 0;
    if (job->is_running)
        return job;
    job_free(job);
    return NULL;
}

bool job_poll(void *job)
{
    if (!atomic_load(&((Job *)job)->is_done))
        return false;
    job_wait(job);
    return true;
}

bool job_is_over(const void *context)
{
    const Job *job = context;
    return atomic_load(&job->is_done) && !job->is_running;
}

bool job_is_wanted(const void *job)
{
    return !atomic_load(&((const Job *)job)->is_cancelled);
}

void job_wait(void *context)
{
    Job *job = context;
    if (job->is_running)
        pthread_join(job->thread, NULL);
    job->is_running = false;
}
