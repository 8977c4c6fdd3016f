/* What the sentence, the head, the registers and the source say: that it is true at the moment shown,
 * and that what has no room is told to be left out. */
#include "picture.h"

#include "view/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static Picture open_text(const char *text, const LoadOptions *options)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("words.cu", text, strlen(text), options), true);
    session_finish_work(picture.session);
    assert_non_null(session_front(picture.session));
    return picture;
}

static void need_text(Picture *picture, const char *part)
{
    draw(picture);
    if (!find_text(picture, part))
        fail_msg("'%s' is not said", part);
}

static void test_what_has_ended_is_told(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "go-end");
    need_text(&picture, "All blocks have ended.");
    assert_null(find_text(&picture, " · block"));
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 128, 16);
    send_line(picture.session, "go-end");
    need_text(&picture, "Block (0, 0) has ended. ]: the next block");
    assert_non_null(find_text(&picture, " · block (0, 0) of 64"));
    send_line(picture.session, "pick-block 63");
    send_line(picture.session, "go-end");
    need_text(&picture, "Block (7, 7), the last one, has ended.");
    close_picture(&picture);
}

static void test_a_run_that_was_stopped_has_not_ended(void **state)
{
    (void)state;
    LoadOptions options = {.grid = "2", .block = "64", .max_steps = "50"};
    NamedText argument = {"a", "zeros:8"};
    options.arguments = &argument;
    options.argument_count = 1;
    Picture picture = open_text("__global__ void spin(int *a) {\n"
                                "    while (a[0] == a[0]) a[1] += 1;\n"
                                "}\n",
                                &options);
    send_line(picture.session, "go-end");
    need_text(&picture, "Block 0 was stopped");
    assert_null(find_text(&picture, "All blocks"));
    close_picture(&picture);
}

/* Letters of a text that a stroke goes through. */
static const char *letters_under(Arena *arena, const Shape *text, Rect stroke)
{
    size_t length = strlen(text->text), first = length, count = 0;
    float width = text->rect.w / (float)length;
    for (size_t i = 0; i < length; ++i) {
        float middle = text->rect.x + width * ((float)i + 0.5f);
        if (middle < stroke.x || middle > stroke.x + stroke.w)
            continue;
        first = count++ ? first : i;
    }
    return arena_text(arena, text->text + first, count);
}

/* What of the source is struck through, row by row. */
static const char *struck(Picture *picture)
{
    Colour danger = theme_get(picture->session->look.theme)->danger;
    const char *all = "";
    draw(picture);
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Rect line = shape->rect;
        if (shape->kind != SHAPE_RECT || shape->fill != danger || line.h > 3 || line.x < 840)
            continue;
        for (int j = 0; j < i; ++j) {
            const Shape *text = &picture->scene->shapes[j];
            float below = text->rect.y - line.y; /* of its baseline */
            if (text->kind == SHAPE_TEXT && below > 0 && below < 10)
                all = arena_printf(picture->arena, "%s%s", all,
                                   letters_under(picture->arena, text, line));
        }
        all = arena_printf(picture->arena, "%s|", all);
    }
    return all;
}

static void test_only_what_is_off_is_struck(void **state)
{
    (void)state;
    static const char text[] = "__global__ void k(const int *a, int *b, int n) {\n"
                               "    int i = threadIdx.x;\n"
                               "    if (i < n) b[i] = a[i];\n"
                               "    b[i] = i < n ? a[i] : 0;\n"
                               "    __syncthreads(); b[0] = 1;\n"
                               "    b[1] = 2;\n"
                               "}\n"
                               "int main() { int n = 4, *a, *b; cudaMalloc(&a, 16);\n"
                               "    cudaMalloc(&b, 16); k<<<1, 4>>>(a, b, n); }\n";
    static const char *const withouts[] = {"check:3", "check:4", "barrier:5", "line:6"};
    static const char *const parts[] = {"if (i < n)|", "i < n|", "__syncthreads()|", "b[1] = 2;|"};
    for (int i = 0; i < 4; ++i) {
        LoadOptions options = {.withouts = &withouts[i], .without_count = 1};
        Picture picture = open_text(text, &options);
        assert_string_equal(struck(&picture), parts[i]);
        close_picture(&picture);
    }
}

static void test_a_result_is_of_the_end(void **state)
{
    (void)state;
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    send_line(picture.session, "toggle 25");
    send_line(picture.session, "toggle 29");
    send_line(picture.session, "toggle 40");
    send_line(picture.session, "seek 60");
    session_finish_work(picture.session);
    need_text(&picture, "end: 0");
    assert_non_null(find_text(&picture, "3 off")); /* in the head */
    assert_null(find_text(&picture, "× 0"));
    send_line(picture.session, "language");
    need_text(&picture, "最终");
    send_line(picture.session, "go-end");
    need_text(&picture, "× 正确");
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_has_ended_is_told),
        cmocka_unit_test(test_a_run_that_was_stopped_has_not_ended),
        cmocka_unit_test(test_only_what_is_off_is_struck),
        cmocka_unit_test(test_a_result_is_of_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
