/* Which launches of a program are looked at for having been made before. */
#include "exec/repeats.h"

#include "test.h"

/* Launches in a row, new ones from this key on, that are looked at. */
static int looked_at(Repeats *repeats, uint64_t key, int launches)
{
    DeviceMemory memory = {0};
    int count = 0;
    for (int i = 0; i < launches; ++i) {
        uint64_t got = repeats_key(repeats, key + (uint64_t)i, &memory, 1);
        count += got != 0;
        assert_true(got == 0 || got == key + (uint64_t)i);
        assert_null(repeats_find(repeats, got));
    }
    return count;
}

static void test_new_launches_are_looked_at_seldom(void **state)
{
    Repeats repeats = {0};
    (void)state;
    assert_int_equal(looked_at(&repeats, 100, REPEATS_MISSED), REPEATS_MISSED);
    assert_in_range(looked_at(&repeats, 1000, 1000), 10, 20);
}

static void test_one_that_is_known_makes_all_be_looked_at(void **state)
{
    Repeats repeats = {.items[3].key = 7};
    DeviceMemory memory = {0};
    int launches = 1;
    (void)state;
    looked_at(&repeats, 100, REPEATS_MISSED + 5);
    while (repeats_key(&repeats, 7, &memory, 1) == 0)
        ++launches;
    assert_in_range(launches, 2, 64);
    assert_ptr_equal(repeats_find(&repeats, 7), &repeats.items[3]);
    assert_int_equal(looked_at(&repeats, 100, REPEATS_MISSED), REPEATS_MISSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_launches_are_looked_at_seldom),
        cmocka_unit_test(test_one_that_is_known_makes_all_be_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
