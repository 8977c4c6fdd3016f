/* Whether a message is told in Chinese: each format in it must have a row of phrase.def. What is no
 * message, a name of the learner or a line of code, may be in any language. */
#pragma once

#include "base/diag.h"

#include <ctype.h>
#include <string.h>

/* Letters of a format that are no conversions; *parts is how many of those there are. */
static inline int phrase_letters(const char *format, int *parts)
{
    int letters = 0;
    for (*parts = 0; *format; ++format) {
        letters += isalpha((unsigned char)*format) != 0;
        if (*format != '%')
            continue;
        ++format;
        *parts += *format != '%';
        if (*format != '%')
            format += strcspn(format, "sduxXcfgp");
    }
    return letters;
}

/* The first format in it that stays English; NULL if there is none. */
static inline const char *phrase_left_english(Arena *arena, const Phrase *phrase)
{
    int count;
    if (!phrase || phrase->is_words)
        return NULL;
    const char *chinese = phrase_in(arena, LANGUAGE_ZH, PHRASE_KEY(phrase->text));
    if (phrase_letters(phrase->text, &count) && strcmp(chinese, phrase->text) == 0)
        return phrase->text;
    for (int i = 0; phrase->parts && i < count; ++i) {
        const char *left = phrase_left_english(arena, &phrase->parts[i]);
        if (left)
            return left;
    }
    return NULL;
}

static inline const char *diag_left_english(Arena *arena, const Diag *diag)
{
    const char *left = phrase_left_english(arena, diag->message);
    return left ? left : phrase_left_english(arena, diag->hint);
}
