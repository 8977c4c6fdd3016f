/* PNG: what was painted is what libpng reads back, and failures are reasons. */
#include "picture.h"
#include "test.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Canvas painted(Arena *arena)
{
    GlyphSource *glyphs = glyph_builtin(arena);
    Canvas canvas = {ARENA_ARRAY(arena, uint32_t, 170 * 120), 160, 120, 170};
    canvas_paint(&canvas, picture(arena, glyph_metrics(arena, glyphs)), glyphs, 1);
    return canvas;
}

static void test_round_trip(void **state)
{
    Arena *arena = arena_new();
    Canvas canvas = painted(arena);
    char path[] = "/tmp/tilestep-test-XXXXXX";
    const Phrase *reason = NULL;
    close(mkstemp(path));
    assert_true(canvas_write_png(arena, &canvas, path, &reason));

    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 160);
    assert_int_equal(image.height, 120);
    unsigned char *bytes = arena_alloc(arena, PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, bytes, 0, NULL));
    for (int y = 0; y < 120; y++)
        for (int x = 0; x < 160; x++) {
            const unsigned char *rgb = bytes + 3 * (y * 160 + x);
            assert_int_equal(rgb[0] << 16 | rgb[1] << 8 | rgb[2], canvas.pixels[y * 170 + x]);
        }
    remove(path);
    arena_free(arena);
}

static void test_failures_have_reasons(void **state)
{
    Arena *arena = arena_new();
    Canvas canvas = painted(arena), empty = {NULL, 0, 0, 0}, endless = {NULL, 2000000, 1, 0};
    const Phrase *reason = NULL;
    assert_false(canvas_write_png(arena, &canvas, "/nowhere/at/all.png", &reason));
    assert_non_null(reason);
    reason = NULL;
    assert_false(canvas_write_png(arena, &empty, "/tmp/tilestep-empty.png", &reason));
    assert_non_null(reason);
    reason = NULL;
    assert_false(canvas_write_png(arena, &endless, "/tmp/tilestep-endless.png", &reason));
    assert_non_null(reason);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_failures_have_reasons),
    };
    return cmocka_run_group_tests_name("png", tests, NULL, NULL);
}
