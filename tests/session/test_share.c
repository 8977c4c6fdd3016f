/* Codes and saved windows: what is written is read back; what is damaged, foreign or about another
 * content is said, and then nothing has changed. The sheet of a film, and files opened lately. */
#include "base/file.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/sheets/opener.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Desk {
    Session *session, *other;
    Arena *arena;
    char folder[64];
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    desk->session = open_pair(4, 2);
    desk->other = session_new();
    desk->arena = arena_new();
    strcpy(desk->folder, "/tmp/tilestep-share-XXXXXX");
    *state = desk;
    return mkdtemp(desk->folder) ? 0 : -1;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    session_free(desk->other);
    unlink(arena_printf(desk->arena, "%s/02_tiled.cu", desk->folder));
    unlink(arena_printf(desk->arena, "%s/own.cu", desk->folder));
    rmdir(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static bool read_code(Desk *desk, const char *code, const char **reason, const char **warning)
{
    return share_open(desk->other, desk->arena, code, NULL, 0, reason, warning);
}

static void test_a_code_is_read_back(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning = "";
    send_line(desk->session, "toggle 25");
    send_line(desk->session, "pick-block 2");
    send_line(desk->session, "pick-thread 3");
    send_line(desk->session, "panel-memory");
    send_line(desk->session, "theme");
    send_line(desk->session, "step-next");
    session_settle(desk->session);
    const char *code = share_write(desk->session, desk->arena);
    assert_int_equal(
        strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."),
        strlen(code));
    assert_true(share_is_one(code));
    assert_null(strstr(code, "/"));
    if (!read_code(desk, code, &reason, &warning))
        fail_msg("%s", reason);
    assert_null(warning);
    assert_string_equal(state_write(desk->other, desk->arena),
                        state_write(desk->session, desk->arena));
    assert_string_equal(share_write(desk->other, desk->arena), code);
    assert_int_equal(timeline_hash(session_front(desk->other)->timeline),
                     timeline_hash(session_front(desk->session)->timeline));
}

static void test_the_language_stays_the_readers(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning = "";
    const char *code = share_write(desk->session, desk->arena);
    desk->other->look.language = LANGUAGE_ZH;
    assert_true(read_code(desk, code, &reason, &warning));
    assert_int_equal(desk->other->look.language, LANGUAGE_ZH);
}

static void test_blanks_do_not_matter(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning = "";
    const char *code = share_write(desk->session, desk->arena);
    const char *broken = arena_printf(desk->arena, "  \n%.20s\r\n %s \n", code, code + 20);
    assert_true(share_is_one(broken));
    assert_true(read_code(desk, broken, &reason, &warning));
    assert_string_equal(share_write(desk->other, desk->arena), code);
}

static void test_damaged_codes_are_told(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning = "";
    const char *code = share_write(desk->session, desk->arena);
    size_t length = strlen(code);
    assert_true(read_code(desk, code, &reason, &warning));
    for (size_t i = 4; i < length; ++i) {
        char *damaged = arena_text(desk->arena, code, length);
        damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
        bool is_last = i == length - 1; /* a few of its bits mean nothing */
        if (read_code(desk, damaged, &reason, &warning) && !is_last)
            fail_msg("letter %zu changed, and it was read", i);
        assert_false(i < length - 2 &&
                     read_code(desk, arena_text(desk->arena, code, i), &reason, &warning));
    }
    assert_non_null(strstr(reason, "damaged"));
    assert_false(read_code(desk, "ts1.", &reason, &warning));
    assert_false(read_code(desk, "ts1.%%%%%%%%", &reason, &warning));
    assert_false(read_code(desk, "ts2.AAAAAAAA", &reason, &warning));
    assert_non_null(strstr(reason, "damaged"));
    assert_false(read_code(desk, "ts3.AAAAAAAA", &reason, &warning));
    assert_non_null(strstr(reason, "version"));
    desk->other->look.language = LANGUAGE_ZH;
    assert_false(read_code(desk, "ts99.AAAAAAAA", &reason, &warning));
    assert_non_null(strstr(reason, "版本"));
    desk->other->look.language = LANGUAGE_EN;
    assert_false(share_is_one("ts.AAAA") || share_is_one("tsx1.A") || share_is_one(""));
    assert_string_equal(share_write(desk->other, desk->arena), code);
}

static void test_a_link_is_a_code(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *warning = "";
    const char *code = share_write(desk->session, desk->arena);
    const char *const starts[] = {"https://example.org/tilestep.html?lang=zh#",
                                  " http://localhost:8000/#", "file:///usb/tilestep.html#"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        const char *link = arena_printf(desk->arena, "%s%s", starts[i], code);
        assert_true(share_is_one(link));
        assert_true(read_code(desk, link, &reason, &warning));
        assert_string_equal(share_write(desk->other, desk->arena), code);
    }
    assert_false(share_is_one("https://example.org/ts1.AAAA"));
    assert_false(share_is_one("https://example.org/#about"));
    assert_false(share_is_one("a page #ts1.AAAA"));
}

static uint32_t next_random(uint32_t *seed)
{
    return *seed = *seed * 1664525u + 1013904223u;
}

/* What a learner may turn, at random: every control both ways, what is switched, seen and
 * marked. */
static void turn_something(Session *session, uint32_t *seed)
{
    static const char *const lines[] = {
        "toggle %u",      "toggle-line %u",  "break-line %u",    "break-on %u",
        "set-threads %u", "set-shared %u",   "bookmark",         "seek %u",
        "pick-thread %u", "theme",           "stage-in",         "stage-right",
        "heat",           "enlarge",         "device-next",      "pick-block %u",
        "switch-run",     "panel-occupancy", "set-registers %u", "undo",
        "stage-set 3 %u", "pin 1 %u",        "motion",           "restore"};
    enum { LINES = sizeof lines / sizeof *lines };
    char line[64];
    uint32_t which = next_random(seed) >> 8, number = (next_random(seed) >> 8) % 50;
    if (which % 3 == 0) {
        control_adjust(session, number % 20, (AdjustWay)(which / 3 % 4));
        return;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(line, sizeof line, lines[which / 3 % LINES], number);
#pragma GCC diagnostic pop
    send_line(session, line);
    session_settle(session);
}

/* Each is a run or more, which a sanitizer makes long. */
#ifdef __SANITIZE_ADDRESS__
enum { WINDOWS = 8 };
#else
enum { WINDOWS = 40 };
#endif

static void test_any_window_comes_back_from_its_code(void **state)
{
    Desk *desk = *state;
    Arena *models = arena_new();
    session_use_devices(desk->session, session_load_devices(models));
    session_use_devices(desk->other, session_load_devices(models));
    for (uint32_t seed = 1; seed <= WINDOWS; ++seed) {
        const char *reason = "", *warning = "";
        uint32_t random = seed;
        arena_reset(desk->arena);
        for (int i = 0; i < 6; ++i)
            turn_something(desk->session, &random);
        const char *text = state_write(desk->session, desk->arena);
        if (!read_code(desk, share_write(desk->session, desk->arena), &reason, &warning))
            fail_msg("seed %u: %s\n%s", seed, reason, text);
        const char *again = state_write(desk->other, desk->arena);
        if (warning || strcmp(text, again) != 0)
            fail_msg("seed %u: %s\n%s---\n%s", seed, warning ? warning : "", text, again);
    }
    arena_free(models);
}

/* Letters at random behind the right start, and whole texts with a right checksum behind them. */
static void test_any_code_is_survived(void **state)
{
    static const char letters[] = "ABCDEFabcdef0123456789-_ /.\n\xff";
    Desk *desk = *state;
    const char *reason, *warning;
    uint32_t seed = 5;
    for (int round = 0; round < 2000; ++round) {
        char code[128] = "ts1.";
        size_t length = 4 + next_random(&seed) % 100;
        for (size_t i = 4; i < length; ++i)
            code[i] = letters[(next_random(&seed) >> 16) % (sizeof letters - 1)];
        assert_false(read_code(desk, code, &reason, &warning));
    }
    assert_int_equal(desk->other->run_count, 0);
}

/* State texts with characters changed, and a name cut off behind its folder. What the
 * random numbers hit depends on where the kernels lie: another checkout tries other texts. */
static void test_any_state_is_survived(void **state)
{
    Desk *desk = *state;
    const char *text = state_write(desk->session, desk->arena), *reason;
    uint32_t seed = 11;
    const char *folder =
        arena_printf(desk->arena, "%srun 0\nfile %s/\n", STATE_FIRST_LINE "\n", KERNELS_FOLDER);
    assert_false(state_read(desk->other, desk->arena, folder, &reason));
    for (int round = 0; round < 300; ++round) {
        Arena *arena = arena_new();
        char *changed = arena_text(arena, text, strlen(text));
        for (int i = 0; i < 3; ++i) {
            size_t at = sizeof STATE_FIRST_LINE +
                        (next_random(&seed) >> 8) % (strlen(text) - sizeof STATE_FIRST_LINE);
            changed[at] = "0123456789 \nx-"[(next_random(&seed) >> 16) % 14];
        }
        if (!state_read(desk->other, arena, changed, &reason))
            assert_non_null(reason);
        session_apply(desk->other, (Command){.name = COMMAND_STEP_NEXT});
        session_settle(desk->other);
        arena_free(arena);
    }
}

static void write_copy(Desk *desk, const char *name, const char *more)
{
    char *text;
    size_t length;
    const Phrase *reason;
    assert_true(
        file_read(desk->arena, KERNELS_FOLDER "/02_tiled.cu", 1 << 20, &text, &length, &reason));
    text = arena_printf(desk->arena, "%s%s", text, more);
    const char *path = arena_printf(desk->arena, "%s/%s", desk->folder, name);
    assert_true(file_write(desk->arena, path, text, strlen(text), &reason));
}

static void test_another_content_is_told(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning = NULL;
    write_copy(desk, "own.cu", "");
    const char *path = arena_printf(desk->arena, "%s/own.cu", desk->folder);
    session_open(desk->session, 0, run_load(path, &(LoadOptions){0}), true);
    const char *text =
        state_write_named(desk->session, desk->arena, false) + sizeof STATE_FIRST_LINE;
    const char *code = share_code(desk->arena, text, strlen(text));
    assert_false(read_code(desk, code, &reason, &warning)); /* own.cu is nowhere to be found */
    assert_non_null(strstr(reason, "own.cu"));
    assert_true(share_open(desk->other, desk->arena, code, &path, 1, &reason, &warning));
    assert_null(warning);
    write_copy(desk, "own.cu", "// one more line\n");
    assert_true(read_code(desk, code, &reason, &warning)); /* beside the open one */
    assert_non_null(warning);
    assert_non_null(strstr(warning, "own.cu"));
}

static void test_the_right_content_is_found(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning;
    const char *code = share_write(desk->session, desk->arena);
    write_copy(desk, "02_tiled.cu", "// not the one of the course\n");
    const char *path = arena_printf(desk->arena, "%s/02_tiled.cu", desk->folder);
    assert_true(share_open(desk->other, desk->arena, code, &path, 1, &reason, &warning));
    assert_null(warning);
    assert_null(strstr(desk->other->runs[0].run->path, desk->folder));
}

static void test_codes_and_files_are_opened_alike(void **state)
{
    Desk *desk = *state;
    const char *reason, *warning;
    const Phrase *unwritten;
    const char *text = state_write(desk->session, desk->arena);
    const char *path = arena_printf(desk->arena, "%s/own.cu", desk->folder);
    assert_true(file_write(desk->arena, path, text, strlen(text), &unwritten));
    assert_true(share_open(desk->other, desk->arena, path, NULL, 0, &reason, &warning));
    assert_string_equal(state_write(desk->other, desk->arena), text);
    assert_false(share_open(desk->other, desk->arena, KERNELS_FOLDER "/02_tiled.cu", NULL, 0,
                            &reason, &warning));
    assert_non_null(strstr(reason, "neither"));
    assert_false(share_open(desk->other, desk->arena, "/nowhere", NULL, 0, &reason, &warning));
    assert_string_equal(reason, "No such file or directory");
    desk->other->look.language = LANGUAGE_ZH;
    assert_false(share_open(desk->other, desk->arena, "/nowhere", NULL, 0, &reason, &warning));
    assert_string_equal(reason, "没有这个文件或目录");
}

static void send_key(Session *session, const char *key)
{
    Command command;
    if (session_command_for_key(session, key, &command))
        session_apply(session, command);
}

/* The rim may need a while to end a film that was cancelled; the next one waits for it. */
static void test_a_film_is_wanted_and_cancelled(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    FilmStand *film = &session->wanted.film;
    send_key(session, "Ctrl+Shift+E");
    assert_int_equal(film->state, FILM_WANTED);
    film->state = FILM_RUNNING;
    film->done = film->total = 7;
    send_key(session, "F11"); /* the lesson goes on meanwhile */
    session_settle(session);
    assert_int_equal(position(session), 1);
    send_key(session, "Ctrl+Shift+E"); /* one at a time */
    assert_int_equal(film->state, FILM_RUNNING);
    send_key(session, "Escape");
    assert_true(film->is_cancelled);
    send_key(session, "Ctrl+Shift+E");
    assert_int_equal(film->state, FILM_WANTED);
    assert_false(film->is_cancelled || film->done || film->total);
}

static void test_files_opened_lately_come_first(void **state)
{
    Desk *desk = *state;
    Session *session = desk->session;
    const char *paths[OPENER_FILES];
    const char *recent[] = {KERNELS_FOLDER "/16_stencil.cu", "/nowhere/gone.cu",
                            KERNELS_FOLDER "/14_transpose.cu"};
    opener_set_recent(session, recent, 3);
    send_key(session, "Ctrl+O");
    int count = opener_shown(&session->sheets.opener, paths, OPENER_FILES);
    assert_string_equal(paths[0], recent[0]);
    assert_string_equal(paths[1], recent[2]);
    assert_true(opener_is_recent(&session->sheets.opener, paths[1]));
    assert_false(opener_is_recent(&session->sheets.opener, paths[2]));
    for (int i = 2; i < count; ++i)
        assert_null(strstr(paths[i], "16_stencil")); /* once is enough */
    send_key(session, "Down");
    send_key(session, "Return");
    assert_non_null(strstr(session_front(session)->run->path, "14_transpose.cu"));
}

static void test_saved_windows_are_opened_from_the_list(void **state)
{
    Desk *desk = *state;
    const char *text = state_write(desk->session, desk->arena);
    const Phrase *reason;
    const char *path = arena_printf(desk->arena, "%s/own.cu", desk->folder);
    assert_true(file_write(desk->arena, path, text, strlen(text), &reason));
    send_line(desk->session, "panel-reuse");
    send_line(desk->session, "pick-block 3");
    opener_set_recent(desk->session, &path, 1);
    send_key(desk->session, "Ctrl+O");
    send_key(desk->session, "Return");
    assert_false(desk->session->sheets.opener.is_open);
    assert_string_equal(state_write(desk->session, desk->arena), text);
}

/* A state of the desk's session with so many macros given. */
static const char *state_with_macros(const Desk *desk, int count)
{
    const char *text = state_write(desk->session, desk->arena);
    const char *rest = strchr(strstr(text, "\nfile ") + 1, '\n') + 1;
    char *lines = arena_alloc(desk->arena, (size_t)count * 24 + 1), *at = lines;
    for (int i = 0; i < count; ++i)
        at += sprintf(at, "define A%d %d\n", i, i);
    return arena_printf(desk->arena, "%.*s%s%s", (int)(rest - text), text, lines, rest);
}

/* Neither reading nor writing copies what was there before for each line. */
static void test_a_long_state_takes_memory_by_its_length(void **state)
{
    Desk *desk = *state;
    const char *reason = "", *text = state_with_macros(desk, 8000);
    Arena *reading = arena_new(), *writing = arena_new();
    assert_true(state_read(desk->other, reading, text, &reason));
    assert_true(desk->other->runs[0].run->options.define_count >= 8000);
    assert_string_equal(state_write(desk->other, writing), text);
    assert_true(arena_used_bytes(desk->other->runs[0].run->arena) < 100 * strlen(text));
    assert_true(arena_used_bytes(reading) < 20 * strlen(text));
    assert_true(arena_used_bytes(writing) < 20 * strlen(text));
    arena_free(reading);
    arena_free(writing);
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_a_code_is_read_back),
        DESK(test_the_language_stays_the_readers),
        DESK(test_blanks_do_not_matter),
        DESK(test_damaged_codes_are_told),
        DESK(test_a_link_is_a_code),
        DESK(test_any_window_comes_back_from_its_code),
        DESK(test_any_code_is_survived),
        DESK(test_any_state_is_survived),
        DESK(test_another_content_is_told),
        DESK(test_the_right_content_is_found),
        DESK(test_codes_and_files_are_opened_alike),
        DESK(test_a_film_is_wanted_and_cancelled),
        DESK(test_files_opened_lately_come_first),
        DESK(test_saved_windows_are_opened_from_the_list),
        DESK(test_a_long_state_takes_memory_by_its_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
