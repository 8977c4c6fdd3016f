/* An exercise: the student's own file is made once, opened, and graded beside the window whenever
 * it has been saved; what is there is never written over, and nothing hangs. */
#include "base/file.h"
#include "session/lessons/exercise.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME "01_memory_wall.cu"

typedef struct Desk {
    Arena *arena;
    Lessons lessons;
    Session *session;
    char folder[64];
} Desk;

static const char *read_text(Desk *desk, const char *path)
{
    char *text;
    size_t length;
    const Phrase *reason;
    assert_true(file_read(desk->arena, path, 1 << 20, &text, &length, &reason));
    return text;
}

static const char *shipped(Desk *desk, const char *name)
{
    return read_text(desk, arena_printf(desk->arena, "%s/%s", EXERCISES_FOLDER, name));
}

static void write_text(Desk *desk, const char *text)
{
    const Phrase *reason;
    assert_true(file_write(desk->arena, FILE_NAME, text, strlen(text), &reason));
}

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->arena = arena_new();
    snprintf(desk->folder, sizeof desk->folder, "/tmp/tilestep-exercise-XXXXXX");
    assert_non_null(mkdtemp(desk->folder));
    assert_int_equal(chdir(desk->folder), 0);
    desk->lessons = lessons_read_shipped(desk->arena);
    desk->session = session_new();
    session_use_lessons(desk->session, &desk->lessons);
    assert_true(lesson_open(desk->session, "memory_wall", 0));
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    remove(FILE_NAME);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(desk->folder), 0);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static const Grade *graded(Desk *desk)
{
    exercise_finish(desk->session);
    assert_false(exercise_is_working(desk->session));
    const GradeResult *result = exercise_result(desk->session);
    assert_non_null(result);
    return &result->grade;
}

/* As the window does when it has seen that the file was saved. */
static void save(Desk *desk, const char *text)
{
    write_text(desk, text);
    assert_true(session_reload_stale(desk->session, (bool[SESSION_RUNS]){true}));
}

static void test_from_the_skeleton_to_the_solution(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    exercise_begin(session);
    assert_string_equal(read_text(desk, FILE_NAME), shipped(desk, FILE_NAME));
    assert_int_equal(session->run_count, 1);
    assert_string_equal(session->runs[0].run->path, FILE_NAME);
    assert_null(lesson_shown(session));
    assert_true(exercise_is_working(session));
    const Grade *grade = graded(desk);
    assert_int_equal(grade->verdict, VERDICT_FAIL);
    assert_non_null(strstr(exercise_result(session)->say, "128"));
    save(desk, shipped(desk, "01_memory_wall_solution.cu"));
    assert_null(exercise_result(session)); /* what was said is of the file before */
    assert_int_equal(graded(desk)->verdict, VERDICT_PASS);
    assert_int_equal(progress_of(&session->lesson.progress, "memory_wall", "exercise"), STAGE_DONE);
    session->look.language = LANGUAGE_ZH; /* said anew in the other language */
    assert_true(exercise_is_working(session));
    assert_int_equal(graded(desk)->verdict, VERDICT_PASS);
}

static void test_what_is_there_stays(void **state)
{
    Desk *desk = *state;
    const char *mine =
        arena_printf(desk->arena, "// mine\n%s", shipped(desk, "01_memory_wall_solution.cu"));
    write_text(desk, mine);
    exercise_begin(desk->session);
    assert_string_equal(read_text(desk, FILE_NAME), mine);
    assert_int_equal(graded(desk)->verdict, VERDICT_PASS);
}

static void test_an_endless_kernel_ends(void **state)
{
    Desk *desk = *state;
    exercise_begin(desk->session);
    graded(desk);
    char *text = arena_printf(desk->arena, "%s", shipped(desk, "01_memory_wall_solution.cu"));
    char *step = strstr(text, "++i");
    assert_non_null(step);
    memcpy(step, "   ", 3);
    save(desk, text);
    assert_int_equal(graded(desk)->verdict, VERDICT_FAIL);
}

static void test_where_it_cannot_begin(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    assert_int_equal(chdir(EXERCISES_FOLDER), 0); /* nobody edits what comes along */
    exercise_begin(session);
    assert_non_null(strstr(session->notice, "folder is that of the lessons"));
    assert_non_null(lesson_shown(session));
    assert_int_equal(chdir(desk->folder), 0);
    lesson_leave(session);
    exercise_begin(session);
    assert_non_null(strstr(session->notice, "No lesson with an exercise"));
    assert_int_not_equal(access(FILE_NAME, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_from_the_skeleton_to_the_solution, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_what_is_there_stays, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_an_endless_kernel_ends, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_where_it_cannot_begin, open_desk, close_desk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
