/* The canvas: exact pixels, independent of compiler, optimisation, stride and threads, and no input
 * that it does not survive. The hashes are of pictures that were looked at. */
#include "base/hash.h"
#include "picture.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Arena *arena;
static GlyphSource *glyphs;
static const TextMetrics *metrics;

static int start(void **state)
{
    arena = arena_new();
    glyphs = glyph_builtin(arena);
    metrics = glyph_metrics(arena, glyphs);
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

static Canvas canvas_of(int width, int height)
{
    Canvas canvas = {ARENA_ARRAY(arena, uint32_t, width * height), width, height, width};
    return canvas;
}

static Scene *blank(int width, int height)
{
    return scene_new(arena, width, height, 0xff000000, metrics);
}

static Canvas painted(const Scene *scene, int threads)
{
    Canvas canvas = canvas_of(scene->width, scene->height);
    canvas_paint(&canvas, scene, glyphs, threads);
    return canvas;
}

static uint32_t pixel(const Canvas *canvas, int x, int y)
{
    return canvas->pixels[y * canvas->stride + x];
}

static uint64_t hash_of(const Canvas *canvas)
{
    return hash_bytes(HASH_START, canvas->pixels,
                      sizeof(uint32_t) * (size_t)canvas->width * (size_t)canvas->height);
}

static void test_picture_has_these_exact_pixels(void **state)
{
    Canvas canvas = painted(picture(arena, metrics), 1);
    assert_int_equal(hash_of(&canvas), 0xe8f05cda92958e13u);
}

static void test_bench_scene_has_these_exact_pixels(void **state)
{
    Canvas canvas = painted(canvas_bench_scene(arena, 480, 270, metrics, 0), 2);
    assert_int_equal(hash_of(&canvas), 0x17267cc8765c62du);
}

static void test_threads_leave_no_trace(void **state)
{
    Scene *scene = canvas_bench_scene(arena, 333, 217, metrics, 0);
    Canvas one = painted(scene, 1);
    for (int threads = 2; threads <= 9; threads += 7) {
        Canvas many = painted(scene, threads);
        assert_memory_equal(one.pixels, many.pixels, sizeof(uint32_t) * 333 * 217);
    }
}

static void test_more_threads_than_rows(void **state)
{
    Scene *scene = blank(9, 2);
    scene_rect(scene, (Rect){0, 0, 9, 2}, 0xff123456, (PickTag){0});
    Canvas canvas = painted(scene, 1000);
    assert_int_equal(pixel(&canvas, 8, 1), 0x123456);
}

static void test_stride_is_respected(void **state)
{
    Scene *scene = picture(arena, metrics);
    Canvas plain = painted(scene, 1);
    Canvas wide = canvas_of(160 + 13, 120);
    memset(wide.pixels, 0x5a, sizeof(uint32_t) * 173 * 120);
    wide.width = 160;
    canvas_paint(&wide, scene, glyphs, 2);
    for (int y = 0; y < 120; y++) {
        assert_memory_equal(&wide.pixels[y * 173], &plain.pixels[y * 160], 160 * 4);
        assert_int_equal(wide.pixels[y * 173 + 160], 0x5a5a5a5a);
    }
}

static void test_rects_fill_whole_pixels(void **state)
{
    Scene *scene = blank(20, 20);
    scene_rect(scene, (Rect){2.4f, 3.6f, 5, 5}, 0xffffffff, (PickTag){0});
    Canvas canvas = painted(scene, 1);
    assert_int_equal(pixel(&canvas, 2, 4), 0xffffff);
    assert_int_equal(pixel(&canvas, 6, 8), 0xffffff);
    assert_int_equal(pixel(&canvas, 7, 4), 0);
    assert_int_equal(pixel(&canvas, 2, 3), 0);
    assert_int_equal(pixel(&canvas, 2, 9), 0);
}

static void test_alpha_is_exact_at_both_ends(void **state)
{
    Scene *scene = scene_new(arena, 11, 1, 0xff336699, metrics);
    scene_rect(scene, (Rect){0, 0, 3, 1}, 0x00ffffff, (PickTag){0});
    scene_rect(scene, (Rect){3, 0, 3, 1}, 0xffabcdef, (PickTag){0});
    scene_rect(scene, (Rect){6, 0, 5, 1}, 0x80ffffff, (PickTag){0});
    Canvas canvas = painted(scene, 1);
    assert_int_equal(pixel(&canvas, 0, 0), 0x336699);
    assert_int_equal(pixel(&canvas, 5, 0), 0xabcdef);
    for (int x = 6; x < 11; x++) /* in groups of four and alone */
        assert_int_equal(pixel(&canvas, x, 0), 0x9ab3cc);
}

static void test_a_clear_background_keeps_what_is_there(void **state)
{
    Scene *under = blank(30, 10), *over = scene_new(arena, 30, 10, 0, metrics);
    scene_rect(under, (Rect){0, 0, 30, 10}, 0xff445566, (PickTag){0});
    scene_rect(over, (Rect){10, 0, 10, 10}, 0xffffffff, (PickTag){0});
    Canvas canvas = painted(under, 1);
    canvas_paint(&canvas, over, glyphs, 1);
    assert_int_equal(pixel(&canvas, 0, 0), 0x445566);
    assert_int_equal(pixel(&canvas, 15, 5), 0xffffff);
}

static void test_level_lines_are_crisp(void **state)
{
    Scene *scene = blank(20, 20);
    scene_line(scene, (Point){2, 5.3f}, (Point){18, 5.3f}, 0xffffffff, 1);
    Canvas canvas = painted(scene, 1);
    int lit = 0;
    for (int y = 0; y < 20; y++)
        lit += pixel(&canvas, 10, y) == 0xffffff;
    assert_int_equal(lit, 1);
    for (int y = 0; y < 20; y++)
        assert_true(pixel(&canvas, 10, y) == 0 || pixel(&canvas, 10, y) == 0xffffff);
}

/* All the light of a slanted line: coverage must add up to its area. */
static void test_lines_have_their_area(void **state)
{
    const float widths[] = {0.5f, 1, 2.5f, 6};
    for (int i = 0; i < 4; i++) {
        Scene *scene = blank(100, 100);
        scene_line(scene, (Point){10, 20}, (Point){90, 80}, 0xffffffff, widths[i]);
        Canvas canvas = painted(scene, 1);
        double light = 0;
        for (int p = 0; p < 100 * 100; p++)
            light += (canvas.pixels[p] & 0xff) / 255.0;
        assert_true(fabs(light - 100 * widths[i]) < 2 + 2 * widths[i]);
    }
}

static void test_circles_have_their_area(void **state)
{
    for (int radius = 1; radius <= 40; radius += 3) {
        Scene *scene = blank(100, 100);
        scene_circle(scene, (Point){50.3f, 49.6f}, (float)radius, 0xffffffff, 0, 0, (PickTag){0});
        Canvas canvas = painted(scene, 1);
        double light = 0;
        for (int p = 0; p < 100 * 100; p++)
            light += (canvas.pixels[p] & 0xff) / 255.0;
        assert_true(fabs(light / (3.14159265 * radius * radius) - 1) < 0.02 + 0.15 / radius);
    }
}

static void test_nothing_is_painted_outside_a_clip(void **state)
{
    Scene *scene = blank(60, 60);
    scene_clip(scene, (Rect){20, 20, 20, 20});
    scene_rect(scene, (Rect){0, 0, 60, 60}, 0xffffffff, (PickTag){0});
    scene_circle(scene, (Point){20, 20}, 30, 0xffffffff, 0xff00ff00, 3, (PickTag){0});
    scene_arrow(scene, (Point){0, 0}, (Point){60, 60}, 0xffff0000, 5);
    scene_hatch(scene, (Rect){0, 0, 60, 60}, 0xffffffff, 3);
    scene_text(scene, FONT_UI, 40, (Point){0, 40}, 0xffffffff, "WWWW");
    scene_unclip(scene);
    Canvas canvas = painted(scene, 1);
    for (int y = 0; y < 60; y++)
        for (int x = 0; x < 60; x++)
            if (x < 20 || x >= 40 || y < 20 || y >= 40)
                assert_int_equal(pixel(&canvas, x, y), 0);
}

static void add_hostile(Scene *scene, float a, float b, float c, float d)
{
    Rect rect = {a, b, c, d};
    Point from = {a, b}, to = {c, d};
    scene_rect(scene, rect, 0xff112233, (PickTag){1, 0, 0, 0});
    scene_box(scene, rect, d, 0x80112233, 0xff445566, c, (PickTag){1, 0, 0, 0});
    scene_box(scene, (Rect){1, 1, 30, 30}, a, 0x80112233, 0xff445566, b, (PickTag){0});
    scene_circle(scene, from, c, 0xff778899, 0x80aabbcc, d, (PickTag){1, 0, 0, 0});
    scene_line(scene, from, to, 0xffffffff, 2);
    scene_line(scene, (Point){5, 5}, (Point){50, 20}, 0xffffffff, a);
    scene_dashed_line(scene, from, to, 0xffffffff, 3);
    scene_arrow(scene, from, to, 0xffffffff, d);
    scene_hatch(scene, rect, 0xffffffff, a);
    scene_clip(scene, rect);
    scene_text(scene, FONT_UI, 12, from, 0xffffffff, "hostile");
    scene_label(scene, FONT_UI, 12, rect, 0, 0xffffffff, "hostile");
    scene_paragraph(scene, FONT_UI, 12, from, c, 3, 0xffffffff, "hostile places, hostile sizes");
    scene_unclip(scene);
    int font_px = c > 1e9f ? 2147483647 : c > -1e9f ? (int)c : -2147483647;
    scene_text(scene, FONT_CODE, font_px, (Point){9, 9}, 0xffffffff, "x");
}

static void test_hostile_numbers_never_crash(void **state)
{
    const float odd[] = {0,     -0.0f,  -7,  0.3f,     50,        1e9f,   -1e9f,
                         3e38f, -3e38f, NAN, INFINITY, -INFINITY, 1e-40f, 4194304};
    enum { COUNT = sizeof odd / sizeof *odd };
    uint32_t seed = 11;
    for (int i = 0; i < COUNT * 40; i++) {
        float numbers[4];
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            numbers[k] = odd[(seed >> 16) % COUNT];
        }
        Scene *scene = blank(64, 40);
        add_hostile(scene, numbers[0], numbers[1], numbers[2], numbers[3]);
        painted(scene, 1 + i % 2);
        size_t length;
        scene_svg(arena, scene, &length);
        scene_dump(arena, scene);
        scene_pick(scene, (Point){numbers[3], numbers[2]}, NULL);
    }
}

static void test_far_lines_cross_the_canvas(void **state)
{
    Scene *scene = blank(40, 40);
    scene_line(scene, (Point){-1e8f, 20.5f}, (Point){1e8f, 20.5f}, 0xffffffff, 1);
    scene_line(scene, (Point){-1e6f, -1e6f}, (Point){1e6f, 1e6f}, 0xffffffff, 2);
    Canvas canvas = painted(scene, 1);
    assert_int_equal(pixel(&canvas, 3, 20), 0xffffff);
    assert_true((pixel(&canvas, 10, 10) & 0xff) > 200);
}

static void test_an_empty_canvas_is_fine(void **state)
{
    Canvas canvas = {NULL, 0, 0, 0};
    canvas_paint(&canvas, picture(arena, metrics), glyphs, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_picture_has_these_exact_pixels, start, end),
        cmocka_unit_test_setup_teardown(test_bench_scene_has_these_exact_pixels, start, end),
        cmocka_unit_test_setup_teardown(test_threads_leave_no_trace, start, end),
        cmocka_unit_test_setup_teardown(test_more_threads_than_rows, start, end),
        cmocka_unit_test_setup_teardown(test_stride_is_respected, start, end),
        cmocka_unit_test_setup_teardown(test_rects_fill_whole_pixels, start, end),
        cmocka_unit_test_setup_teardown(test_alpha_is_exact_at_both_ends, start, end),
        cmocka_unit_test_setup_teardown(test_a_clear_background_keeps_what_is_there, start, end),
        cmocka_unit_test_setup_teardown(test_level_lines_are_crisp, start, end),
        cmocka_unit_test_setup_teardown(test_lines_have_their_area, start, end),
        cmocka_unit_test_setup_teardown(test_circles_have_their_area, start, end),
        cmocka_unit_test_setup_teardown(test_nothing_is_painted_outside_a_clip, start, end),
        cmocka_unit_test_setup_teardown(test_hostile_numbers_never_crash, start, end),
        cmocka_unit_test_setup_teardown(test_far_lines_cross_the_canvas, start, end),
        cmocka_unit_test_setup_teardown(test_an_empty_canvas_is_fine, start, end),
    };
    return cmocka_run_group_tests_name("canvas", tests, NULL, NULL);
}
