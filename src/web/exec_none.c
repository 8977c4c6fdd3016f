/* A page cannot run programs: exec_job_start finds no thread, and nothing else is reached. */
#include "exec/job.h"

ExecJob *exec_job_start(const ExecOptions *options, const char *input, uint64_t kept_bytes_limit)
{
    (void)options;
    (void)input;
    (void)kept_bytes_limit;
    return NULL;
}

bool exec_job_update(ExecJob *job)
{
    (void)job;
    return false;
}

ExecJobState exec_job_state(const ExecJob *job)
{
    (void)job;
    return EXEC_JOB_FAILED;
}

const ExecJobRow *exec_job_rows(const ExecJob *job, int *count)
{
    (void)job;
    *count = 0;
    return NULL;
}

const char *exec_job_output(const ExecJob *job, uint64_t *bytes)
{
    (void)job;
    *bytes = 0;
    return "";
}

void exec_job_progress(const ExecJob *job, uint64_t *done, uint64_t *blocks)
{
    (void)job;
    *done = *blocks = 0;
}

const ExecResult *exec_job_result(const ExecJob *job)
{
    (void)job;
    return NULL;
}

const char *exec_job_line(ExecJob *job, uint64_t address, int *line)
{
    (void)job;
    (void)address;
    *line = 0;
    return NULL;
}

const Phrase *exec_job_reason(const ExecJob *job)
{
    (void)job;
    return PHRASE_LITERAL("a page cannot run whole programs; the program that is installed can");
}

const LaunchImage *exec_job_image(ExecJob *job, int number)
{
    (void)job;
    (void)number;
    return NULL;
}

ExecJob *exec_job_again(const ExecJob *job, int number)
{
    (void)job;
    (void)number;
    return NULL;
}

bool exec_job_differs(const ExecJob *job)
{
    (void)job;
    return false;
}

void exec_job_stop(ExecJob *job)
{
    (void)job;
}

void exec_job_free(ExecJob *job)
{
    (void)job;
}
