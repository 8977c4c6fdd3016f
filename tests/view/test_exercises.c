/* The exercise of every lesson beside what is drawn of it, in short windows and with a panel open:
 * no text of it lies over another, and what grading found is told. */
#include "app/app.h"
#include "picture.h"
#include "scene_check.h"
#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int sizes[][2] = {{1280, 720}, {1024, 600}, {960, 540}, {800, 600}};
static const char *const lines[] = {"", "hint", "panel-memory", "language"};

static void settle(Session *session)
{
    session_finish_work(session);
    exercise_finish(session);
    session_tick(session, 0);
    session_settle(session);
    session_tick(session, 0);
}

static void check_picture(Picture *picture, Arena *frame, const char *name, const int *size)
{
    char reason[400];
    arena_reset(frame);
    picture->scene = view_build(picture->session, frame, size[0], size[1], picture->metrics);
    if (scene_find_clash(picture->scene, 0, reason, sizeof reason) >= 0)
        fail_msg("%s, %d x %d: %s", name, size[0], size[1], reason);
    bool is_chinese = picture->session->look.language == LANGUAGE_ZH;
    if (!find_text(picture, is_chinese ? "还没有通过" : "Not solved yet."))
        fail_msg("%s, %d x %d: no verdict", name, size[0], size[1]);
}

static void check_exercise(Picture *picture, Arena *frame, const Lesson *lesson)
{
    assert_true(lesson_open(picture->session, lesson->name, 0));
    settle(picture->session);
    exercise_begin(picture->session);
    settle(picture->session);
    assert_true(exercise_is_open(picture->session));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        if (*lines[i])
            send_line(picture->session, lines[i]);
        settle(picture->session);
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; ++j)
            check_picture(picture, frame, lesson->name, sizes[j]);
    }
    send_line(picture->session, "language");
    assert_int_equal(remove(strrchr(lesson->exercise->skeleton, '/') + 1), 0);
}

TEST(test_no_text_lies_over_another)
{
    char folder[] = "/tmp/tilestep-exercises-XXXXXX";
    const char *note;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Arena *frame = arena_new();
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (!note)
        picture.metrics = glyph_metrics(picture.arena, fonts_glyphs(fonts));
    Lessons lessons = lessons_read_shipped(picture.arena);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    session_use_lessons(picture.session, &lessons);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    for (int i = 0; i < lessons.count; ++i)
        check_exercise(&picture, frame, lessons.items[i]);
    assert_true(lessons.count >= 20);
    close_picture(&picture);
    fonts_close(fonts);
    arena_free(frame);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
}
