/* The texts of the window, in every language. One table, strings.def. Texts with % are formats,
 * which take the same arguments in the same order in every language. */
#ifndef TILESTEP_SESSION_TEXTS_STRINGS_H
#define TILESTEP_SESSION_TEXTS_STRINGS_H

#include "base/language.h"

#include <stdbool.h>

/* One text; what it says stands in its row. */
typedef enum StringKey {
#define STRING(key, en, zh) STRING_##key,
#include "session/texts/strings.def"
#undef STRING
    STRING_COUNT
} StringKey;

/* A text in a language. Never NULL; lives for ever. */
const char *string_get(StringKey key, Language language);

/* "STEP_OF", for tests and messages about the table itself. */
const char *string_key_name(StringKey key);

/* Reads "en" or "zh" (also "zh_CN.UTF-8" and the like, by the first two letters); false, and
 * *language is left alone, if it is neither. */
bool language_parse(const char *text, Language *language);

#endif
