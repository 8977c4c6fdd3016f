/* Where a straight way leads through the inside of a rectangle. */
#include "base/geometry.h"
#include "test.h"

static const Rect rect = {10, 20, 30, 10};

static bool is_crossed(float ax, float ay, float bx, float by)
{
    bool is = rect_is_crossed(rect, (Point){ax, ay}, (Point){bx, by});
    assert_int_equal(is, rect_is_crossed(rect, (Point){bx, by}, (Point){ax, ay}));
    return is;
}

TEST(ways_through_the_inside_cross)
{
    assert_true(is_crossed(0, 25, 50, 25));
    assert_true(is_crossed(25, 0, 25, 50));
    assert_true(is_crossed(5, 15, 45, 35));
    assert_true(is_crossed(0, 25, 11, 25));
    assert_true(is_crossed(12, 22, 13, 23));
    assert_true(is_crossed(15, 25, 15, 25));
}

TEST(edges_and_what_ends_before_do_not)
{
    assert_false(is_crossed(0, 20, 50, 20));
    assert_false(is_crossed(40, 0, 40, 50));
    assert_false(is_crossed(0, 25, 10, 25));
    assert_false(is_crossed(0, 25, 9, 25));
    assert_false(is_crossed(0, 30, 10, 40));
    assert_false(is_crossed(41, 0, 50, 50));
    assert_false(is_crossed(0, 0, 0, 0));
}
