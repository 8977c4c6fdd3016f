/* A grid counted in the background. The thread touches nothing but the job; the atomics of its base
 * are the only things both sides look at while it runs. */
#include "session/grid/total.h"

#include "count/unread.h"
#include "vm/page.h"

#define CHECK_FLOPS ((uint64_t)1 << 30)
#define CHECK_BYTES ((uint64_t)256 << 20)

struct TotalJob {
    Job base;
    const Program *program;
    const Launch *launch;
    Memory *memory;
    Report *report;
    GridStatus status;
    CheckResult check;
};

static bool job_goes_on(void *context, uint64_t done, uint64_t total)
{
    TotalJob *job = context;
    atomic_store(&job->base.done, done);
    atomic_store(&job->base.all, total);
    return job_is_wanted(job);
}

/* What is never read is looked for in a second way through the grid, whose progress is not told. */
static bool is_wanted(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return job_is_wanted(context);
}

/* A plain reference takes as long as the operations counted, and some memory for each element. */
static bool is_checkable(const TotalJob *job)
{
    return job->report->counters.flops <= CHECK_FLOPS && job->launch->arena_bytes <= CHECK_BYTES;
}

static void count(void *context)
{
    TotalJob *job = context;
    GridOptions options = {.threads = 1, .progress = job_goes_on, .context = job};
    job->status = grid_count(job->program, job->launch, job->memory, &options, job->report);
    if (job->status == GRID_DONE && is_checkable(job)) {
        job->check =
            check_result(job->base.arena, job->program, job->launch, job->memory, job->report);
        check_count_useful(&job->check, job->report);
    }
    options.progress = is_wanted;
    if (unread_is_wanted(&job->check))
        unread_find(job->program, job->launch, &job->check, &options, job->report);
}

static void close_total(void *context)
{
    TotalJob *job = context;
    memory_free(job->memory);
    page_free_aligned(job->report);
}

TotalJob *total_job_start(const Program *program, const Launch *launch)
{
    TotalJob *job = job_new(sizeof *job);
    const char *reason;
    if (!job)
        return NULL;
    job->base.close = close_total;
    job->program = program;
    job->launch = launch;
    job->status = GRID_CANCELLED; /* until it has come to its end */
    job->memory = memory_new(launch, &reason);
    job->report = page_alloc_aligned(report_size(program, launch));
    if (job->memory && job->report)
        return job_start(job, count);
    job_free(job);
    return NULL;
}

bool total_job_poll(TotalJob *job, const Report **report)
{
    if (!job_poll(job))
        return false;
    *report = job->status == GRID_DONE ? job->report : NULL;
    return true;
}

uint64_t total_job_blocks(const TotalJob *job, uint64_t *all)
{
    *all = atomic_load(&job->base.all);
    return atomic_load(&job->base.done);
}

Memory *total_job_memory(const TotalJob *job)
{
    return job_is_over(job) && job->status == GRID_DONE ? job->memory : NULL;
}

const CheckResult *total_job_check(const TotalJob *job)
{
    return job_is_over(job) && job->check.reference != REFERENCE_NONE ? &job->check : NULL;
}
