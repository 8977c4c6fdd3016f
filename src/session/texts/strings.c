/* The string table: keys to texts, one column a language. */
#include "session/texts/strings.h"

#include <string.h>

typedef struct StringRow {
    const char *name;
    const char *text[LANGUAGE_COUNT];
} StringRow;

static const StringRow rows[STRING_COUNT] = {
#define STRING(key, en, zh) [STRING_##key] = {#key, {en, zh}},
#include "session/texts/strings.def"
#undef STRING
};

const char *string_get(StringKey key, Language language)
{
    return rows[key].text[language];
}

const char *string_fill(Arena *arena, StringKey key, Language language, const char *what,
                        const char *more)
{
    return text_fill(arena, string_get(key, language), what, more);
}

const char *string_key_name(StringKey key)
{
    return rows[key].name;
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
