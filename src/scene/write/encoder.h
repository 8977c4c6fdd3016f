/* Encoder: one run of ffmpeg, fed through a pipe. Never blocks longer than it takes to ask whether
 * somebody has cancelled. */
#ifndef TILESTEP_SCENE_WRITE_ENCODER_H
#define TILESTEP_SCENE_WRITE_ENCODER_H

#include "base/phrase.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct Encoder {
    pid_t pid;
    int input, messages; /* -1: none */
    bool (*is_cancelled)(void *context);
    void *context;
} Encoder;

/* Path of ffmpeg in arena; NULL if it is not on PATH. */
const char *encoder_find(Arena *arena);

/* Starts words[0] with its arguments (up to NULL); fields beside is_cancelled and context are set. */
bool encoder_start(Encoder *encoder, const char *const *words);
/* false if it has ended or was cancelled. */
bool encoder_feed(Encoder *encoder, const void *bytes, size_t length);
/* Ends the input and waits; true if it ended well. Else *said is the last line that it said. */
bool encoder_finish(Encoder *encoder, Arena *arena, const Phrase **said);
void encoder_kill(Encoder *encoder);

#endif
