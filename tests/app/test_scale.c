/* The mouse on displays of any resolution: what SDL tells in units of the window is where the
 * picture has it. */
#include "app/scale.h"
#include "test.h"

static void expect(Point point, float x, float y)
{
    assert_float_equal(point.x, x, 0.001f);
    assert_float_equal(point.y, y, 0.001f);
}

TEST(test_one_to_one)
{
    Extent size = {1280, 720};
    expect(scale_point(0, 0, size, size), 0.5f, 0.5f);
    expect(scale_point(1279, 719, size, size), 1279.5f, 719.5f);
}

TEST(test_two_pixels_a_unit)
{
    Extent window = {640, 360}, picture = {1280, 720};
    expect(scale_point(0, 0, window, picture), 1, 1);
    expect(scale_point(639, 359, window, picture), 1279, 719);
}

TEST(test_a_fraction_and_each_side_its_own)
{
    Extent window = {1000, 600}, picture = {1250, 1050};
    expect(scale_point(499, 99, window, picture), 624.375f, 174.125f);
}

TEST(test_drags_go_on_outside)
{
    Extent window = {640, 360}, picture = {1280, 720};
    expect(scale_point(-20, 400, window, picture), -39, 801);
}

TEST(test_a_window_without_extent)
{
    expect(scale_point(3, 4, (Extent){0, 0}, (Extent){1, 1}), 3.5f, 4.5f);
}
