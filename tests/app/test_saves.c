/* Windows saved by several processes at once: every one is there afterwards, whole. And what is
 * said where nothing can be written. */
#include "app/files/free_name.h"
#include "app/files/state_file.h"
#include "base/file.h"
#include "session/runs/runs.h"
#include "session/saved/state.h"
#include "session/session.h"
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WINDOWS = 4, SAVES = 40 };

static const char kernel[] = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n";

typedef struct Desk {
    Arena *arena;
    Session *session;
    char folder[64];
    const char *states;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    const Phrase *reason;
    *state = desk;
    desk->arena = arena_new();
    strcpy(desk->folder, "/tmp/tilestep-saves-XXXXXX");
    if (!mkdtemp(desk->folder) || chdir(desk->folder) != 0)
        return -1;
    setenv("XDG_STATE_HOME", desk->folder, 1);
    desk->states = arena_printf(desk->arena, "%s/tilestep", desk->folder);
    LoadOptions options = {.assume = true, .block = "64", .grid = "4"};
    if (!file_write(desk->arena, "k.cu", kernel, sizeof kernel - 1, &reason))
        return -1;
    desk->session = session_new();
    session_open(desk->session, 0, run_load("k.cu", &options), true);
    return 0;
}

static void empty(const char *folder)
{
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list)) != NULL;)
        if (entry->d_name[0] != '.')
            assert_int_equal(unlinkat(dirfd(list), entry->d_name, 0), 0);
    if (list)
        closedir(list);
    rmdir(folder);
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    session_free(desk->session);
    empty(desk->states);
    int status = chdir("/");
    empty(desk->folder);
    arena_free(desk->arena);
    free(desk);
    return status;
}

/* How many files of that ending the folder has; each must be a whole saved window. */
static int count_states(const Desk *desk, const char *start)
{
    int count = 0;
    DIR *list = opendir(desk->states);
    for (struct dirent *entry; list && (entry = readdir(list)) != NULL;) {
        const char *path = arena_printf(desk->arena, "%s/%s", desk->states, entry->d_name);
        const Phrase *reason;
        char *text;
        size_t length;
        assert_null(strstr(path, ".part"));
        if (strncmp(entry->d_name, start, strlen(start)) != 0)
            continue;
        assert_true(file_read(desk->arena, path, 1 << 20, &text, &length, &reason));
        assert_true(state_is_one(text) && text[length - 1] == '\n');
        ++count;
    }
    if (list)
        closedir(list);
    return count;
}

/* One window of several: it saves at other threads than the others do. */
static void save_all(Desk *desk, int window)
{
    for (int i = 0; i < SAVES; ++i) {
        desk->session->selection.thread = (uint32_t)i;
        desk->session->model.knobs[KNOB_REGISTERS] = window + 1;
        state_file_save(desk->session);
        if (strncmp(desk->session->notice, "Saved", 5) != 0)
            _exit(1);
    }
    _exit(0);
}

static void test_saves_at_once_lose_none(void **state)
{
    Desk *desk = *state;
    for (int window = 0; window < WINDOWS; ++window)
        if (fork() == 0)
            save_all(desk, window);
    for (int window = 0, status; window < WINDOWS; ++window) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_states(desk, "k"), WINDOWS * SAVES);
}

static void test_lost_windows_do_not_replace_each_other(void **state)
{
    Desk *desk = *state;
    char first[4096], second[4096], same[4096];
    assert_true(state_file_keep(desk->session, "lost", first, sizeof first));
    desk->session->selection.thread = 3;
    assert_true(state_file_keep(desk->session, "lost", second, sizeof second));
    assert_true(state_file_keep(desk->session, "lost", same, sizeof same));
    assert_string_not_equal(first, second);
    assert_string_equal(second, same);
    assert_int_equal(count_states(desk, "lost"), 2);
}

static void test_what_cannot_be_saved_is_said(void **state)
{
    Desk *desk = *state;
    char said[4096];
    state_file_save(desk->session);
    /* A disk without room, as the system makes one: no file may have more than so many bytes. */
    struct rlimit before, few = {.rlim_cur = 20, .rlim_max = RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    desk->session->selection.thread = 5;
    setrlimit(RLIMIT_FSIZE, &few);
    state_file_save(desk->session);
    bool is_kept = state_file_keep(desk->session, "lost", said, sizeof said);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_non_null(strstr(desk->session->notice, "Not saved: File too large"));
    assert_false(is_kept);
    assert_string_equal(said, "File too large");
    assert_int_equal(count_states(desk, "k"), 1); /* the first one */
    assert_int_equal(count_states(desk, "lost"), 0);
    setenv("XDG_STATE_HOME", "/dev/null/none", 1);
    state_file_save(desk->session);
    assert_non_null(strstr(desk->session->notice, "Not saved: Not a directory"));
    setenv("XDG_STATE_HOME", desk->folder, 1);
}

static void test_a_name_is_taken_once(void **state)
{
    static const char *const endings[] = {".png", ".svg", NULL}, *const folder[] = {"", NULL};
    Desk *desk = *state;
    const Phrase *reason;
    assert_string_equal(free_name(desk->arena, "a", endings, &reason), "a");
    assert_string_equal(free_name(desk->arena, "a", endings, &reason), "a-2");
    assert_true(file_claim("a-3.svg"));
    assert_string_equal(free_name(desk->arena, "a", endings, &reason), "a-4");
    free_name_drop("a-2.png");
    assert_string_equal(free_name(desk->arena, "a", endings, &reason), "a-2");
    assert_string_equal(free_name(desk->arena, "f", folder, &reason), "f");
    assert_string_equal(free_name(desk->arena, "f", folder, &reason), "f-2");
    free_name_drop("f");
    free_name_drop("f-2");
    free_name_drop("k.cu"); /* is not empty */
    assert_int_equal(access("k.cu", F_OK), 0);
    assert_null(free_name(desk->arena, "/dev/null/a", endings, &reason));
    assert_string_equal(phrase_in(desk->arena, LANGUAGE_EN, reason), "Not a directory");
}

#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_saves_at_once_lose_none),
        DESK(test_lost_windows_do_not_replace_each_other),
        DESK(test_what_cannot_be_saved_is_said),
        DESK(test_a_name_is_taken_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
