/* What is switched off, whether it shows, and what leads on from there, as the picture says it. */
#include "picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void toggle(Picture *picture, int line)
{
    session_apply(picture->session, (Command){.name = COMMAND_TOGGLE, .number = line});
    session_finish_work(picture->session);
    draw(picture);
}

static bool has_button(const Picture *picture, CommandName name)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_BUTTON &&
            picture->scene->shapes[i].tag.a == (uint32_t)name)
            return true;
    return false;
}

static void test_an_order_that_spoils_is_told(void **state)
{
    static const char *const wrong[] = {"one after another: 128 of 256 wrong in P",
                                        "逐个执行：错误 128 / 256（P）"},
                             *const differs[] = {"Nds[4][0]: ", "Nds[4][0]："};
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("02_tiled.cu", 16, 8);
        picture.session->look.language = (Language)language;
        draw(&picture);
        assert_false(has_button(&picture, COMMAND_SHOW_BREAK));
        toggle(&picture, 33);
        assert_non_null(find_text(&picture, wrong[language]));
        assert_true(has_button(&picture, COMMAND_SHOW_BREAK));
        send_line(picture.session, "show-break");
        session_finish_work(picture.session);
        draw(&picture);
        assert_non_null(find_text(&picture, wrong[language]));
        assert_non_null(find_text(&picture, differs[language]));
        close_picture(&picture);
    }
}

/* The window says what the command line does. */
static void test_one_warp_is_told(void **state)
{
    static const char *const words[] = {"one warp, which runs in step", "只有一个线程束"};
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        Picture picture = open_sized("02_tiled.cu", 4, 2);
        picture.session->look.language = (Language)language;
        toggle(&picture, 37);
        assert_non_null(find_text(&picture, words[language]));
        assert_non_null(find_text(&picture, "TILE_WIDTH = 8, j = k = l = 16"));
        send_line(picture.session, "panel-findings");
        draw(&picture);
        close_picture(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_order_that_spoils_is_told),
        cmocka_unit_test(test_one_warp_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
