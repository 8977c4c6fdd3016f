/* Work on a thread of its own: waited for, polled, ended early, and never started. */
#include "base/job.h"
#include "test.h"

/* A job that goes on until somebody has had enough of it. */
typedef struct Task {
    Job job;
    atomic_bool has_begun;
    int result; /* written by the thread, read when it is over */
    int *last;  /* gets the result when the job is freed */
} Task;

static void do_at_once(void *context)
{
    ((Task *)context)->result = 7;
}

static void do_until_unwanted(void *context)
{
    Task *task = context;
    atomic_store(&task->has_begun, true);
    while (job_is_wanted(task))
        continue;
    task->result = 9;
}

static void close_task(void *context)
{
    Task *task = context;
    *task->last = task->result;
}

static Task *begin(void (*work)(void *job), int *last)
{
    Task *task = job_new(sizeof *task);
    assert_non_null(task);
    assert_non_null(task->job.arena);
    task->job.close = close_task;
    task->last = last;
    if (work)
        assert_ptr_equal(job_start(task, work), task);
    return task;
}

TEST(test_what_was_waited_for_is_over)
{
    int last = 0;
    Task *task = begin(do_at_once, &last);
    job_wait(task);
    assert_true(job_is_over(task));
    assert_true(job_poll(task));
    assert_int_equal(task->result, 7);
    job_wait(task); /* once more is nothing */
    job_free(task);
    assert_int_equal(last, 7);
}

TEST(test_a_poll_sees_the_end)
{
    int last = 0;
    Task *task = begin(do_at_once, &last);
    assert_false(job_is_over(task)); /* nobody has seen it yet */
    while (!job_poll(task))
        continue;
    assert_true(job_is_over(task));
    assert_int_equal(task->result, 7);
    job_free(task);
}

TEST(test_work_ends_when_nobody_wants_it)
{
    int last = 0;
    Task *task = begin(do_until_unwanted, &last);
    while (!atomic_load(&task->has_begun))
        continue;
    assert_false(job_poll(task));
    job_free(task);
    assert_int_equal(last, 9);
}

TEST(test_one_that_never_started_is_not_waited_for)
{
    int last = 1;
    Task *task = begin(NULL, &last);
    job_wait(task);
    assert_false(job_poll(task));
    assert_false(job_is_over(task));
    job_free(task);
    assert_int_equal(last, 0);
    job_free(NULL);
}
