/* The languages a person can choose: English and simplified Chinese. Every text that is shown has
 * both; tables of texts are indexed by Language. */
#pragma once

#include "base/arena.h"

typedef enum Language {
    LANGUAGE_EN,   /* English */
    LANGUAGE_ZH,   /* simplified Chinese */
    LANGUAGE_COUNT /* how long a table of texts by Language is */
} Language;

/* Of two texts or formats the one in the language. The compiler checks both against the arguments
 * that a format is given. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *
language_pick(Language language, const char *en, const char *zh)
{
    return language == LANGUAGE_ZH ? zh : en;
}

/* The one in the language, filled in as by printf; both take the same arguments. In the arena. */
char *language_printf(Arena *arena, Language language, const char *en, const char *zh, ...)
    __attribute__((format(printf, 3, 5), format(printf, 4, 5)));

/* The text with its first conversions of printf filled by texts, whatever they ask for; NULL: leave
 * the rest as it is. For formats out of tables, which the compiler cannot see. In the arena. */
char *text_fill(Arena *arena, const char *text, const char *what, const char *more);
