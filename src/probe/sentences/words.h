/* What a sentence about a finding is made from, for the files that say one. Private to
 * sentences. */
#ifndef TILESTEP_PROBE_SENTENCES_WORDS_H
#define TILESTEP_PROBE_SENTENCES_WORDS_H

#include "base/language.h"
#include "probe/record/report.h"

typedef struct Words {
    Arena *arena; /* of the sentence */
    Language language;
    const Program *program;
    const Launch *launch;
    const Finding *finding;
} Words;

/* Of two texts or formats the one in the language of the sentence. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *
pick_words(const Words *words, const char *en, const char *zh)
{
    return language_pick(words->language, en, zh);
}

/* Takes spaces between Chinese characters out of a sentence; a place in it may be a name or
 * words. */
void words_close_up(char *text);

/* The finding's buffer is a matrix that is stored column by column (Buffer.is_turned). */
static inline bool finding_is_turned(const Launch *launch, const Finding *finding)
{
    return finding->space == SPACE_GLOBAL && finding->buffer >= 0 &&
           launch->buffers[finding->buffer].is_turned;
}

#endif
