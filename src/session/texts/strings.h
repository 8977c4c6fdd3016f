/* The texts of the window, in every language. One table, strings.def. Texts with % are formats,
 * which take the same arguments in the same order in every language. */
#pragma once

#include "base/language.h"

#include <stdbool.h>

/* One text; what it says stands in its row. */
typedef enum StringKey {
#define STRING(key, en, zh) STRING_##key,
#include "session/texts/strings.def"
    STRING_COUNT
} StringKey;

/* A text in a language. Never NULL; lives for ever. */
const char *string_get(StringKey key, Language language);

/* text_fill of a row, for keys that are no literals. */
const char *string_fill(Arena *arena, StringKey key, Language language, const char *what,
                        const char *more);

/* The formats of a row for language_printf, so that the compiler checks what fills them; or of one
 * of two rows. The keys are literals. */
#define STRING(key, en, zh) static const char STRING_##key##_EN[] = en, STRING_##key##_ZH[] = zh;
#include "session/texts/strings.def"
#define STRING_FORMATS(key)           key##_EN, key##_ZH
#define STRING_EITHER(is, key, other) (is) ? key##_EN : other##_EN, (is) ? key##_ZH : other##_ZH

/* Reads "en" or "zh" (also "zh_CN.UTF-8" and the like, by the first two letters); false, and
 * *language is left alone, if it is neither. */
bool language_parse(const char *text, Language *language);
