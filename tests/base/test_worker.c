/* Work on a thread of its own: waited for, polled, ended early, and never started. */
#include "base/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A job that goes on until somebody has had enough of it. */
typedef struct Job {
    Worker worker;
    atomic_bool has_begun;
    int result; /* written by the thread, read when it is over */
} Job;

static void do_at_once(void *context)
{
    ((Job *)context)->result = 7;
}

static void do_until_unwanted(void *context)
{
    Job *job = context;
    atomic_store(&job->has_begun, true);
    while (worker_is_wanted(&job->worker))
        continue;
    job->result = 9;
}

static void test_what_was_waited_for_is_over(void **state)
{
    (void)state;
    Job job = {.result = 0};
    assert_true(worker_start(&job.worker, do_at_once, &job));
    worker_wait(&job.worker);
    assert_true(worker_is_over(&job.worker));
    assert_true(worker_poll(&job.worker));
    assert_int_equal(job.result, 7);
    worker_end(&job.worker); /* once more is nothing */
}

static void test_a_poll_sees_the_end(void **state)
{
    (void)state;
    Job job = {.result = 0};
    assert_true(worker_start(&job.worker, do_at_once, &job));
    assert_false(worker_is_over(&job.worker)); /* nobody has seen it yet */
    while (!worker_poll(&job.worker))
        continue;
    assert_true(worker_is_over(&job.worker));
    assert_int_equal(job.result, 7);
}

static void test_work_ends_when_nobody_wants_it(void **state)
{
    (void)state;
    Job job = {.result = 0};
    assert_true(worker_start(&job.worker, do_until_unwanted, &job));
    while (!atomic_load(&job.has_begun))
        continue;
    assert_false(worker_poll(&job.worker));
    worker_end(&job.worker);
    assert_true(worker_is_over(&job.worker));
    assert_int_equal(job.result, 9);
}

static void test_one_that_never_started_is_not_waited_for(void **state)
{
    (void)state;
    Worker worker = {.is_running = false};
    worker_wait(&worker);
    worker_end(&worker);
    assert_false(worker_poll(&worker));
    assert_false(worker_is_over(&worker));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_waited_for_is_over),
        cmocka_unit_test(test_a_poll_sees_the_end),
        cmocka_unit_test(test_work_ends_when_nobody_wants_it),
        cmocka_unit_test(test_one_that_never_started_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
