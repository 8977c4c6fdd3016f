/* In place of base/job.c, whose functions these are. */
#include "base/job.h"
#include "web/host.h"
#include "web/job.h"

#include <string.h>

enum { WAITING_MOST = 32 };

/* In the order in which they began. */
static struct {
    Job *jobs[WAITING_MOST];
    int numbers[WAITING_MOST];
    int count, last_number;
} waiting;

static void forget(const Job *job)
{
    int at = 0;
    while (at < waiting.count && waiting.jobs[at] != job)
        ++at;
    if (at == waiting.count)
        return;
    int rest = --waiting.count - at;
    memmove(&waiting.jobs[at], &waiting.jobs[at + 1], (size_t)rest * sizeof waiting.jobs[0]);
    memmove(&waiting.numbers[at], &waiting.numbers[at + 1],
            (size_t)rest * sizeof waiting.numbers[0]);
}

static void end(Job *job)
{
    forget(job);
    job->is_running = false;
    atomic_store(&job->is_done, true);
}

int page_job(void)
{
    return waiting.count ? waiting.numbers[0] : 0;
}

void page_work(void)
{
    Job *job = waiting.count ? waiting.jobs[0] : NULL;
    if (!job)
        return;
    job->work(job);
    end(job);
}

void page_progress(double done, double all)
{
    if (!waiting.count)
        return;
    atomic_store(&waiting.jobs[0]->done, (uint64_t)done);
    atomic_store(&waiting.jobs[0]->all, (uint64_t)all);
}

void job_lose(void)
{
    if (!waiting.count)
        return;
    atomic_store(&waiting.jobs[0]->is_cancelled, true);
    end(waiting.jobs[0]);
}

/* ---- what base/job.h says ---- */

void *job_start(void *context, void (*work)(void *job))
{
    Job *job = context;
    job->work = work;
    job->is_running = true;
    if (waiting.count == WAITING_MOST) {
        job_wait(job);
        return job;
    }
    waiting.jobs[waiting.count] = job;
    waiting.numbers[waiting.count++] = ++waiting.last_number;
    return job;
}

bool job_poll(void *job)
{
    return atomic_load(&((Job *)job)->is_done);
}

bool job_is_over(const void *job)
{
    return atomic_load(&((const Job *)job)->is_done);
}

bool job_is_wanted(const void *context)
{
    const Job *job = context;
    host_progress((double)atomic_load(&job->done), (double)atomic_load(&job->all));
    return !atomic_load(&job->is_cancelled);
}

void job_wait(void *context)
{
    Job *job = context;
    if (!job->is_running)
        return;
    if (!atomic_load(&job->is_cancelled))
        job->work(job);
    end(job);
}
