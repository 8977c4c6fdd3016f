/* Text: decoding of any bytes, labels that fit, paragraphs that break where they may. The metrics
 * are those of a font whose characters are all 10 px wide, Chinese ones 20. */
#include "base/text/utf8.h"
#include "scene/paint/canvas.h"
#include "scene/text/glyph.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static Arena *arena;
static Scene *scene;

static float plain_width(void *context, FontRole font, int font_px, const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    float width = 0;
    (void)context;
    (void)font;
    (void)font_px;
    while (at < end)
        width += glyph_is_wide(utf8_next(&at, end)) ? 20 : 10;
    return width;
}

static const TextMetrics PLAIN = {NULL, plain_width};

static int start(void **state)
{
    arena = arena_new();
    scene = scene_new(arena, 640, 480, 0xffffffff, &PLAIN);
    return 0;
}

static int end(void **state)
{
    arena_free(arena);
    return 0;
}

/* The texts of the scene, one on each line. */
static const char *texts(void)
{
    char *all = arena_text(arena, "", 0);
    for (int i = 0; i < scene->count; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? "\n" : "", scene->shapes[i].text);
    scene->count = 0;
    return all;
}

static const char *paragraph(float width, int max_lines, const char *text)
{
    scene_paragraph(scene, FONT_UI, 10, (Point){5, 7}, width, max_lines, 0xff000000, text);
    return texts();
}

static const char *label(float width, const char *text)
{
    scene_label(scene, FONT_UI, 10, (Rect){0, 0, width, 20}, -1, 0xff000000, text);
    return texts();
}

static void check_codes(const char *text, const uint32_t *codes, size_t count)
{
    const char *at = text, *stop = text + strlen(text);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(utf8_next(&at, stop), codes[i]);
    assert_ptr_equal(at, stop);
}

#define CODES(text, ...)                                                                           \
    check_codes(text, (const uint32_t[]){__VA_ARGS__},                                             \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void test_utf8_reads_good_text(void **state)
{
    CODES("aé中😀", 'a', 0xe9, 0x4e2d, 0x1f600);
    CODES("\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 0x7f,
          0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff);
}

static void test_utf8_replaces_bad_bytes(void **state)
{
    CODES("\x80x", 0xfffd, 'x');
    CODES("\xc0\x80", 0xfffd, 0xfffd);                               /* too long a form */
    CODES("\xe0\x80\x80", 0xfffd, 0xfffd, 0xfffd);                   /* too long a form */
    CODES("\xed\xa0\x80", 0xfffd, 0xfffd, 0xfffd);                   /* half of a surrogate pair */
    CODES("\xf4\x90\x80\x80z", 0xfffd, 0xfffd, 0xfffd, 0xfffd, 'z'); /* past the last character */
    CODES("\xe4\xb8", 0xfffd, 0xfffd);                               /* cut short */
    CODES("\xe4"
          "a",
          0xfffd, 'a');
    CODES("\xff\xfe", 0xfffd, 0xfffd);
}

static void test_utf8_always_moves_on(void **state)
{
    uint32_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        char bytes[12];
        size_t length = 1 + (seed >> 20) % sizeof bytes;
        for (size_t i = 0; i < length; i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = (char)(seed >> 24 | (seed >> 9 & 0x80));
        }
        const char *at = bytes, *stop = bytes + length;
        while (at < stop) {
            const char *before = at;
            uint32_t code = utf8_next(&at, stop);
            assert_true(at > before && at <= stop && at - before <= 4);
            assert_true(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
        }
    }
}

static void test_label_is_cut_with_an_ellipsis(void **state)
{
    assert_string_equal(label(50, "abcde"), "abcde");
    assert_string_equal(label(49, "abcde"), "abc…");
    assert_string_equal(label(30, "a bcd"), "a…");
    assert_string_equal(label(10, "abcde"), "…");
    assert_string_equal(label(9, "abcde"), "");
    assert_string_equal(label(50, "中文字符"), "中文…");
    assert_string_equal(label(-5, "abc"), "");
    assert_string_equal(label(0, ""), "");
}

static void test_label_is_aligned(void **state)
{
    Rect rect = {100, 50, 80, 20};
    for (int align = -1; align <= 1; align++)
        assert_true(scene_label(scene, FONT_UI, 10, rect, align, 0xff000000, "abcd"));
    assert_false(scene_label(scene, FONT_UI, 10, rect, 1, 0xff000000, "abcdefghijkl"));
    assert_true(scene->shapes[0].rect.x == 100);
    assert_true(scene->shapes[1].rect.x == 120);
    assert_true(scene->shapes[2].rect.x == 140);
    assert_true(scene->shapes[3].rect.x == 100);
    assert_true(scene->shapes[0].rect.y == 64);
}

static void test_paragraph_breaks_at_spaces(void **state)
{
    assert_string_equal(paragraph(100, 9, "one two three four"), "one two\nthree four");
    assert_string_equal(paragraph(100, 9, "exactly 10 x"), "exactly 10\nx");
    assert_string_equal(paragraph(100, 9, "a\n\nb"), "a\nb");
    assert_string_equal(paragraph(50, 9, "abcdefghijkl mn"), "abcde\nfghij\nkl mn");
    assert_string_equal(paragraph(3, 9, "abc"), "a\nb\nc");
    assert_string_equal(paragraph(100, 9, ""), "");
}

static void test_paragraph_breaks_chinese(void **state)
{
    assert_string_equal(paragraph(60, 9, "线程块共享"), "线程块\n共享");
    assert_string_equal(paragraph(60, 9, "线程块，共"), "线程\n块，共");
    assert_string_equal(paragraph(60, 9, "线程（块）"), "线程\n（块）");
    assert_string_equal(paragraph(70, 9, "用warp执行"), "用warp\n执行");
    assert_string_equal(paragraph(50, 9, "用 warp 执行"), "用\nwarp\n执行");
}

static void test_paragraph_ends_in_an_ellipsis(void **state)
{
    assert_string_equal(paragraph(100, 1, "one two three four"), "one two t…");
    assert_string_equal(paragraph(100, 1, "one\ntwo"), "one…");
    assert_string_equal(paragraph(100, 2, "one two three four"), "one two\nthree four");
    assert_string_equal(paragraph(100, 0, "one"), "");
}

static void test_paragraph_returns_its_height(void **state)
{
    float two = scene_paragraph(scene, FONT_UI, 10, (Point){5, 7}, 100, 9, 0xff000000,
                                "one two three four");
    assert_true(two == 28);
    assert_true(scene->shapes[1].rect.y - scene->shapes[0].rect.y == 14);
    assert_true(scene->shapes[0].rect.x == 5 && scene->shapes[0].rect.y == 18);
}

static void test_bad_text_never_breaks_lines_inside_characters(void **state)
{
    uint32_t seed = 3;
    for (int round = 0; round < 2000; round++) {
        static const char *const pieces[] = {"a", " ", "中", "，", "\xe4", "\x80", "😀", "\n", "（"};
        char text[64] = "";
        for (int i = 0; i < 12; i++) {
            seed = seed * 1664525u + 1013904223u;
            strcat(text, pieces[(seed >> 16) % 9]);
        }
        int max_lines = (int)(seed >> 8) % 6;
        paragraph((float)(seed % 90), max_lines, text);
        label((float)(seed % 90), text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8_reads_good_text),
        cmocka_unit_test(test_utf8_replaces_bad_bytes),
        cmocka_unit_test(test_utf8_always_moves_on),
        cmocka_unit_test_setup_teardown(test_label_is_cut_with_an_ellipsis, start, end),
        cmocka_unit_test_setup_teardown(test_label_is_aligned, start, end),
        cmocka_unit_test_setup_teardown(test_paragraph_breaks_at_spaces, start, end),
        cmocka_unit_test_setup_teardown(test_paragraph_breaks_chinese, start, end),
        cmocka_unit_test_setup_teardown(test_paragraph_ends_in_an_ellipsis, start, end),
        cmocka_unit_test_setup_teardown(test_paragraph_returns_its_height, start, end),
        cmocka_unit_test_setup_teardown(test_bad_text_never_breaks_lines_inside_characters, start,
                                        end),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
