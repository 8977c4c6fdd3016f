/* An exercise: the student's own file is made once, opened, and graded beside the window whenever
 * it has been saved; what is there is never written over, and nothing hangs. */
#include "base/file.h"
#include "session/edits/edit.h"
#include "session/lessons/exercise.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/session.h"
#include "session/sheets/hole.h"
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define FILE_NAME  "01_memory_wall.cu"
#define HOLES_NAME "02_two_phases.cu"

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
    remove(HOLES_NAME);
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
    assert_true(session_reload(desk->session, (bool[SESSION_RUNS]){true}));
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

/* The sizes that it is tried with can be looked at, the first one that fails by a key. */
static void test_a_hidden_size_opens(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    exercise_open_size(session, 0);
    assert_true(*session->notice); /* no exercise is open */
    exercise_begin(session);
    graded(desk);
    session_apply(session, (Command){.name = COMMAND_EXERCISE_SIZE, .number = 2});
    assert_true(exercise_is_open(session));
    assert_non_null(strstr(session->notice, "--set j=3 --set k=5 --set l=7"));
    const Run *run = session->runs[0].run;
    assert_int_equal(run->launch.buffers[0].count, 3 * 5);
    graded(desk);
    assert_int_equal(exercise_result(session)->grade.verdict, VERDICT_FAIL);
    Command command;
    assert_true(command_for_key("Ctrl+Shift+X", &command));
    session_apply(session, command);
    assert_non_null(strstr(session->notice, "--set j=4 --set k=4 --set l=4"));
    session_apply(session, (Command){.name = COMMAND_EXERCISE_SIZE, .number = 99});
    assert_true(exercise_is_open(session));
}

/* A file that cannot run is said to be one at once, and the verdict before it is gone. */
static void test_a_syntax_error_and_a_hint(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    exercise_begin(session);
    graded(desk);
    assert_null(session_trouble(session));
    write_text(desk, "__global__ void broken(float *p) { p[0] = ; }\n");
    assert_false(session_reload(session, (bool[SESSION_RUNS]){true}));
    assert_non_null(session_trouble(session));
    save(desk, shipped(desk, "01_memory_wall_solution.cu"));
    assert_null(session_trouble(session));
    assert_int_equal(graded(desk)->verdict, VERDICT_PASS);
    assert_false(session->exercise.is_hinted);
    session_apply(session, (Command){.name = COMMAND_HINT});
    assert_true(session->exercise.is_hinted);
    for (int i = 0; i < session->lesson.lessons->count; ++i) {
        const Lesson *lesson = session->lesson.lessons->items[i];
        assert_true(!lesson->exercise || lesson->exercise->hint);
    }
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

/* No file may have more than so many bytes, as on a disk that has no room. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Half a file would be taken for what the student has written. */
static void test_a_full_disk_leaves_no_half_file(void **state)
{
    Desk *desk = *state;
    limit_files(100);
    exercise_begin(desk->session);
    limit_files(RLIM_INFINITY);
    assert_int_equal(access(FILE_NAME, F_OK), -1);
    assert_false(exercise_is_open(desk->session));
    assert_non_null(strstr(desk->session->notice, "File too large"));
    exercise_begin(desk->session);
    assert_string_equal(read_text(desk, FILE_NAME), shipped(desk, FILE_NAME));
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

/* ---- lines that are filled in in the window ---- */

static void send(Desk *desk, CommandName name)
{
    session_apply(desk->session, (Command){.name = name});
}

static void press(Desk *desk, const char *key)
{
    Command command;
    assert_true(hole_command_for_key(key, &command));
    session_apply(desk->session, command);
}

static void type(Desk *desk, const char *text)
{
    for (; *text; ++text)
        session_apply(desk->session, (Command){.name = COMMAND_HOLE_TYPE, .number = *text});
}

static const Hole *begin_holes(Desk *desk)
{
    assert_true(lesson_open(desk->session, "two_phases", 0));
    assert_false(hole_is_any(desk->session));
    exercise_begin(desk->session);
    assert_true(hole_is_any(desk->session));
    return &desk->session->exercise.hole;
}

/* What the window does when Enter has asked for it. */
static bool write_hole(Desk *desk)
{
    Hole *hole = &desk->session->exercise.hole;
    const Phrase *reason;
    press(desk, "Return");
    assert_true(hole->is_wanted);
    const char *text = hole_fill(hole, desk->arena, read_text(desk, HOLES_NAME));
    hole->is_wanted = hole->is_open = false;
    return text && file_write(desk->arena, HOLES_NAME, text, strlen(text), &reason) &&
           session_reload(desk->session, (bool[SESSION_RUNS]){true});
}

static void fill_next(Desk *desk, const char *text)
{
    send(desk, COMMAND_HOLE);
    press(desk, "End");
    for (size_t i = strlen(desk->session->exercise.hole.text); i > 0; --i)
        press(desk, "Backspace");
    type(desk, text);
    assert_true(write_hole(desk));
}

static void test_holes_filled_in_solve_it(void **state)
{
    Desk *desk = *state;
    const Hole *hole = begin_holes(desk);
    assert_int_equal(graded(desk)->verdict, VERDICT_FAIL);
    fill_next(desk, "Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];");
    assert_non_null(strstr(read_text(desk, HOLES_NAME),
                           "\n            Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx]; "
                           "/* fill in */\n        else\n"));
    int line = hole->line;
    fill_next(desk, "Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];");
    assert_true(hole->line > line);
    fill_next(desk, "__syncthreads();");
    assert_int_equal(graded(desk)->verdict, VERDICT_FAIL);
    fill_next(desk, "__syncthreads();");
    assert_int_equal(graded(desk)->verdict, VERDICT_PASS);
    send(desk, COMMAND_HOLE); /* from the last one to the first, which can be typed again */
    assert_int_equal(hole->line, line);
    assert_string_equal(hole->text, "Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];");
}

static void test_the_caret_of_a_hole(void **state)
{
    Desk *desk = *state;
    const Hole *hole = begin_holes(desk);
    send(desk, COMMAND_HOLE);
    assert_string_equal(hole->text, "Mds[ty][tx] = M[ty * k + tx];");
    press(desk, "Backspace");
    press(desk, "Left");
    press(desk, "Left");
    press(desk, "Delete");
    type(desk, "y");
    press(desk, "Home");
    press(desk, "Backspace");
    press(desk, "Left");
    type(desk, "a ");
    press(desk, "End");
    press(desk, "Right");
    press(desk, "Delete");
    type(desk, ";");
    assert_string_equal(hole->text, "a Mds[ty][tx] = M[ty * k + ty];");
    for (int i = 0; i < 2 * HOLE_TEXT; ++i)
        type(desk, "x");
    assert_true(write_hole(desk) || session_trouble(desk->session));
    send(desk, COMMAND_HOLE); /* as long as can be, and a hole all the same */
    for (int i = 0; i < 3; ++i) {
        press(desk, "Escape");
        send(desk, COMMAND_HOLE);
    }
    assert_non_null(strstr(hole->text, "xxx"));
}

static void test_a_hole_left_as_it_was(void **state)
{
    Desk *desk = *state;
    const Hole *hole = begin_holes(desk);
    const char *before = read_text(desk, HOLES_NAME);
    send(desk, COMMAND_HOLE);
    type(desk, "dropped");
    press(desk, "Escape");
    assert_false(hole->is_open || hole->is_wanted);
    assert_string_equal(read_text(desk, HOLES_NAME), before);
    send(desk, COMMAND_HOLE_SEND); /* nothing is open */
    assert_false(hole->is_wanted);
    send(desk, COMMAND_HOLE);
    type(desk, " ");
    assert_true(write_hole(desk));
    assert_null(strstr(read_text(desk, HOLES_NAME), "dropped"));
}

static void test_a_hole_changed_elsewhere(void **state)
{
    Desk *desk = *state;
    const Hole *hole = begin_holes(desk);
    send(desk, COMMAND_HOLE);
    const char *text = read_text(desk, HOLES_NAME);
    assert_non_null(hole_fill(hole, desk->arena, text));
    const char *other = arena_printf(desk->arena, "%s// mine\n", text);
    assert_non_null(strstr(hole_fill(hole, desk->arena, other), "// mine"));
    assert_null(hole_fill(hole, desk->arena, arena_printf(desk->arena, "// mine\n%s", text)));
    assert_null(hole_fill(hole, desk->arena, "short"));
    assert_null(hole_fill(hole, desk->arena, ""));
}

static void test_where_no_hole_is(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    send(desk, COMMAND_HOLE);
    assert_non_null(strstr(session->notice, "no exercise is in front"));
    exercise_begin(session);
    send(desk, COMMAND_HOLE);
    assert_non_null(strstr(session->notice, "has no line that ends in /* fill in */"));
    assert_int_equal(remove(FILE_NAME), 0);
    send(desk, COMMAND_HOLE);
    assert_non_null(strstr(session->notice, "Not opened"));
    assert_false(session->exercise.hole.is_open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_from_the_skeleton_to_the_solution, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_a_hidden_size_opens, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_syntax_error_and_a_hint, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_what_is_there_stays, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_full_disk_leaves_no_half_file, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_an_endless_kernel_ends, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_where_it_cannot_begin, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_holes_filled_in_solve_it, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_the_caret_of_a_hole, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_hole_left_as_it_was, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_a_hole_changed_elsewhere, open_desk, close_desk),
        cmocka_unit_test_setup_teardown(test_where_no_hole_is, open_desk, close_desk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
