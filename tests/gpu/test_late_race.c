/* G pressed before the count of the grid has found the race: the launch of before says little, so
 * it is launched again as often as it would have been. Over the test double of a driver. */
#include "app/app_gpu.h"

#include "gpu/gpu.h"
#include "sessions.h"
#include "test.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 20000 }; /* patience for a machine that is busy */

/* The line that waits before the tiles are read. */
static const char *barrier_of(char text[32])
{
    Run *run = open_kernel("02_tiled.cu", 4, 2, NULL);
    Session *session = session_new();
    session_open(session, 0, run, true);
    const SessionRun *front = session_front(session);
    text[0] = '\0';
    for (int i = 0; i < front->switchable_count && !*text; ++i)
        if (front->switchables[i].kind == WITHOUT_BARRIER)
            snprintf(text, 32, "barrier:%d", front->switchables[i].line);
    session_free(session);
    return text;
}

static void test_a_race_found_late_is_launched_again(void **state)
{
    char without[32];
    Session *session = session_new();
    AppGpu *gpu = app_gpu_new();
    session_open(session, 0, open_kernel("02_tiled.cu", 128, 16, barrier_of(without)), true);
    const SessionRun *front = session_front(session);
    assert_false(front->covers_grid);
    session->gpu.is_wanted = true;
    bool was_early = false;
    for (int i = 0; i < ROUNDS && !session->gpu.launches; ++i) {
        app_gpu_follow(gpu, session);
        was_early |= session->gpu.state == GPU_VIEW_DONE && !front->job_is_over;
        if (session->gpu.state != GPU_VIEW_RUNNING) /* the count comes after the first launch */
            session_tick(session, 1);
        poll(NULL, 0, 5);
    }
    assert_true(was_early);
    assert_non_null(session->gpu.launches);
    assert_int_equal(session->gpu.launches->count, LAUNCHES_WHEN_RACING);
    app_gpu_free(gpu);
    session_free(session);
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_race_found_late_is_launched_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
