/* The bar of a film, of which nothing is cut in either language at any size, and the list of files;
 * both by mouse. */
#include "scene/paint/canvas.h"
#include "session/sheets/opener.h"
#include "sessions.h"
#include "test.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Desk {
    Arena *arena;
    TextMetrics *metrics;
    Session *session;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    desk->arena = arena_new();
    desk->metrics = glyph_metrics(desk->arena, glyph_builtin(desk->arena));
    desk->session = open_pair(4, 2);
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

/* What is cut with the bar that is not cut without it. */
static int count_cuts(Desk *desk)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {900, 600}};
    Session *session = desk->session;
    int cut = 0;
    for (int i = 0; i < 8; ++i) {
        const int *size = sizes[i / 2];
        session->look.language = i % 2 ? LANGUAGE_ZH : LANGUAGE_EN;
        FilmStand film = session->wanted.film;
        ViewCuts with = {0}, without = {0};
        view_build_checked(session, desk->arena, size[0], size[1], desk->metrics, &with);
        session->wanted.film = (FilmStand){0};
        view_build_checked(session, desk->arena, size[0], size[1], desk->metrics, &without);
        session->wanted.film = film;
        for (int at = without.count; at < with.count; ++at)
            print_error("cut at %d x %d: %s\n", size[0], size[1], with.texts[at]);
        cut += with.count - without.count;
    }
    session->look.language = LANGUAGE_EN;
    return cut;
}

static void test_nothing_is_cut(void **state)
{
    Desk *desk = *state;
    FilmStand *film = &desk->session->wanted.film;
    int cut = 0;
    film->state = FILM_RUNNING;
    cut += count_cuts(desk);
    film->total = film->done = 123456;
    cut += count_cuts(desk);
    film->is_cancelled = true;
    cut += count_cuts(desk);
    assert_int_equal(cut, 0);
}

static void press(Desk *desk, TargetKind kind, uint32_t a, uint32_t b)
{
    Scene *scene = view_build(desk->session, desk->arena, 1280, 720, desk->metrics);
    Command command;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->tag.kind != (uint32_t)kind || shape->tag.a != a || shape->tag.b != b ||
            shape->rect.w > 1000)
            continue;
        Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
        assert_true(view_press(desk->session, scene, at, &command));
        session_apply(desk->session, command);
        return;
    }
    fail_msg("nothing of kind %d, %u, %u to press", kind, a, b);
}

static void test_the_bar_ends_the_film(void **state)
{
    Desk *desk = *state;
    send_line(desk->session, "film");
    press(desk, TARGET_BUTTON, COMMAND_CLOSE, 0);
    assert_true(desk->session->wanted.film.is_cancelled);
}

static void test_a_recent_file_is_opened_by_mouse(void **state)
{
    Desk *desk = *state;
    const char *path = KERNELS_FOLDER "/16_stencil.cu";
    opener_set_recent(desk->session, &path, 1);
    send_line(desk->session, "open");
    press(desk, TARGET_FILE, 0, 0);
    assert_string_equal(session_front(desk->session)->run->path, path);
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_nothing_is_cut),
        DESK(test_the_bar_ends_the_film),
        DESK(test_a_recent_file_is_opened_by_mouse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
