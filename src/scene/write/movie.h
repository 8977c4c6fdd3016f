/* Movie: pictures one after another, as numbered PNG files or, where ffmpeg is installed, as a GIF or
 * an MP4. Until it is closed nothing stands at its path; what fails or is dropped leaves no file.
 * The process must ignore SIGPIPE. */
#ifndef TILESTEP_SCENE_WRITE_MOVIE_H
#define TILESTEP_SCENE_WRITE_MOVIE_H

#include "base/phrase.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum MovieKind { MOVIE_NONE, MOVIE_PNG, MOVIE_GIF, MOVIE_MP4 } MovieKind;

typedef enum MovieProblem {
    MOVIE_GOOD,
    MOVIE_NO_ENCODER, /* ffmpeg is not installed */
    MOVIE_NO_SPACE,
    MOVIE_NO_PLACE, /* the folder does not exist or may not be written */
    MOVIE_CANCELLED,
    MOVIE_FAILED /* anything else that ffmpeg or the system says */
} MovieProblem;

/* By the ending of the path. */
MovieKind movie_kind(const char *path);
/* ffmpeg is on PATH. */
bool movie_has_encoder(void);

typedef struct MovieOptions {
    const char *path; /* PNG: "%d" or "%04d" is the number from 0; without one "-%05d" is put in */
    int width, height;
    int frames_per_second;
    bool (*is_cancelled)(void *context); /* asked while waiting; may be NULL */
    void *context;
} MovieOptions;

typedef struct Movie Movie;

/* NULL if it cannot be begun; *problem says why, *reason in one line with the remedy. */
Movie *movie_open(Arena *arena, const MovieOptions *options, MovieProblem *problem,
                  const Phrase **reason);
/* Takes a picture of the size given, without gaps between rows; false once anything has failed. */
bool movie_add(Movie *movie, const uint32_t *pixels);
/* Completes the files and frees the movie; false with the problem, and then there are none. */
bool movie_close(Movie *movie, MovieProblem *problem, const Phrase **reason);
/* Gives it up. */
void movie_drop(Movie *movie);

#endif
