/* The mouse on displays of any resolution: what SDL tells in units of the window is where the
 * picture has it. */
#include "app/scale.h"
#include "test.h"

static void expect(Point point, float x, float y)
{
    assert_float_equal(point.x, x, 0.001f);
    assert_float_equal(point.y, y, 0.001f);
}

static void test_one_to_one(void **state)
{
    Extent size = {1280, 720};
    expect(scale_point(0, 0, size, size), 0.5f, 0.5f);
    expect(scale_point(1279, 719, size, size), 1279.5f, 719.5f);
}

static void test_two_pixels_a_unit(void **state)
{
    Extent window = {640, 360}, picture = {1280, 720};
    expect(scale_point(0, 0, window, picture), 1, 1);
    expect(scale_point(639, 359, window, picture), 1279, 719);
}

static void test_a_fraction_and_each_side_its_own(void **state)
{
    Extent window = {1000, 600}, picture = {1250, 1050};
    expect(scale_point(499, 99, window, picture), 624.375f, 174.125f);
}

static void test_drags_go_on_outside(void **state)
{
    Extent window = {640, 360}, picture = {1280, 720};
    expect(scale_point(-20, 400, window, picture), -39, 801);
}

static void test_a_window_without_extent(void **state)
{
    expect(scale_point(3, 4, (Extent){0, 0}, (Extent){1, 1}), 3.5f, 4.5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_to_one),
        cmocka_unit_test(test_two_pixels_a_unit),
        cmocka_unit_test(test_a_fraction_and_each_side_its_own),
        cmocka_unit_test(test_drags_go_on_outside),
        cmocka_unit_test(test_a_window_without_extent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
