/* The texts of the window, in every language. One table, strings.def. */
#ifndef TILESTEP_SESSION_WORDS_STRINGS_H
#define TILESTEP_SESSION_WORDS_STRINGS_H

#include "base/language.h"

#include <stdbool.h>

typedef enum StringKey {
#define STRING(key, en, zh) STRING_##key,
#include "session/words/strings.def"
#undef STRING
    STRING_COUNT
} StringKey;

/* Never NULL; lives for ever. */
const char *string_get(StringKey key, Language language);

/* "STEP_OF", for tests and messages about the table itself. */
const char *string_key_name(StringKey key);

/* Reads "en" or "zh" (also "zh_CN.UTF-8" and the like); false if it is neither. */
bool language_parse(const char *text, Language *language);

#endif
