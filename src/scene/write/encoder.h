/* Encoder: one run of ffmpeg, fed through a pipe. While it waits for ffmpeg it asks ten times a
 * second or more whether somebody has cancelled. ffmpeg stands in a process group of its own, so
 * that Ctrl+C reaches the caller alone, and is killed when the thread that started it ends. */
#pragma once

#include "base/phrase.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct Encoder {
    pid_t pid;                           /* of ffmpeg; -1: does not run */
    int input, messages;                 /* descriptors of its input and its stderr; -1: none */
    bool (*is_cancelled)(void *context); /* set by the caller before encoder_start; may be NULL */
    void *context;
} Encoder;

/* The path of the first ffmpeg on PATH that may be run, in the arena; NULL if there is none. */
const char *encoder_find(Arena *arena);

/* Starts the program with the path words[0] and with the arguments behind that (up to NULL), and
 * sets all fields but is_cancelled and context. false with errno if the system refuses;
 * encoder_kill tidies up then. */
bool encoder_start(Encoder *encoder, const char *const *words);
/* Writes all the bytes to its input. false if it has ended or somebody has cancelled. */
bool encoder_feed(Encoder *encoder, const void *bytes, size_t length);
/* Ends the input and waits until it ends by itself or, if somebody cancels, by a kill. true if it
 * ended well (status 0), with *said NULL; else *said is the last line of its messages, in the
 * arena. */
bool encoder_finish(Encoder *encoder, Arena *arena, const Phrase **said);
/* Ends it at once; nothing happens if it does not run. */
void encoder_kill(Encoder *encoder);
