/* A film is a list of commands on the session's own clock: one picture after another shows what the
 * window would, only that the clock is told how much time has passed. */
#include "cli/film/film.h"
#include "session/session.h"

#include "base/file.h"
#include "cli/film/film_text.h"
#include "cli/terminal/progress.h"
#include "count/grid.h"
#include "scene/paint/repaint.h"
#include "scene/write/movie.h"
#include "view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MOST = 100000, GIF_RATE = 10, MP4_RATE = 30, RATE_MOST = 60 };
static const double SECONDS = 1, SECONDS_MOST = 60;

/* What is pressed, how often. */
typedef struct KeyPress {
    const char *key;
    uint64_t count;
} KeyPress;

typedef struct Film {
    Cli *cli;
    Session *session;
    GlyphSource *glyphs;
    TextMetrics *metrics;
    Arena *arena; /* emptied for each picture */
    Movie *movie; /* pictures; or NULL, and text: */
    FILE *text;
    char *text_bytes;
    size_t text_length;
    uint32_t *pixels;
    Repaint *repaint; /* what pixels show */
    int width, height, frames, rate;
    double seconds; /* of a move; 0: as long as it takes */
    bool is_still;  /* one picture for each move */
    Progress progress;
    uint64_t done, total;
    uint64_t shown; /* moment of the picture before */
    bool is_full;   /* more pictures than anybody wants */
} Film;

bool film_is_wanted(const CliOptions *options)
{
    MovieKind kind = movie_kind(options->output);
    return options->from || options->to || options->grain || options->keys || options->seconds ||
           options->fps || kind == MOVIE_GIF || kind == MOVIE_MP4 ||
           file_ends_with(options->output, ".txt");
}

static bool is_cancelled(void *context)
{
    (void)context;
    return progress_is_cancelled();
}

/* ---- pictures ---- */

static uint64_t position(const Film *film)
{
    const SessionRun *front = session_front(film->session);
    return front ? timeline_position(front->timeline) : 0;
}

static void tell(Film *film)
{
    if (film->cli->options->progress) {
        printf("%llu %llu\n", (unsigned long long)film->done, (unsigned long long)film->total);
        fflush(stdout);
    }
    progress_update(&film->progress, film->done, film->total);
}

static const Scene *look_of(Film *film)
{
    arena_reset(film->arena);
    return view_build(film->session, film->arena, film->width, film->height, film->metrics);
}

static bool take_picture(Film *film)
{
    const Scene *scene = look_of(film);
    Canvas canvas = {film->pixels, film->width, film->height, film->width};
    int painted;
    repaint_scene(film->repaint, &canvas, scene, film->glyphs, grid_core_count(), &painted);
    return movie_add(film->movie, film->pixels);
}

/* How many pictures a move has, and the milliseconds between two: where nobody says how long it
 * takes, it takes its own time, and then stands still for a moment. */
static int frames_of_move(const Film *film, double length_s, double *pace_ms)
{
    double seconds = film->seconds > 0 ? film->seconds : fmax(SECONDS, length_s + SECONDS / 2);
    *pace_ms = fmax(1, length_s / seconds) * 1000 / film->rate;
    return film->is_still ? 1 : (int)fmax(1, round(seconds * film->rate));
}

/* The pictures of one command that has just been sent: it moves in its time, then rests. */
static bool shoot(Film *film, const char *key)
{
    Session *session = film->session;
    if (film->text) {
        session_settle(session);
        film_text_write(film->text, session, film->frames++, key, film->shown);
        film->shown = position(film);
        return !progress_is_cancelled();
    }
    double length_s = motion_length_ms(session) / 1000, pace;
    int frames = frames_of_move(film, length_s, &pace);
    for (int i = 0, was_moving = true; i < frames; ++i) {
        if (i == frames - 1)
            session_settle(session);
        bool is_new = was_moving;
        was_moving = session_is_moving(session);
        if (!(is_new ? take_picture(film) : movie_add(film->movie, film->pixels)))
            return false;
        ++film->frames;
        session_tick(session, pace);
    }
    film->is_full = film->frames > FRAMES_MOST;
    return !film->is_full;
}

/* ---- what is played ---- */

/* Goes on by the grain until to; stops where a move leads nowhere. */
static bool play_range(Film *film, CommandName forward, uint64_t from, uint64_t to)
{
    Session *session = film->session;
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)from});
    film->total = to - from;
    bool good = shoot(film, "");
    while (good && position(film) < to) {
        uint64_t before = position(film);
        session_apply(session, (Command){.name = forward});
        if (session_front(session))
            motion_stop_at(session, to, 1);
        good = shoot(film, "");
        if (position(film) == before)
            break;
        film->done = position(film) - from;
        tell(film);
    }
    return good;
}

static bool play_keys(Film *film, const KeyPress *keys, int count)
{
    bool good = shoot(film, "");
    for (int i = 0; i < count; ++i)
        film->total += keys[i].count;
    for (int i = 0; i < count; ++i)
        for (uint64_t n = 0; good && n < keys[i].count; ++n) {
            Command command;
            if (view_command_for_key(film->session, look_of(film), keys[i].key, &command))
                session_apply(film->session, command);
            session_finish_searches(film->session);
            good = shoot(film, keys[i].key);
            ++film->done;
            tell(film);
        }
    return good;
}

/* ---- options ---- */

/* "PageDown*12,Right": NULL with the message printed. */
static KeyPress *read_keys(Cli *cli, const char *text, int *count)
{
    KeyPress *keys = NULL;
    Command command;
    int capacity = 0;
    *count = 0;
    while (*text) {
        size_t length = strcspn(text, ","), name = 0;
        while (name < length && (name == 0 || text[name] != '*'))
            ++name;
        KeyPress *press = ARENA_PUSH(cli->arena, keys, *count, capacity);
        *press = (KeyPress){arena_text(cli->arena, text, name), 1};
        const char *times = arena_text(cli->arena, text + name, length - name);
        if (!command_for_key(press->key, &command) ||
            (*times && !options_number(times + 1, 1, FRAMES_MOST, &press->count))) {
            cli_error("--keys: '%.*s' is no key of the window; write for example "
                      "PageDown*12,PageUp*3",
                      (int)length, text);
            return NULL;
        }
        text += length + (text[length] == ',');
    }
    if (!keys)
        cli_error("--keys wants keys of the window, for example PageDown*12,PageUp*3");
    return keys;
}

static bool read_grain(const char *text, CommandName *forward)
{
    static const struct {
        const char *name;
        CommandName forward;
    } grains[] = {{"access", COMMAND_ACCESS_NEXT}, {"instruction", COMMAND_STEP_NEXT},
                  {"line", COMMAND_LINE_NEXT},     {"barrier", COMMAND_BARRIER_NEXT},
                  {"phase", COMMAND_PHASE_NEXT},   {"block", COMMAND_BLOCK_NEXT}};
    for (size_t i = 0; i < sizeof grains / sizeof *grains; ++i)
        if (strcmp(text, grains[i].name) == 0) {
            *forward = grains[i].forward;
            return true;
        }
    cli_error("--grain is access, instruction, line, barrier, phase or block, not '%s'", text);
    return false;
}

/* end is the last moment if it is known, else the furthest seen. */
static bool read_moment(const char *name, const char *text, uint64_t end, bool is_known,
                        uint64_t *moment)
{
    if (text && strcmp(text, "end") == 0)
        *moment = end;
    else if (text && !options_number(text, 0, UINT64_MAX, moment)) {
        cli_error("--%s is a number of steps, or end, not '%s'", name, text);
        return false;
    }
    *moment = is_known && *moment > end ? end : *moment;
    return true;
}

static bool read_times(Film *film)
{
    const CliOptions *options = film->cli->options;
    MovieKind kind = movie_kind(options->output);
    uint64_t rate = kind == MOVIE_MP4 ? MP4_RATE : GIF_RATE;
    char *end = "";
    film->seconds = options->seconds ? strtod(options->seconds, &end) : 0;
    if (options->seconds && (*end || !(film->seconds >= 0.01 && film->seconds <= SECONDS_MOST))) {
        cli_error("--seconds is a time from 0.01 to %g, not '%s'", SECONDS_MOST, options->seconds);
        return false;
    }
    if (options->fps && !options_number(options->fps, 1, RATE_MOST, &rate)) {
        cli_error("--fps is a number from 1 to %d, not '%s'", RATE_MOST, options->fps);
        return false;
    }
    film->rate = (int)rate;
    bool is_numbered = kind != MOVIE_GIF && kind != MOVIE_MP4;
    film->is_still = is_numbered && !options->fps;
    film->is_still |= film->seconds > 0 && film->seconds * film->rate < 1.5;
    if (film->is_still)
        film->session->look.reduced_motion = true;
    return true;
}

/* ---- all of it ---- */

static int cancelled(void)
{
    cli_error("cancelled; nothing was written");
    return EXIT_CANCELLED;
}

static int finish_text(Film *film)
{
    const char *path = film->cli->options->output;
    const Phrase *reason;
    fclose(film->text);
    int status = EXIT_CLEAN;
    if (progress_is_cancelled())
        status = cancelled();
    else if (!file_write(film->cli->arena, path, film->text_bytes, film->text_length, &reason))
        status = cli_error("cannot write '%s': %p", path, reason);
    free(film->text_bytes);
    return status;
}

static int refuse(const Film *film, MovieProblem problem, const Phrase *reason)
{
    if (problem == MOVIE_CANCELLED)
        return cancelled();
    return cli_error("cannot write '%s': %p", film->cli->options->output, reason);
}

static int finish_movie(Film *film, bool good)
{
    MovieProblem problem;
    const Phrase *reason;
    if (film->is_full) {
        movie_drop(film->movie);
        return cli_error("more than %d pictures; narrow --from and --to, or take a coarser --grain",
                         FRAMES_MOST);
    }
    if (!good && progress_is_cancelled()) {
        movie_drop(film->movie);
        return refuse(film, MOVIE_CANCELLED, NULL);
    }
    return movie_close(film->movie, &problem, &reason) ? EXIT_CLEAN : refuse(film, problem, reason);
}

static bool open_movie(Film *film, int *status)
{
    MovieProblem problem;
    const Phrase *reason;
    MovieOptions options = {.path = film->cli->options->output,
                            .width = film->width,
                            .height = film->height,
                            .frames_per_second = film->rate,
                            .is_cancelled = is_cancelled};
    film->repaint = repaint_new();
    film->pixels = malloc(sizeof *film->pixels * (size_t)film->width * (size_t)film->height);
    film->movie = film->pixels ? movie_open(film->cli->arena, &options, &problem, &reason) : NULL;
    if (!film->pixels)
        *status = cli_error("no memory for a picture of %d x %d", film->width, film->height);
    else if (!film->movie)
        *status = refuse(film, problem, reason);
    return film->movie != NULL;
}

static int play(Film *film)
{
    const CliOptions *options = film->cli->options;
    const SessionRun *front = session_front(film->session);
    uint64_t end = front ? timeline_length(front->timeline) : 0, from = 0, to = end;
    bool is_known = !front || front->is_measured;
    CommandName forward = COMMAND_ACCESS_NEXT;
    int count = 0, status = EXIT_UNUSABLE;
    KeyPress *keys = options->keys ? read_keys(film->cli, options->keys, &count) : NULL;
    if ((options->keys && !keys) || !read_times(film) ||
        (options->grain && !read_grain(options->grain, &forward)) ||
        !read_moment("from", options->from, end, is_known, &from) ||
        !read_moment("to", options->to, end, is_known, &to))
        return status;
    if (options->keys && (options->from || options->to || options->grain))
        return cli_error("--keys goes by itself: leave out --from, --to and --grain");
    if (from > to)
        return cli_error("--from %s lies after --to", options->from);
    progress_clean_up();
    if (file_ends_with(options->output, ".txt"))
        film->text = open_memstream(&film->text_bytes, &film->text_length);
    else if (!open_movie(film, &status))
        return status;
    progress_start(&film->progress);
    film->progress.unit = keys ? "keys" : "steps";
    bool good = keys ? play_keys(film, keys, count) : play_range(film, forward, from, to);
    progress_end(&film->progress);
    return film->text ? finish_text(film) : finish_movie(film, good);
}

int film_make(Cli *cli, Session *session, GlyphSource *glyphs, int width, int height)
{
    Film film = {.cli = cli, .session = session, .glyphs = glyphs, .arena = arena_new()};
    film.metrics = glyph_metrics(cli->arena, glyphs);
    film.width = width > 0 ? width : 1280;
    film.height = height > 0 ? height : 720;
    int status = play(&film);
    repaint_free(film.repaint);
    free(film.pixels);
    arena_free(film.arena);
    return status;
}
