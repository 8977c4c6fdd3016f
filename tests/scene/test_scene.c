/* Scenes as lists: the dump of every kind of shape, and picking through clips. */
#include "scene/paint/canvas.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static Arena *arena;
static Scene *scene;

static int start(void **state)
{
    arena = arena_new();
    scene = scene_new(arena, 320, 200, 0xff101418, glyph_metrics(arena, glyph_builtin(arena)));
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

static void test_dump_shows_every_kind(void **state)
{
    scene_rect(scene, (Rect){1, 2, 30, 40}, 0xff0072b2, (PickTag){3, 4, 5, 6});
    scene_box(scene, (Rect){0.5f, 0, 8, 8}, 2, 0, 0xffffffff, 1.5f, (PickTag){0});
    scene_circle(scene, (Point){10, 20}, 5, 0x80d55e00, 0, 0, (PickTag){1, 0, 0, 0});
    scene_clip(scene, (Rect){0, 0, 100, 50});
    scene_line(scene, (Point){0, 0}, (Point){10, -5}, 0xff000000, 1);
    scene_dashed_line(scene, (Point){0, 0}, (Point){10, 0}, 0xff000000, 2);
    scene_arrow(scene, (Point){5, 5}, (Point){9, 9}, 0xff112233, 2);
    scene_hatch(scene, (Rect){0, 0, 16, 16}, 0xff8a9099, 6);
    scene_unclip(scene);
    scene_text(scene, FONT_CODE, 10, (Point){3, 12}, 0xffeeeeee, "a \"b\"\\\n");
    assert_string_equal(scene_dump(arena, scene),
                        "scene 320x200 background=ff101418\n"
                        "rect 64,128 1920,2560 fill=ff0072b2 tag=3:4,5,6\n"
                        "rect 32,0 512,512 radius=128 stroke=ffffffff width=96\n"
                        "circle 320,960 640,640 fill=80d55e00 tag=1:0,0,0\n"
                        "clip 0,0 6400,3200\n"
                        "  line 0,0 640,-320 stroke=ff000000 width=64\n"
                        "  line 0,0 640,0 stroke=ff000000 width=128 dashed\n"
                        "  arrow 320,320 256,256 stroke=ff112233 width=128\n"
                        "  hatch 0,0 1024,1024 spacing=384 stroke=ff8a9099 width=64\n"
                        "unclip\n"
                        "text 192,768 2304,0 fill=ffeeeeee code 10 \"a \\\"b\\\"\\\\\\x0a\"\n");
}

static void test_dump_survives_odd_numbers(void **state)
{
    scene_rect(scene, (Rect){NAN, INFINITY, -INFINITY, 1e30f}, 0xffffffff, (PickTag){0});
    assert_string_equal(scene_dump(arena, scene), "scene 320x200 background=ff101418\n"
                                                  "rect nan,far 0,far fill=ffffffff\n");
}

static uint32_t picked(float x, float y)
{
    return scene_pick(scene, (Point){x, y}, NULL).a;
}

static void test_pick_takes_the_topmost(void **state)
{
    scene_rect(scene, (Rect){0, 0, 50, 50}, 0xffffffff, (PickTag){1, 1, 0, 0});
    scene_rect(scene, (Rect){20, 20, 50, 50}, 0, (PickTag){1, 2, 0, 0});
    scene_rect(scene, (Rect){0, 0, 99, 99}, 0xffffffff, (PickTag){0, 9, 0, 0});
    scene_text(scene, FONT_UI, 12, (Point){0, 12}, 0xff000000, "on top, but not pickable");
    Rect rect = {0};
    assert_int_equal(scene_pick(scene, (Point){30, 30}, &rect).a, 2);
    assert_true(rect.x == 20 && rect.w == 50);
    assert_int_equal(picked(10, 10), 1);
    assert_int_equal(picked(50, 10), 0); /* the right edge is outside */
    assert_int_equal(scene_pick(scene, (Point){90, 90}, &rect).kind, 0);
    assert_true(rect.x == 20);
    assert_int_equal(picked(NAN, 10), 0);
}

static void test_pick_respects_clips(void **state)
{
    scene_clip(scene, (Rect){0, 0, 40, 100});
    scene_rect(scene, (Rect){0, 0, 100, 100}, 0xffffffff, (PickTag){1, 1, 0, 0});
    scene_clip(scene, (Rect){30, 0, 70, 100});
    scene_rect(scene, (Rect){0, 0, 100, 100}, 0xffffffff, (PickTag){1, 2, 0, 0});
    scene_unclip(scene);
    scene_unclip(scene);
    scene_rect(scene, (Rect){90, 90, 10, 10}, 0xffffffff, (PickTag){1, 3, 0, 0});
    assert_int_equal(picked(10, 50), 1);
    assert_int_equal(picked(35, 50), 2);
    assert_int_equal(picked(60, 50), 0); /* in the inner clip, outside the outer one */
    assert_int_equal(picked(95, 95), 3);
}

static void test_pick_in_circles_is_round(void **state)
{
    scene_circle(scene, (Point){50, 50}, 20, 0xffffffff, 0, 0, (PickTag){1, 7, 0, 0});
    assert_int_equal(picked(50, 31), 7);
    assert_int_equal(picked(33, 33), 0);
}

static void test_words_are_lines_of_a_part(void **state)
{
    scene->part = 1;
    scene_text(scene, FONT_UI, 20, (Point){0, 30}, 0xffffffff, "one");
    scene_rect(scene, (Rect){0, 0, 100, 100}, 0xffffffff, (PickTag){1, 1, 0, 0});
    scene_text(scene, FONT_CODE, 20, (Point){50, 32}, 0xffffffff, "line");
    scene->part = 2;
    scene_text(scene, FONT_UI, 20, (Point){0, 60}, 0xffffffff, "elsewhere");
    scene->part = 1;
    scene_text(scene, FONT_UI, 20, (Point){0, 90}, 0xffffffff, "another");
    assert_string_equal(scene_words(scene->arena, scene, 1, NULL), "one line\nanother");
    assert_string_equal(scene_words(scene->arena, scene, 0, NULL), "one line\nelsewhere\nanother");
    assert_string_equal(scene_words(scene->arena, scene, 0, &(Rect){0, 40, 100, 30}), "elsewhere");
    assert_string_equal(scene_words(scene->arena, scene, 3, NULL), "");
}

/* More than any list begins with. */
static void test_lists_grow_by_every_kind(void **state)
{
    enum { MANY = 100000 };
    for (int i = 0; i < MANY; ++i) {
        Rect rect = {(float)i, 1, 2, -3};
        scene->part = i % 5;
        if (i % 3 == 0)
            scene_rect(scene, rect, 0xff000000, (PickTag){1, (uint32_t)i, 0, 0});
        else if (i % 3 == 1)
            scene_line(scene, (Point){(float)i, 1}, (Point){(float)i + 2, -2}, 0xff000000, 1);
        else
            scene_text(scene, FONT_UI, 10, (Point){(float)i, 1}, 0xff000000, "a");
        assert_true(scene->count == i + 1 && scene->capacity > scene->count);
    }
    for (int i = 0; i < MANY; ++i) {
        static const ShapeKind kinds[] = {SHAPE_RECT, SHAPE_LINE, SHAPE_TEXT};
        const Shape *shape = &scene->shapes[i];
        assert_true(shape->kind == kinds[i % 3] && shape->rect.x == (float)i);
        assert_true(shape->part == i % 5 && shape->tag.a == (uint32_t)(i % 3 ? 0 : i));
        assert_true(shape->rect.h == (i % 3 == 1 ? -3 : 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_dump_shows_every_kind, start, end),
        cmocka_unit_test_setup_teardown(test_dump_survives_odd_numbers, start, end),
        cmocka_unit_test_setup_teardown(test_pick_takes_the_topmost, start, end),
        cmocka_unit_test_setup_teardown(test_pick_respects_clips, start, end),
        cmocka_unit_test_setup_teardown(test_pick_in_circles_is_round, start, end),
        cmocka_unit_test_setup_teardown(test_words_are_lines_of_a_part, start, end),
        cmocka_unit_test_setup_teardown(test_lists_grow_by_every_kind, start, end),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
