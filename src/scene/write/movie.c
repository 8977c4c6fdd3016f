/* A GIF has one palette, which is only known when every picture has been seen; so the pictures go
 * into a lossless file first, and ffmpeg goes over that twice. An MP4 is made in one go. */
#include "scene/write/movie.h"

#include "base/file.h"
#include "scene/paint/canvas.h"
#include "scene/write/encoder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct Movie {
    Arena *arena, *owner; /* owner: for what the caller is told */
    MovieOptions options;
    MovieKind kind;
    MovieProblem problem;
    const Phrase *reason;
    const char *ffmpeg, *part, *palette; /* part: the file that grows beside path */
    const char *pattern;                 /* PNG: with one %..d */
    const char *made_folder;             /* or NULL */
    Encoder encoder;
    int count;
};

MovieKind movie_kind(const char *path)
{
    return file_ends_with(path, ".png")   ? MOVIE_PNG
           : file_ends_with(path, ".gif") ? MOVIE_GIF
           : file_ends_with(path, ".mp4") ? MOVIE_MP4
                                          : MOVIE_NONE;
}

bool movie_has_encoder(void)
{
    Arena *arena = arena_new();
    bool found = encoder_find(arena) != NULL;
    arena_free(arena);
    return found;
}

static bool fail_movie(Movie *movie, MovieProblem problem, const Phrase *reason)
{
    if (movie->problem == MOVIE_GOOD) {
        movie->problem = problem;
        movie->reason = reason;
    }
    return false;
}

static bool movie_is_cancelled(const Movie *movie)
{
    return movie->options.is_cancelled && movie->options.is_cancelled(movie->options.context);
}

/* What the system or ffmpeg says, with what can be done about it. */
static bool fail_as_said(Movie *movie, const Phrase *said)
{
    const char *words = phrase_in(movie->arena, LANGUAGE_EN, said);
    if (movie_is_cancelled(movie))
        return fail_movie(movie, MOVIE_CANCELLED, PHRASE_LITERAL("cancelled"));
    if (strstr(words, strerror(ENOSPC)) || strstr(words, strerror(EDQUOT)))
        return fail_movie(
            movie, MOVIE_NO_SPACE,
            PHRASE_LITERAL("no space left on the disk; free some, or write somewhere else "
                           "with -o"));
    if (strstr(words, strerror(EACCES)) || strstr(words, strerror(ENOENT)) ||
        strstr(words, strerror(EROFS)) || strstr(words, strerror(ENOTDIR)))
        return fail_movie(movie, MOVIE_NO_PLACE,
                          phrase_new(movie->owner,
                                     "%p; name a folder that exists and can be written with -o",
                                     said));
    return fail_movie(movie, MOVIE_FAILED, said);
}

static bool fail_with_errno(Movie *movie)
{
    return fail_as_said(movie, phrase_of_errno(movie->owner, errno));
}

/* ---- numbered files ---- */

/* The path with exactly one number in it: "%d" with digits, nothing else that begins with %. */
static const char *pattern_of(Movie *movie)
{
    const char *path = movie->options.path, *sign = strchr(path, '%');
    if (!sign)
        return arena_printf(movie->arena, "%.*s-%%05d.png", (int)strlen(path) - 4, path);
    size_t digits = strspn(sign + 1, "0123456789");
    bool is_one = digits <= 2 && sign[1 + digits] == 'd' && !strchr(sign + 1, '%');
    return is_one ? path : NULL;
}

static const char *frame_path(const Movie *movie, int frame)
{
    const char *pattern = movie->pattern, *sign = strchr(pattern, '%');
    int digits = atoi(sign + 1);
    const char *rest = sign + 1 + strspn(sign + 1, "0123456789") + 1;
    return arena_printf(movie->arena, "%.*s%0*d%s", (int)(sign - pattern), pattern, digits, frame,
                        rest);
}

static bool open_files(Movie *movie)
{
    movie->pattern = pattern_of(movie);
    if (!movie->pattern)
        return fail_movie(movie, MOVIE_FAILED,
                          PHRASE_LITERAL("the name may hold one number, such as frame-%04d.png"));
    const char *folder = file_folder(movie->arena, movie->pattern);
    if (mkdir(folder, 0777) == 0)
        movie->made_folder = folder;
    else if (errno != EEXIST)
        return fail_with_errno(movie);
    return true;
}

static bool add_file(Movie *movie, const uint32_t *pixels)
{
    const MovieOptions *options = &movie->options;
    Canvas canvas = {(uint32_t *)pixels, options->width, options->height, options->width};
    const Phrase *reason;
    if (movie_is_cancelled(movie))
        return fail_movie(movie, MOVIE_CANCELLED, PHRASE_LITERAL("cancelled"));
    return canvas_write_png(movie->owner, &canvas, frame_path(movie, movie->count), &reason) ||
           fail_as_said(movie, reason);
}

/* ---- ffmpeg ---- */

/* Starts ffmpeg with the words of the list, which ends with NULL. */
static bool start_encoder(Movie *movie, const char *const *list)
{
    const char *words[48] = {movie->ffmpeg, "-v", "error", "-nostdin", "-xerror", "-y"};
    int count = 6;
    while (*list)
        words[count++] = *list++;
    movie->encoder.is_cancelled = movie->options.is_cancelled;
    movie->encoder.context = movie->options.context;
    return encoder_start(&movie->encoder, words) || fail_with_errno(movie);
}

/* path: what it was to write. */
static bool finish_encoder(Movie *movie, const char *path)
{
    const Phrase *said;
    struct stat status;
    if (!encoder_finish(&movie->encoder, movie->owner, &said))
        return fail_as_said(movie, said);
    if (stat(path, &status) == 0 && status.st_size > 0)
        return true;
    return fail_movie(movie, MOVIE_FAILED,
                      phrase_new(movie->owner, "%s has written nothing", movie->ffmpeg));
}

/* A path as ffmpeg has to be given it: one that begins with - is no option then, and what stands
 * before a colon no protocol. */
static const char *as_file(const Movie *movie, const char *path)
{
    return arena_printf(movie->arena, "file:%s", path);
}

static bool start_pictures(Movie *movie)
{
    const MovieOptions *options = &movie->options;
    const char *size = arena_printf(movie->arena, "%dx%d", options->width, options->height);
    const char *rate = arena_printf(movie->arena, "%d", options->frames_per_second);
    const char *part = as_file(movie, movie->part);
    if (movie->kind == MOVIE_GIF)
        return start_encoder(movie,
                             (const char *const[]){"-f", "rawvideo", "-pix_fmt", "bgr0", "-s", size,
                                                   "-r", rate, "-i", "-", "-c:v", "qtrle",
                                                   "-pix_fmt", "rgb24", "-f", "mov", part, NULL});
    return start_encoder(
        movie,
        (const char *const[]){
            "-f",   "rawvideo", "-pix_fmt", "bgr0",    "-s",        size,
            "-r",   rate,       "-i",       "-",       "-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-crf", "18",       "-pix_fmt", "yuv420p", "-movflags", "+faststart",
            "-f",   "mp4",      part,       NULL});
}

/* The other two rounds of a GIF: the palette, then the picture with it. */
static bool finish_gif(Movie *movie, const char *gif)
{
    const char *part = as_file(movie, movie->part), *palette = as_file(movie, movie->palette);
    return start_encoder(movie,
                         (const char *const[]){"-i", part, "-vf", "palettegen", "-f", "image2",
                                               "-c:v", "png", "-update", "1", palette, NULL}) &&
           finish_encoder(movie, movie->palette) &&
           start_encoder(movie, (const char *const[]){"-i", part, "-i", palette, "-lavfi",
                                                      "paletteuse=dither=none:diff_mode=rectangle",
                                                      "-f", "gif", as_file(movie, gif), NULL}) &&
           finish_encoder(movie, gif);
}

/* Puts the finished file in its place; a GIF is made from the part first. */
static bool finish_pictures(Movie *movie)
{
    const char *made = movie->part;
    bool good = finish_encoder(movie, movie->part);
    if (good && movie->kind == MOVIE_GIF) {
        made = arena_printf(movie->arena, "%s.gif", movie->part);
        good = finish_gif(movie, made);
    }
    if (good && (!file_sync(movie->arena, made) || rename(made, movie->options.path) != 0 ||
                 !file_sync(movie->arena, movie->options.path)))
        good = fail_with_errno(movie);
    unlink(made);
    unlink(movie->part);
    unlink(movie->palette);
    return good;
}

/* The file comes first: a folder that is not there is told whether or not ffmpeg is. */
static bool open_encoder(Movie *movie)
{
    long process = (long)getpid();
    movie->part = arena_printf(movie->arena, "%s.%ld.part", movie->options.path, process);
    movie->palette = arena_printf(movie->arena, "%s.%ld.palette", movie->options.path, process);
    int file = open(movie->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return fail_with_errno(movie);
    close(file);
    movie->ffmpeg = encoder_find(movie->arena);
    if (!movie->ffmpeg)
        return fail_movie(
            movie, MOVIE_NO_ENCODER,
            PHRASE_LITERAL("GIF and MP4 are made by ffmpeg, which was not found: install it "
                           "(apt-get install ffmpeg), or write numbered pictures with -o "
                           "NAME-%04d.png"));
    return start_pictures(movie);
}

/* ---- both ---- */

Movie *movie_open(Arena *arena, const MovieOptions *options, MovieProblem *problem,
                  const Phrase **reason)
{
    Movie *movie = ARENA_NEW(arena, Movie);
    *movie = (Movie){.arena = arena_new(),
                     .owner = arena,
                     .options = *options,
                     .kind = movie_kind(options->path)};
    movie->encoder = (Encoder){.pid = -1, .input = -1, .messages = -1};
    bool good = movie->kind == MOVIE_PNG ? open_files(movie) : open_encoder(movie);
    *problem = movie->problem;
    *reason = movie->reason;
    if (good)
        return movie;
    movie_drop(movie);
    return NULL;
}

bool movie_add(Movie *movie, const uint32_t *pixels)
{
    if (movie->problem)
        return false;
    size_t bytes = sizeof *pixels * (size_t)movie->options.width * (size_t)movie->options.height;
    bool good = movie->kind == MOVIE_PNG ? add_file(movie, pixels)
                                         : encoder_feed(&movie->encoder, pixels, bytes);
    movie->count += good;
    if (!good && movie->kind != MOVIE_PNG && finish_encoder(movie, movie->part))
        fail_movie(movie, MOVIE_FAILED, PHRASE_LITERAL("ffmpeg has ended too early"));
    return good;
}

void movie_drop(Movie *movie)
{
    encoder_kill(&movie->encoder);
    for (int i = 0; i < movie->count && movie->kind == MOVIE_PNG; ++i)
        unlink(frame_path(movie, i));
    if (movie->made_folder)
        rmdir(movie->made_folder);
    if (movie->part) {
        unlink(movie->part);
        unlink(movie->palette);
    }
    arena_free(movie->arena);
}

bool movie_close(Movie *movie, MovieProblem *problem, const Phrase **reason)
{
    bool good = !movie->problem && (movie->kind == MOVIE_PNG || finish_pictures(movie));
    *problem = movie->problem;
    if (good)
        arena_free(movie->arena);
    else {
        *reason = movie->reason;
        movie_drop(movie);
    }
    return good;
}
