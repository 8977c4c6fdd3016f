/* The string table: keys to texts, one column a language. */
#include "session/texts/strings.h"

#include <string.h>

static const char *const texts[STRING_COUNT][LANGUAGE_COUNT] = {
#define STRING(key, en, zh) [STRING_##key] = {en, zh},
#include "session/texts/strings.def"
};

const char *string_get(StringKey key, Language language)
{
    return texts[key][language];
}

const char *string_fill(Arena *arena, StringKey key, Language language, const char *what,
                        const char *more)
{
    return text_fill(arena, string_get(key, language), what, more);
}

bool language_parse(const char *text, Language *language)
{
    if (strncmp(text, "en", 2) == 0)
        *language = LANGUAGE_EN;
    else if (strncmp(text, "zh", 2) == 0)
        *language = LANGUAGE_ZH;
    else
        return false;
    return true;
}
