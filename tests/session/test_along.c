/* A kernel of one's own travels in a code, with the files that it includes, and who opens it gets
 * to see it and nothing else: no file is read or watched for it, no program is run. */
#include "app/files/watch.h"
#include "base/file.h"
#include "base/packing/deflate.h"
#include "session/edits/edit.h"
#include "session/programs/console.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL                                                                                     \
    "#include \"the scale.h\"\n"                                                                   \
    "__global__ void mine(float *a, int n)\n{\n"                                                   \
    "    int i = blockIdx.x * blockDim.x + threadIdx.x; // a \\ b\n"                               \
    "    if (i < n)\n        a[i] *= SCALE;\n}\n"                                                  \
    "int main()\n{\n    int n = 64;\n    float *a;\n    cudaMalloc(&a, n * sizeof(float));\n"      \
    "    mine<<<2, 32>>>(a, n);\n}\n"

typedef struct Desk {
    Session *session, *other;
    Arena *arena;
    char folder[64];
    const char *path;
} Desk;

static const char *put(Desk *desk, const char *name, const char *text)
{
    const Phrase *reason;
    const char *path = arena_printf(desk->arena, "%s/%s", desk->folder, name);
    assert_true(file_write(desk->arena, path, text, strlen(text), &reason));
    return path;
}

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    desk->session = session_new();
    desk->other = session_new();
    desk->arena = arena_new();
    strcpy(desk->folder, "/tmp/tilestep-along-XXXXXX");
    *state = desk;
    if (!mkdtemp(desk->folder))
        return -1;
    put(desk, "the scale.h", "#define SCALE 3.0f\n");
    desk->path = put(desk, "my kernel.cu", KERNEL);
    session_open(desk->session, 0, run_load(desk->path, &(LoadOptions){.assume = true}), true);
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    session_free(desk->other);
    unlink(desk->path);
    unlink(arena_printf(desk->arena, "%s/the scale.h", desk->folder));
    rmdir(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static bool read_code(Desk *desk, const char *code, const char **reason)
{
    const char *warning;
    return share_open(desk->other, desk->arena, code, NULL, 0, reason, &warning) && !warning;
}

/* The code of lines of a state, deflated. */
static const char *code_of(Desk *desk, const char *lines)
{
    return share_code_deflated(desk->arena, lines, strlen(lines));
}

static void test_a_source_travels(void **state)
{
    Desk *desk = *state;
    const char *reason = "";
    send_line(desk->session, "step-next");
    send_line(desk->session, "toggle 5");
    session_settle(desk->session);
    const char *code = share_write(desk->session, desk->arena);
    assert_true(share_has_source(code) && share_is_one(code));
    if (!read_code(desk, code, &reason))
        fail_msg("%s", reason);
    const Run *run = desk->other->runs[0].run;
    assert_non_null(run->program);
    assert_string_equal(run->path, "my kernel.cu");
    assert_string_equal(run->sources->files[0].text, KERNEL);
    assert_int_equal(run->options.source_count, 2);
    assert_int_equal(timeline_hash(session_front(desk->other)->timeline),
                     timeline_hash(session_front(desk->session)->timeline));
    assert_string_equal(share_write(desk->other, desk->arena), code);
}

/* Edits, undo, saved windows: the source goes along. */
static void test_it_stays_through_edits(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning;
    assert_true(read_code(desk, share_write(desk->session, desk->arena), &reason));
    send_line(desk->other, "toggle 5");
    session_settle(desk->other);
    assert_int_equal(desk->other->runs[0].run->options.without_count, 1);
    assert_non_null(desk->other->runs[0].run->program);
    send_line(desk->other, "undo");
    session_settle(desk->other);
    assert_int_equal(desk->other->runs[0].run->options.without_count, 0);
    const char *text = state_write_file(desk->other, desk->arena);
    Session *third = session_new();
    assert_true(share_open(third, desk->arena, text, NULL, 0, &reason, &warning));
    assert_non_null(third->runs[0].run->program);
    session_free(third);
}

/* Who has the same file gets that one, which can be edited; who has another is not given it. */
static void test_the_file_itself_is_better(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning;
    const char *code = share_write(desk->session, desk->arena);
    assert_true(share_open(desk->other, desk->arena, code, &desk->path, 1, &reason, &warning));
    assert_string_equal(desk->other->runs[0].run->path, desk->path);
    assert_int_equal(desk->other->runs[0].run->options.source_count, 0);
    put(desk, "the scale.h", "#define SCALE 5.0f\n");
    assert_true(share_open(desk->other, desk->arena, code, &desk->path, 1, &reason, &warning));
    assert_int_equal(desk->other->runs[0].run->options.source_count, 2);
}

static void test_shipped_files_are_named(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    desk->session = open_pair(4, 2);
    assert_false(share_has_source(share_write(desk->session, desk->arena)));
}

static void test_what_is_copied_is_told(void **state)
{
    Desk *desk = *state;
    const char *code = share_write(desk->session, desk->arena);
    share_say_copied(desk->session, desk->arena, code, true);
    assert_string_equal(
        desk->session->notice,
        "A link to this moment is on the clipboard; the source of my kernel.cu is in it.");
    /* More than a code has room for, as it does not shrink. */
    uint32_t seed = 1;
    const char *text = KERNEL "// ";
    char noise[60001] = "";
    for (size_t i = 0; i + 1 < sizeof noise; ++i)
        noise[i] = (char)('!' + ((seed = seed * 1664525u + 1013904223u) >> 8) % 90);
    for (char *at = noise; *at; ++at)
        *at = *at == '\\' || *at == '?' ? 'x' : *at;
    put(desk, "my kernel.cu", arena_printf(desk->arena, "%s%s\n", text, noise));
    session_open(desk->session, 0, run_load(desk->path, &(LoadOptions){.assume = true}), true);
    code = share_write(desk->session, desk->arena);
    assert_false(share_has_source(code));
    share_say_copied(desk->session, desk->arena, code, false);
    assert_non_null(strstr(desk->session->notice, "without the source of my kernel.cu"));
}

/* A stranger's names are names, whatever they look like. */
static void test_it_leads_to_no_file(void **state)
{
    Desk *desk = *state;
    const char *reason = "";
    put(desk, "the scale.h", "#define SECRET 7\n");
    const char *const names[] = {desk->path, "/etc/passwd", "../x.cu", "-", "~/x.cu", "a.ipynb"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const char *path = file_name(names[i]);
        const char *lines = arena_printf(
            desk->arena,
            "run 0\nfile %s\nsource %s #include \"%s/the scale.h\"\\n#include \"/etc/passwd\"\\n"
            "__global__ void k(int *a) { a[0] = 1; }\\nvoid f(int *a) { k<<<1, 32>>>(a); }\n",
            names[i], strcmp(path, "my kernel.cu") == 0 ? "my\\ kernel.cu" : path, desk->folder);
        bool is_open = read_code(desk, code_of(desk, lines), &reason);
        const Run *run = is_open ? desk->other->runs[0].run : NULL;
        if (i < 5 && !is_open)
            fail_msg("%s: %s", names[i], reason);
        if (!run)
            continue;
        FileWatch watch = {0};
        assert_null(strchr(run->path, '/'));
        assert_false(watch_sees_change(&watch, run, true) || watch_misses_file(&watch));
        for (int file = 0; file < run->sources->count; ++file)
            assert_null(strstr(run->sources->files[file].text, "SECRET"));
    }
}

static void test_it_runs_no_program(void **state)
{
    Desk *desk = *state;
    const char *reason = "";
    desk->session->console.is_allowed = desk->other->console.is_allowed = true;
    assert_true(console_has_main(desk->session));
    assert_true(read_code(desk, share_write(desk->session, desk->arena), &reason));
    assert_false(console_has_main(desk->other));
    console_ask(desk->other);
    assert_null(desk->other->console.job);
    assert_int_equal(desk->other->console.ask, 0);
    assert_non_null(strstr(desk->other->notice, "came with a link"));
}

/* A source that is named but has not come along; a text that grows without end. */
static void test_what_lacks_or_bursts_is_told(void **state)
{
    Desk *desk = *state;
    const char *reason = "";
    assert_false(read_code(desk, code_of(desk, "run 0\nfile a.cu\nsource b.cu int x;\n"), &reason));
    assert_non_null(strstr(reason, "did not come along"));
    size_t length = 8 << 20;
    char *bomb = arena_alloc(desk->arena, length + 1);
    memset(bomb, '\n', length);
    Arena *arena = arena_new();
    const char *code = share_code_deflated(desk->arena, bomb, length), *warning;
    assert_true(strlen(code) < length / 50);
    assert_false(share_open(desk->other, arena, code, NULL, 0, &reason, &warning));
    assert_non_null(strstr(reason, "damaged"));
    assert_true(arena_used_bytes(arena) < 5 << 20);
    arena_free(arena);
    assert_int_equal(desk->other->run_count, 0);
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_a_source_travels),          DESK(test_it_stays_through_edits),
        DESK(test_the_file_itself_is_better), DESK(test_shipped_files_are_named),
        DESK(test_what_is_copied_is_told),    DESK(test_it_leads_to_no_file),
        DESK(test_it_runs_no_program),        DESK(test_what_lacks_or_bursts_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
