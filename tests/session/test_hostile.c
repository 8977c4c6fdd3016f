/* Codes and states that somebody has made to harm: whatever stands in them, nothing is opened but
 * what came along and what the reader has picked, and the window stays as it was. */
#include "base/file.h"
#include "session/runs/runs.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECRET "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"

/* A folder with a kernel and data that nobody has picked, and a window on one that was. */
typedef struct Desk {
    Session *session;
    Arena *arena;
    char folder[64];
    const char *secret, *data, *link, *picked;
    const char *before;
} Desk;

static const char *file_here(const Desk *desk, const char *name, const char *text, size_t length)
{
    const Phrase *reason;
    const char *path = arena_printf(desk->arena, "%s/%s", desk->folder, name);
    assert_true(file_write(desk->arena, path, text, length, &reason));
    return path;
}

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    desk->arena = arena_new();
    strcpy(desk->folder, "/tmp/tilestep-hostile-XXXXXX");
    *state = desk;
    if (!mkdtemp(desk->folder) || chdir(desk->folder) != 0)
        return -1;
    desk->secret = file_here(desk, "secret.cu", SECRET, sizeof SECRET - 1);
    desk->data = file_here(desk, "data.bin", "12345678", 8);
    desk->picked = file_here(desk, "picked.cu", SECRET "// mine\n", sizeof SECRET + 7);
    desk->link = arena_printf(desk->arena, "%s/link.cu", desk->folder);
    desk->session = open_pair(4, 2);
    desk->before = state_write(desk->session, desk->arena);
    return symlink(desk->secret, desk->link);
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    const char *const paths[] = {desk->secret, desk->data, desk->link, desk->picked};
    session_free(desk->session);
    for (int i = 0; i < 4; ++i)
        unlink(paths[i]);
    unlink(arena_printf(desk->arena, "%s/from.tilestep", desk->folder));
    int status = chdir("/");
    rmdir(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return status;
}

/* The text of a state as a stranger sends it: as a code, pasted, and as a file. */
enum { WAYS = 3 };
static const char *as_argument(const Desk *desk, int way, const char *lines)
{
    const char *text = arena_printf(desk->arena, STATE_FIRST_LINE "\n%s", lines);
    if (way == 0)
        return share_code(desk->arena, lines, strlen(lines));
    return way == 1 ? text : file_here(desk, "from.tilestep", text, strlen(text));
}

static bool opens(Desk *desk, int way, const char *lines, const char **reason)
{
    const char *warning;
    *reason = NULL;
    return share_open(desk->session, desk->arena, as_argument(desk, way, lines), &desk->picked, 1,
                      reason, &warning);
}

static void refuses(Desk *desk, const char *lines)
{
    for (int way = 0; way < WAYS; ++way) {
        const char *reason;
        if (opens(desk, way, lines, &reason))
            fail_msg("way %d opened:\n%s", way, lines);
        assert_true(reason && *reason);
        assert_string_equal(state_write(desk->session, desk->arena), desk->before);
    }
}

static void test_only_what_was_picked_is_opened(void **state)
{
    Desk *desk = *state;
    const char *const names[] = {"secret.cu",
                                 desk->secret,
                                 "./secret.cu",
                                 "../../../../../../etc/hostname",
                                 "/dev/zero",
                                 "/proc/self/environ",
                                 "link.cu",
                                 "",
                                 "..",
                                 "secret.cu 0000000000000000",
                                 "secret.cu 0123456789abcdef",
                                 "link.cu 0123456789abcdef",
                                 "/dev/zero 0123456789abcdef"};
    const char *const starts[] = {"run 0\n", "run\n", "run 0 \n", "run 0\nkernel k\n",
                                  "run 0\nfile 02_tiled.cu\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (size_t k = 0; k < sizeof starts / sizeof *starts; ++k)
            refuses(desk, arena_printf(desk->arena, "%sfile %s\n", starts[k], names[i]));
    const char *const hidden[] = {" run 0\n", "\trun 0\n", "\rrun 0\n", "run 0", "runs 0\n", ""};
    for (size_t k = 0; k < sizeof hidden / sizeof *hidden; ++k)
        refuses(desk, arena_printf(desk->arena, "%sfile %s\n", hidden[k], desk->secret));
    refuses(desk,
            arena_printf(desk->arena, "run 0\nfile 02_tiled.cu\nrun 1\nfile %s\n", desk->secret));
}

static void test_data_is_no_way_in(void **state)
{
    Desk *desk = *state;
    const char *reason, *const start = "run 0\nfile picked.cu\nkernel k\nblock 2\ngrid 1\n";
    const char *const values[] = {desk->data,  "data.bin", "../etc/passwd",
                                  "/dev/zero", "",         "data.bin 0123456789abcdef"};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i)
        refuses(desk, arena_printf(desk->arena, "%sarg a @%s\n", start, values[i]));
    assert_true(opens(desk, 0, arena_printf(desk->arena, "%sarg a @picked.cu\n", start), &reason));
    assert_int_equal(desk->session->runs[0].run->launch.buffers[0].byte_count, sizeof SECRET + 7);
}

static void test_a_code_names_no_folders(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning;
    NamedText argument = {"a", arena_printf(desk->arena, "@%s", desk->data)};
    LoadOptions options = {.arguments = &argument, .argument_count = 1, .block = "2", .grid = "1"};
    session_open(desk->session, 0, run_load(desk->secret, &options), true);
    session_drop(desk->session, 1);
    const char *text = state_write_named(desk->session, desk->arena, false);
    const char *code = share_write(desk->session, desk->arena);
    assert_null(strchr(text, '/'));
    assert_non_null(strstr(text, "arg a @data.bin "));
    /* Who has the same files beside an open one gets them, and who picked others is warned. */
    Session *other = session_new();
    assert_true(share_open(other, desk->arena, code, &desk->picked, 1, &reason, &warning));
    assert_null(warning);
    file_here(desk, "data.bin", "abcdefgh", 8);
    assert_false(share_open(other, desk->arena, code, &desk->secret, 1, &reason, &warning) &&
                 !warning);
    session_free(other);
    other = session_new();
    const char *const both[] = {desk->secret, desk->data};
    assert_true(share_open(other, desk->arena, code, both, 2, &reason, &warning));
    assert_non_null(warning);
    session_free(other);
}

static void test_the_own_state_opens_what_it_did(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning;
    setenv("XDG_STATE_HOME", desk->folder, 1);
    const char *folder = arena_printf(desk->arena, "%s/tilestep", desk->folder);
    const char *path = arena_printf(desk->arena, "%s/own.tilestep", folder);
    Session *other = session_new();
    session_open(other, 0, run_load(desk->secret, &(LoadOptions){.assume = true}), true);
    const char *text = state_write_file(other, desk->arena);
    const Phrase *unwritten;
    assert_int_equal(access(folder, F_OK) == 0, 0);
    assert_false(share_is_file(path));
    file_here(desk, "from.tilestep", text, strlen(text));
    assert_false(
        share_open(desk->session, desk->arena, "from.tilestep", NULL, 0, &reason, &warning));
    assert_true(file_write(desk->arena, path, text, strlen(text), &unwritten));
    assert_true(share_open(desk->session, desk->arena, path, NULL, 0, &reason, &warning));
    unlink(path);
    rmdir(folder);
    unsetenv("XDG_STATE_HOME");
    session_free(other);
}

/* Everything that stands in such texts is a value: none is an option of its own, and none is
 * believed. */
static void test_strange_lines_do_no_harm(void **state)
{
    static const char *const lines[] = {
        "--dump a=/tmp/tilestep-hostile",
        "dump a /tmp/tilestep-hostile",
        "output /tmp/tilestep-hostile",
        "gpu",
        "kernel --help",
        "define X 1\\n#include \"/etc/passwd\"",
        "define \\n#include 1",
        "define ( )",
        "define X \xff\xfe\xc0",
        "define T %s%s%n%n",
        "define k k k k",
        "define float",
        "set n 9223372036854775807",
        "set n \xf0\x9f",
        "arg a %n%n",
        "arg a zeros:-1",
        "arg a zeros:99999999999999999999",
        "arg a ints:9223372036854775807",
        "shape a 0,0",
        "shape a 9223372036854775807,9223372036854775807",
        "shape a -1,-1",
        "offset a 9223372036854775807",
        "offset a -9223372036854775808",
        "block 9223372036854775807",
        "block 0",
        "block -1,-1,-1",
        "block 4294967297",
        "grid 9223372036854775807,9223372036854775807,9223372036854775807",
        "grid 0",
        "shared 9223372036854775807",
        "shared -1",
        "max-steps 0",
        "max-steps 18446744073709551616",
        "order random:99999999999999999999999",
        "order \x01\x02",
        "data random:-1",
        "without x",
        "without barrier:99999999999999999999",
        "template ,,,",
        "template \xff",
        "fmad \xff",
        "front 9223372036854775807",
        "front -1",
        "place 9223372036854775807 9223372036854775807",
        "place 1 9223372036854775807",
        "place -1 -1",
        "place 0 18446744073709551615",
        "thread 9223372036854775807",
        "thread -9223372036854775808",
        "stop 1 2147483647",
        "stop 0 9223372036854775807",
        "stop-on 9223372036854775807",
        "bookmark 4294967294 9223372036854775807 1",
        "bookmark 0 9223372036854775807 9223372036854775807",
        "stage 4294967295 4294967295 4294967295 4294967295",
        "stage 3 4294967295",
        "stage 1 4294967295 4294967295 4294967295",
        "pin 1 4294967295 4294967295 4294967295",
        "pin 3 9 9 9",
        "pin 2 4294967295 0 0",
        "look 99 99 99 99",
        "look 9223372036854775807 0 0 0",
        "shown 9223372036854775807 1",
        "knobs 9223372036854775807 9223372036854775807 9223372036854775807",
        "knobs -1 -1 -1",
        "device \xff\xff",
        "lesson ../../x",
        "lesson \xff",
        "scene 1 ../../x",
        "scene 1",
        "scene 1 ",
        "banks 9223372036854775807",
        "scale nan",
        "scale inf",
        "scale 1e99",
        "scale -0",
        "lecture x",
    };
    Desk *desk = *state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        for (int way = 0; way < WAYS; ++way) {
            const char *reason;
            const char *text = arena_printf(
                desk->arena, "run 0\nfile picked.cu\nblock 2\ngrid 1\nplace 0 3\n%s\n", lines[i]);
            bool good = opens(desk, way, text, &reason);
            assert_true(good || (reason && *reason));
            session_apply(desk->session, (Command){.name = COMMAND_STEP_NEXT});
            session_finish_work(desk->session);
        }
    }
    assert_int_equal(access("/tmp/tilestep-hostile", F_OK), -1);
}

static char *repeated(const Desk *desk, const char *line, size_t bytes)
{
    size_t length = strlen(line);
    char *text = arena_alloc(desk->arena, bytes + length + 1);
    for (size_t at = 0; at < bytes; at += length)
        memcpy(text + at, line, length);
    return text;
}

static void test_long_texts_are_refused_or_read(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning, *const start = "run 0\nfile 02_tiled.cu\n";
    const char *const lines[] = {"run 0\nfile 02_tiled.cu\n", "define A 1\n",    "stop 0 7\n",
                                 "bookmark 0 1 2\n",          "arg a zeros:1\n", "x"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        const char *text = repeated(desk, lines[i], 40000);
        opens(desk, 0, arena_printf(desk->arena, "%s%s", start, text), &reason);
        opens(desk, 1, arena_printf(desk->arena, "%s%s", start, text), &reason);
    }
    const char *huge = arena_printf(desk->arena, STATE_FIRST_LINE "\n%s%s", start,
                                    repeated(desk, "banks 1\n", (size_t)100 << 20));
    size_t before = arena_used_bytes(desk->arena);
    assert_false(share_open(desk->session, desk->arena, huge, NULL, 0, &reason, &warning));
    file_here(desk, "from.tilestep", huge, strlen(huge));
    assert_false(
        share_open(desk->session, desk->arena, "from.tilestep", NULL, 0, &reason, &warning));
    memcpy((char *)huge, "ts1.", 4);
    assert_false(share_open(desk->session, desk->arena, huge, NULL, 0, &reason, &warning));
    assert_true(arena_used_bytes(desk->arena) - before < 1 << 20);
}

static void test_what_stands_behind_a_nul_is_not_hidden(void **state)
{
    static const char lines[] = "run 0\nfile 02_tiled.cu\n\0run 0\nfile /etc/passwd\n";
    Desk *desk = *state;
    const char *reason, *warning;
    const char *code = share_code(desk->arena, lines, sizeof lines - 1);
    assert_false(share_open(desk->session, desk->arena, code, NULL, 0, &reason, &warning));
    assert_non_null(strstr(reason, "damaged"));
    char text[sizeof STATE_FIRST_LINE + sizeof lines] = STATE_FIRST_LINE "\n";
    memcpy(text + sizeof STATE_FIRST_LINE, lines, sizeof lines - 1);
    file_here(desk, "from.tilestep", text, sizeof STATE_FIRST_LINE + sizeof lines - 1);
    assert_false(
        share_open(desk->session, desk->arena, "from.tilestep", NULL, 0, &reason, &warning));
    assert_string_equal(state_write(desk->session, desk->arena), desk->before);
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_only_what_was_picked_is_opened),
        DESK(test_data_is_no_way_in),
        DESK(test_a_code_names_no_folders),
        DESK(test_the_own_state_opens_what_it_did),
        DESK(test_strange_lines_do_no_harm),
        DESK(test_long_texts_are_refused_or_read),
        DESK(test_what_stands_behind_a_nul_is_not_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
