/* The random driver (driver.h) through all its scenarios, and what a session holds that is driven
 * for long. DRIVER_EVENTS makes it long, DRIVER_FROM begins at the start of an event's scenario. */
#include "driver.h"
#include "session/saved/state.h"
#include "test.h"

#include <malloc.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
enum { EVENTS = 1500, STEADY_ROUNDS = 4 };
#else
enum { EVENTS = 3000, STEADY_ROUNDS = 8 };
#endif

enum {
    LONG = 100000, /* events after which every command has had an effect */
    STEADY_EVENTS = 150,
    STEADY_BYTES = 2 << 20 /* what undo and the like may hold */
};

static void test_random_driving(void **state)
{
    Driver *driver = *state;
    long from = driver_number("DRIVER_FROM", 0), events = driver_number("DRIVER_EVENTS", EVENTS);
    driver_run(driver, from, events);
    print_message("%ld events, seed %llu\n", driver->event, (unsigned long long)driver->seed);
    int idle = driver_coverage_print(&driver->coverage);
    assert_true(idle == 0 || events - from < LONG);
}

extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t live_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes()
                                                   : info.uordblks + info.hblkhd;
}

/* What is held with the window as it was at the start. */
static size_t live_at_rest(Driver *driver, const char *start)
{
    const char *reason;
    driver->width = 1280;
    driver->height = 720;
    if (!state_read(driver->session, driver->frame, start, &reason))
        fail_msg("%s", reason);
    session_finish_work(driver->session);
    driver_forget_glyphs(driver);
    for (int i = 0; i < 4; ++i) {
        arena_reset(driver->frame);
        arena_trim(driver->frame, 0);
        driver_draw(driver);
    }
    return live_bytes();
}

/* One session that is never closed. */
static void test_memory_is_steady(void **state)
{
    Driver *driver = *state;
    size_t warm = 0, last = 0;
    driver_start(driver, 0);
    const char *begin = state_write(driver->session, driver->arena);
    for (int round = 0; round < STEADY_ROUNDS; ++round) {
        driver_go_on(driver, STEADY_EVENTS);
        last = live_at_rest(driver, begin);
        warm = round == 0 ? last : warm;
    }
    print_message("%zu KiB held when warm, %zu at the end\n", warm / 1024, last / 1024);
    if (last > warm + STEADY_BYTES)
        fail_msg("%zu bytes held when warm, %zu after more driving", warm, last);
}

int main(void)
{
    driver_watch();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_driving, driver_open, driver_close),
        cmocka_unit_test_setup_teardown(test_memory_is_steady, driver_open, driver_close)};
    return cmocka_run_group_tests_name("driver", tests, NULL, NULL);
}
