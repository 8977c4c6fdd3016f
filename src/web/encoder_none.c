/* A page cannot start ffmpeg, so there are no films. */
#include "scene/write/encoder.h"

#include <errno.h>

const char *encoder_find(Arena *arena)
{
    (void)arena;
    return NULL;
}

bool encoder_start(Encoder *encoder, const char *const *words)
{
    (void)words;
    encoder->pid = encoder->input = encoder->messages = -1;
    errno = ENOSYS;
    return false;
}

bool encoder_feed(Encoder *encoder, const void *bytes, size_t length)
{
    (void)encoder;
    (void)bytes;
    (void)length;
    return false;
}

bool encoder_finish(Encoder *encoder, Arena *arena, const Phrase **said)
{
    (void)encoder;
    (void)arena;
    *said = PHRASE_LITERAL("ffmpeg ended without a word");
    return false;
}

void encoder_kill(Encoder *encoder)
{
    (void)encoder;
}
