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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_has_ended_is_told),
        cmocka_unit_test(test_a_run_that_was_stopped_has_not_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
