/* Movie: pictures one after another, as numbered PNG files or, where ffmpeg is installed, as a GIF
 * or an MP4. A GIF or MP4 appears at its path when the movie is closed; until then it grows in a
 * file beside it. Numbered pictures appear one by one. A movie that fails or is dropped takes away
 * all that it has written, and the folder if it has made that. The process must ignore SIGPIPE:
 * ffmpeg may end before its input does. */
#pragma once

#include "base/phrase.h"

#include <stdbool.h>
#include <stdint.h>

/* What to write; MOVIE_NONE: the ending of the path names none of them. */
typedef enum MovieKind { MOVIE_NONE, MOVIE_PNG, MOVIE_GIF, MOVIE_MP4 } MovieKind;

/* Why a movie has failed, so that callers can choose an exit status. */
typedef enum MovieProblem {
    MOVIE_GOOD,
    MOVIE_NO_ENCODER, /* ffmpeg is not installed */
    MOVIE_NO_SPACE,   /* the disk, or what the user may take of it, is full */
    MOVIE_NO_PLACE,   /* the folder does not exist or may not be written */
    MOVIE_CANCELLED,  /* is_cancelled said so */
    MOVIE_FAILED      /* anything else that ffmpeg or the system says */
} MovieProblem;

/* By the ending of the path: .png, .gif or .mp4. */
MovieKind movie_kind(const char *path);
/* Whether ffmpeg is on PATH, so that GIF and MP4 can be made. */
bool movie_has_encoder(void);

typedef struct MovieOptions {
    const char *path;                    /* of a kind that movie_kind knows; must outlive the movie.
                       * PNG: "%d" or "%04d" is the number from 0; without one "-%05d" is put in */
    int width, height;                   /* of each picture, in pixels; an MP4 gets even ones */
    int frames_per_second;               /* of a GIF or MP4 */
    bool (*is_cancelled)(void *context); /* asked while waiting; may be NULL */
    void *context;
} MovieOptions;

typedef struct Movie Movie;

/* Begins a movie; for PNG the last folder of the path is made if it is missing. NULL if that cannot
 * be; *problem says why, *reason in one line with the remedy. All reasons are in the arena, which
 * must outlive the movie. */
Movie *movie_open(Arena *arena, const MovieOptions *options, MovieProblem *problem,
                  const Phrase **reason);
/* Adds a picture: width * height pixels, 0x00RRGGBB, without gaps between rows. false if that
 * failed or anything has failed before; movie_close then tells what. */
bool movie_add(Movie *movie, const uint32_t *pixels);
/* Completes the files and frees the movie; a GIF is encoded only now, which may take long. false
 * with *problem and *reason if anything has failed since the start, and then there are no files. */
bool movie_close(Movie *movie, MovieProblem *problem, const Phrase **reason);
/* Gives the movie up, its files too, and frees it. */
void movie_drop(Movie *movie);
