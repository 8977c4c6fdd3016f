/* Movies: real ones where ffmpeg is installed, and with an ffmpeg of our own that is missing, has
 * no room, or is cancelled; what fails leaves nothing behind. */
#include "scene/write/movie.h"
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 64, HEIGHT = 48, FRAMES = 12 };

typedef struct Place {
    Arena *arena;
    char folder[64];
    char *search; /* PATH as it was */
} Place;

static int open_place(void **state)
{
    Place *place = calloc(1, sizeof *place);
    place->arena = arena_new();
    strcpy(place->folder, "/tmp/tilestep-movie-XXXXXX");
    place->search = strdup(getenv("PATH"));
    *state = place;
    return mkdtemp(place->folder) ? 0 : -1;
}

static int count_files(const Place *place, bool remove)
{
    DIR *directory = opendir(place->folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        ++count;
        if (remove)
            unlink(arena_printf(place->arena, "%s/%s", place->folder, entry->d_name));
    }
    closedir(directory);
    return count;
}

static int close_place(void **state)
{
    Place *place = *state;
    setenv("PATH", place->search, 1);
    count_files(place, true);
    rmdir(place->folder);
    free(place->search);
    arena_free(place->arena);
    free(place);
    return 0;
}

/* An ffmpeg that is this script, and nothing else on PATH but a shell's usual folders. */
static void fake_encoder(const Place *place, const char *script)
{
    const char *path = arena_printf(place->arena, "%s/.bin", place->folder);
    mkdir(path, 0755);
    const char *file = arena_printf(place->arena, "%s/ffmpeg", path);
    FILE *out = fopen(file, "w");
    fprintf(out, "#!/bin/sh\n%s\n", script);
    fclose(out);
    chmod(file, 0755);
    setenv("PATH", arena_printf(place->arena, "%s:/usr/bin:/bin", path), 1);
}

static void drop_fake(const Place *place)
{
    unlink(arena_printf(place->arena, "%s/.bin/ffmpeg", place->folder));
    rmdir(arena_printf(place->arena, "%s/.bin", place->folder));
}

static bool always(void *context)
{
    int *asked = context;
    return ++*asked > 3;
}

static bool make(Place *place, const char *name, bool cancel, MovieProblem *problem,
                 const Phrase **reason)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    int asked = 0;
    MovieOptions options = {.path = arena_printf(place->arena, "%s/%s", place->folder, name),
                            .width = WIDTH,
                            .height = HEIGHT,
                            .frames_per_second = 10};
    if (cancel) {
        options.is_cancelled = always;
        options.context = &asked;
    }
    Movie *movie = movie_open(place->arena, &options, problem, reason);
    if (!movie)
        return false;
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int i = 0; i < WIDTH * HEIGHT; ++i)
            pixels[i] = i % WIDTH < frame * 4 ? 0xd55e00 : 0x0072b2;
        if (!movie_add(movie, pixels))
            break;
    }
    return movie_close(movie, problem, reason);
}

static void expect_failure(Place *place, const char *name, MovieProblem wanted, const char *word)
{
    MovieProblem problem;
    const Phrase *reason = NULL;
    assert_false(make(place, name, wanted == MOVIE_CANCELLED, &problem, &reason));
    assert_int_equal(problem, wanted);
    const char *said = phrase_in(place->arena, LANGUAGE_EN, reason);
    if (!strstr(said, word))
        fail_msg("no '%s' in: %s", word, said);
    assert_int_equal(count_files(place, false), 0);
}

static long size_of(const Place *place, const char *name)
{
    struct stat info;
    const char *path = arena_printf(place->arena, "%s/%s", place->folder, name);
    return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

static void test_kinds(void **state)
{
    assert_int_equal(movie_kind("a.gif"), MOVIE_GIF);
    assert_int_equal(movie_kind("a/b.mp4"), MOVIE_MP4);
    assert_int_equal(movie_kind("a-%04d.png"), MOVIE_PNG);
    assert_int_equal(movie_kind(".gif"), MOVIE_NONE);
    assert_int_equal(movie_kind("gif"), MOVIE_NONE);
}

static void test_numbered_files(void **state)
{
    Place *place = *state;
    MovieProblem problem;
    const Phrase *reason = NULL;
    assert_true(make(place, "a-%03d.png", false, &problem, &reason));
    assert_true(make(place, "b.png", false, &problem, &reason));
    assert_int_equal(count_files(place, false), 2 * FRAMES);
    assert_true(size_of(place, "a-011.png") > 50);
    assert_true(size_of(place, "b-00000.png") > 50);
    count_files(place, true);
    assert_true(make(place, "new/%d.png", false, &problem, &reason));
    for (int i = 0; i < FRAMES; ++i)
        unlink(arena_printf(place->arena, "%s/new/%d.png", place->folder, i));
    assert_int_equal(rmdir(arena_printf(place->arena, "%s/new", place->folder)), 0);
    expect_failure(place, "%s.png", MOVIE_FAILED, "number");
    expect_failure(place, "%d-%d.png", MOVIE_FAILED, "number");
    expect_failure(place, "%999999d.png", MOVIE_FAILED, "number");
    expect_failure(place, "no/where/a-%d.png", MOVIE_NO_PLACE, "folder");
    expect_failure(place, "c-%d.png", MOVIE_CANCELLED, "cancelled");
    expect_failure(place, "d/c-%d.png", MOVIE_CANCELLED, "cancelled");
}

static void test_gif_and_mp4(void **state)
{
    Place *place = *state;
    MovieProblem problem;
    const Phrase *reason = NULL;
    if (!movie_has_encoder())
        skip();
    const char *names[] = {"a.gif", "a.mp4"};
    for (int i = 0; i < 2; ++i) {
        if (!make(place, names[i], false, &problem, &reason))
            fail_msg("%s: %s", names[i], phrase_in(place->arena, LANGUAGE_EN, reason));
        assert_true(size_of(place, names[i]) > 200);
        assert_int_equal(count_files(place, true), 1);
        expect_failure(place, names[i], MOVIE_CANCELLED, "cancelled");
        expect_failure(place, arena_printf(place->arena, "no/where/%s", names[i]), MOVIE_NO_PLACE,
                       "folder");
    }
}

static void test_what_can_go_wrong(void **state)
{
    Place *place = *state;
    setenv("PATH", "/nowhere", 1);
    assert_false(movie_has_encoder());
    expect_failure(place, "a.gif", MOVIE_NO_ENCODER, "install");
    fake_encoder(place, "echo >&2 'av_write: No space left on device'; exit 1");
    expect_failure(place, "a.gif", MOVIE_NO_SPACE, "free");
    expect_failure(place, "a.mp4", MOVIE_NO_SPACE, "free");
    fake_encoder(place, "cat >/dev/null; echo >&2 'Unknown encoder'; exit 1");
    expect_failure(place, "a.mp4", MOVIE_FAILED, "Unknown encoder");
    fake_encoder(place, "exit 3");
    expect_failure(place, "a.mp4", MOVIE_FAILED, "without a word");
    fake_encoder(place, "kill -9 $$");
    expect_failure(place, "a.gif", MOVIE_FAILED, "without a word");
    fake_encoder(place, "exec sleep 100"); /* never reads */
    expect_failure(place, "a.gif", MOVIE_CANCELLED, "cancelled");
    drop_fake(place);
}

#define PLACE(test) cmocka_unit_test_setup_teardown(test, open_place, close_place)

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        PLACE(test_numbered_files),
        PLACE(test_gif_and_mp4),
        PLACE(test_what_can_go_wrong),
    };
    return cmocka_run_group_tests_name("movie", tests, NULL, NULL);
}
