/* Progress: what is done stays done, on the disk too, whoever writes there at the same time; and
 * what follows from it for the course. */
#include "base/file.h"
#include "base/state_folder.h"
#include "session/lessons/course.h"
#include "session/lessons/kept.h"
#include "session/lessons/progress.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Desk {
    Arena *arena;
    LessonProgress progress;
    Lessons lessons;
    char folder[64];
} Desk;

/* Lessons a, b that needs a, and c, of two stages each. */
static void make_lessons(Desk *desk)
{
    static const char *const names[] = {"a", "b", "c"};
    static const char *const needs[] = {"a"};
    for (int i = 0; i < 3; ++i) {
        Lesson *lesson = ARENA_NEW(desk->arena, Lesson);
        lesson->name = names[i];
        lesson->needs = needs;
        lesson->needs_count = i == 1;
        lesson->stages = ARENA_NEW(desk->arena, Scenes);
        lesson->stages->plans = ARENA_ARRAY(desk->arena, ScenePlan, 2);
        lesson->stages->count = 2;
        lesson->stages->plans[0].name = "one";
        lesson->stages->plans[1].name = "two";
        *ARENA_PUSH(desk->arena, desk->lessons.items, desk->lessons.count, desk->lessons.capacity) =
            lesson;
    }
}

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->arena = arena_new();
    snprintf(desk->folder, sizeof desk->folder, "/tmp/tilestep-progress-XXXXXX");
    assert_non_null(mkdtemp(desk->folder));
    setenv("XDG_STATE_HOME", desk->folder, 1);
    make_lessons(desk);
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    const char *folder = state_folder(desk->arena);
    remove(arena_printf(desk->arena, "%s/lessons", folder));
    remove(arena_printf(desk->arena, "%s/lessons.lock", folder));
    rmdir(folder);
    rmdir(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static void test_what_is_next(void **state)
{
    Desk *desk = *state;
    LessonProgress *progress = &desk->progress;
    const Lessons *lessons = &desk->lessons;
    assert_int_equal(course_next(progress, lessons), 0);
    assert_false(course_is_open(progress, lessons, lessons->items[1]));
    progress_mark(progress, "c", "two", STAGE_SHOWN); /* begun: one goes on with it */
    assert_int_equal(course_next(progress, lessons), 2);
    assert_int_equal(course_state(progress, lessons->items[2]), LESSON_BEGUN);
    assert_int_equal(course_stage(progress, lessons->items[2]), 0);
    progress_mark(progress, "c", "one", STAGE_DONE);
    assert_int_equal(course_state(progress, lessons->items[2]), LESSON_SEEN);
    assert_int_equal(course_next(progress, lessons), 0);
    progress_mark(progress, "a", "one", STAGE_DONE);
    assert_int_equal(course_stage(progress, lessons->items[0]), 1);
    progress_mark(progress, "a", "two", STAGE_DONE);
    assert_true(course_is_open(progress, lessons, lessons->items[1]));
    assert_int_equal(course_next(progress, lessons), 1);
    assert_int_equal(course_state(progress, lessons->items[0]), LESSON_DONE);
    assert_int_not_equal(course_state(progress, lessons->items[1]), LESSON_DONE);
    assert_int_equal(course_state(progress, lessons->items[2]), LESSON_SEEN);
    progress_mark(progress, "c", "two", STAGE_DONE); /* answered after all */
    assert_int_equal(course_state(progress, lessons->items[2]), LESSON_DONE);
    progress_mark(progress, "c", "exercise", STAGE_DONE);
    assert_int_equal(course_state(progress, lessons->items[2]), LESSON_SOLVED);
    progress_mark(progress, "b", "one", STAGE_DONE);
    progress_mark(progress, "b", "two", STAGE_DONE);
    assert_int_equal(course_next(progress, lessons), -1);
}

static void test_it_is_kept(void **state)
{
    Desk *desk = *state;
    const Phrase *problem;
    LessonProgress *there = ARENA_NEW(desk->arena, LessonProgress);
    assert_true(kept_read(desk->arena, there, &problem));
    assert_int_equal(there->count, 0);
    progress_mark(&desk->progress, "a", "one", STAGE_SHOWN);
    assert_true(desk->progress.is_new);
    assert_true(kept_write(desk->arena, &desk->progress, &problem));
    assert_false(desk->progress.is_new);
    progress_mark(there, "b", "one", STAGE_DONE); /* another window, which read it before */
    assert_true(kept_write(desk->arena, there, &problem));
    assert_int_equal(progress_of(there, "a", "one"), STAGE_SHOWN);
    assert_true(kept_read(desk->arena, &desk->progress, &problem));
    assert_int_equal(progress_of(&desk->progress, "b", "one"), STAGE_DONE);
    assert_true(kept_forget(desk->arena, "a", &problem));
    LessonProgress *left = ARENA_NEW(desk->arena, LessonProgress);
    assert_true(kept_read(desk->arena, left, &problem));
    assert_int_equal(left->count, 1);
}

enum { WINDOWS = 8, MARKS = 6 };

static void write_marks(const Desk *desk, int window)
{
    LessonProgress *own = ARENA_NEW(desk->arena, LessonProgress);
    const Phrase *problem;
    bool is_good = true;
    for (int i = 0; i < MARKS; ++i) {
        progress_mark(own, arena_printf(desk->arena, "lesson_%d", window),
                      arena_printf(desk->arena, "stage_%d", i), STAGE_DONE);
        is_good = is_good && kept_write(desk->arena, own, &problem);
    }
    _exit(!is_good);
}

static void test_windows_at_once_lose_nothing(void **state)
{
    Desk *desk = *state;
    const Phrase *problem;
    for (int window = 0; window < WINDOWS; ++window)
        if (fork() == 0)
            write_marks(desk, window);
    for (int window = 0; window < WINDOWS; ++window) {
        int status;
        wait(&status);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_true(kept_read(desk->arena, &desk->progress, &problem));
    assert_int_equal(desk->progress.count, WINDOWS * MARKS);
}

static void test_files_that_are_none(void **state)
{
    Desk *desk = *state;
    const Phrase *problem, *reason;
    char *text;
    size_t length;
    const char *path = arena_printf(desk->arena, "%s/lessons", state_folder(desk->arena));
    static const char foreign[] = "my shopping\n";
    progress_mark(&desk->progress, "a", "one", STAGE_DONE);
    assert_true(file_write(desk->arena, path, foreign, strlen(foreign), &reason));
    assert_false(kept_read(desk->arena, &desk->progress, &problem));
    assert_non_null(strstr(phrase_in(desk->arena, LANGUAGE_EN, problem), "is no progress"));
    assert_false(kept_write(desk->arena, &desk->progress, &problem));
    assert_int_equal(desk->progress.count, 1); /* the window goes on with it */
    assert_true(file_read(desk->arena, path, 100, &text, &length, &reason));
    assert_string_equal(text, foreign);
    remove(path);
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    assert_false(kept_write(desk->arena, &desk->progress, &problem));
    setenv("XDG_STATE_HOME", desk->folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_next, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_it_is_kept, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_windows_at_once_lose_nothing, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_files_that_are_none, open_desk, close_desk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
