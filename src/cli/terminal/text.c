/* The tables' words, one row for both languages, and the choice between them. */
#include "cli/terminal/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const texts[TEXT_COUNT][LANGUAGE_COUNT] = {
#define TEXT(id, en, zh) {en, zh},
#include "cli/terminal/text.def"
};

const char *text_get(Language language, TextId id)
{
    return texts[id][language];
}

static const char *environment_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strncmp(value, "zh", 2) == 0 ? "zh" : "en";
    }
    return "en";
}

bool text_language(const char *name, Language *language)
{
    if (!name)
        name = environment_language();
    *language = strcmp(name, "zh") == 0 ? LANGUAGE_ZH : LANGUAGE_EN;
    return *language == LANGUAGE_ZH || strcmp(name, "en") == 0;
}
