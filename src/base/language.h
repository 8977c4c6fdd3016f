/* The languages a person can choose: English and simplified Chinese. Every text that is shown has
 * both; tables of texts are indexed by Language. */
#ifndef TILESTEP_BASE_LANGUAGE_H
#define TILESTEP_BASE_LANGUAGE_H

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

#endif
