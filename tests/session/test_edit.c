/* What a learner changes about the runs: lines switched off, sizes, patterns; the way back; a file
 * that is saved while the window shows it. */
#include "base/file.h"
#include "session/edit.h"
#include "sessions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int open_lecture(void **state)
{
    *state = open_pair(3, 2);
    return 0;
}

static int close_lecture(void **state)
{
    session_free(*state);
    return 0;
}

/* Findings of the whole grid. */
static int found(const Session *session)
{
    int count;
    session_findings(session_front(session), &count);
    return count;
}

static bool finds(const Session *session, FindingKind kind)
{
    int count;
    const Finding *findings = session_findings(session_front(session), &count);
    for (int i = 0; i < count; ++i)
        if (findings[i].kind == kind)
            return true;
    return false;
}

static int line_of(const Session *session, WithoutKind kind)
{
    const SessionRun *front = session_front(session);
    for (int i = 0; i < front->switchable_count; ++i)
        if (front->switchables[i].kind == kind)
            return front->switchables[i].line;
    fail_msg("nothing of kind %d can be switched", kind);
    return 0;
}

static void toggle(Session *session, int line)
{
    session_apply(session, (Command){.name = COMMAND_TOGGLE, .number = line});
    session_finish_work(session);
}

static void test_a_barrier_is_switched_off_and_back(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    int line = line_of(session, WITHOUT_BARRIER);
    assert_false(session_is_edited(session));
    assert_false(finds(session, FINDING_RACE_RAW));
    send_line(session, "pick-block 2");
    toggle(session, line);
    assert_null(session_trouble(session));
    assert_true(session_is_off(session_front(session), line, &kind));
    assert_int_equal(kind, WITHOUT_BARRIER);
    assert_true(finds(session, FINDING_RACE_RAW));
    assert_true(session_is_edited(session));
    assert_int_equal(session_place(session_front(session)).block, 2);
    assert_int_equal(session_place(&session->runs[1]).block, 2);
    toggle(session, line);
    assert_false(session_is_off(session_front(session), line, &kind));
    assert_false(finds(session, FINDING_RACE_RAW));
    assert_false(session_is_edited(session));
}

static void test_undo_and_redo(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    int barrier = line_of(session, WITHOUT_BARRIER), check = line_of(session, WITHOUT_CHECK);
    send_line(session, "undo");
    assert_false(session_can_undo(session));
    toggle(session, barrier);
    toggle(session, check);
    assert_true(found(session) > 0);
    send_line(session, "undo");
    assert_true(session_is_off(session_front(session), barrier, &kind));
    assert_false(session_is_off(session_front(session), check, &kind));
    send_line(session, "undo");
    assert_false(session_is_edited(session));
    send_line(session, "redo");
    send_line(session, "redo");
    assert_true(session_is_off(session_front(session), check, &kind));
    assert_false(session_can_redo(session));
    send_line(session, "restore");
    assert_false(session_is_edited(session));
    send_line(session, "undo");
    assert_true(session_is_off(session_front(session), check, &kind));
    toggle(session, check);
    assert_false(session_can_redo(session));
}

static void test_the_current_line_is_meant(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    uint64_t barrier = find_step(session, 1, OP_BARRIER, SPACE_GENERIC);
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)barrier});
    int line = session_line(session);
    assert_int_equal(line, line_of(session, WITHOUT_BARRIER));
    send_line(session, "toggle 0");
    assert_true(session_is_off(session_front(session), line, &kind));
    toggle(session, 1);
    assert_true(session_is_off(session_front(session), line, &kind));
}

static void write_text(const char *path, const char *text)
{
    Arena *arena = arena_new();
    const char *reason;
    assert_true(file_write(arena, path, text, strlen(text), &reason));
    arena_free(arena);
}

static const char twice[] = "__global__ void twice(float *a, int n)\n"
                            "{\n"
                            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    if (i < n)\n"
                            "        a[i] = a[i] * 2.0f;\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int n = 10;\n"
                            "    float *d;\n"
                            "    cudaMalloc(&d, n * sizeof(float));\n"
                            "    twice<<<2, 8>>>(d, n);\n"
                            "}\n";

static void test_a_saved_file_is_taken_up(void **state)
{
    (void)state;
    char path[] = "/tmp/tilestep_edit_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    write_text(path, twice);
    LoadOptions none = {0};
    Session *session = session_new();
    session_open(session, 0, run_load(path, &none), true);
    session_finish_work(session);
    send_line(session, "seek 5");
    const Run *good = session_front(session)->run;
    write_text(path, "__global__ void twice(float *a) { a[0] = ; }\n");
    session_reload(session);
    assert_non_null(session_trouble(session));
    assert_non_null(strstr(session_trouble(session), "error"));
    assert_ptr_equal(session_front(session)->run, good);
    assert_int_equal(position(session), 5);
    write_text(path, twice);
    session_reload(session);
    assert_null(session_trouble(session));
    assert_int_equal(position(session), 5);
    unlink(path);
    session_reload(session);
    assert_non_null(session_trouble(session));
    session_free(session);
}

static void test_recipes_are_read_as_written(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Define define = {"T", "a b"};
    NamedText settings[] = {{"n", "5"}, {"m", "7"}}, argument = {"a", "ints:4"};
    const char *withouts[] = {"barrier:3", "check:9"};
    LoadOptions options = {.kernel = "k",
                           .defines = &define,
                           .define_count = 1,
                           .settings = settings,
                           .setting_count = 2,
                           .arguments = &argument,
                           .argument_count = 1,
                           .withouts = withouts,
                           .without_count = 2,
                           .order = "random:7",
                           .data = "zeros"};
    const char *text = run_text_write(arena, "/tmp/a \\b\nc.cu", &options);
    RunRecipe recipe = run_text_read(arena, text);
    assert_string_equal(recipe.path, "/tmp/a \\b\nc.cu");
    assert_string_equal(recipe.options.settings[1].value, "7");
    assert_string_equal(run_text_write(arena, recipe.path, &recipe.options), text);
    assert_false(run_text_take(arena, &recipe, "nonsense 3"));
    assert_false(run_text_take(arena, &recipe, ""));
    arena_free(arena);
}

#define LECTURE(test) cmocka_unit_test_setup_teardown(test, open_lecture, close_lecture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LECTURE(test_a_barrier_is_switched_off_and_back),
        LECTURE(test_undo_and_redo),
        LECTURE(test_the_current_line_is_meant),
        cmocka_unit_test(test_a_saved_file_is_taken_up),
        cmocka_unit_test(test_recipes_are_read_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
