/* Texts of the tables in the chosen language. */
#ifndef TILESTEP_CLI_TERMINAL_TEXT_H
#define TILESTEP_CLI_TERMINAL_TEXT_H

#include "base/language.h"

#include <stdbool.h>

typedef enum TextId {
#define TEXT(id, en, zh) TEXT_##id,
#include "cli/terminal/text.def"
#undef TEXT
    TEXT_COUNT
} TextId;

const char *text_get(Language language, TextId id);

/* Reads "en" or "zh". NULL asks the environment (LC_ALL, LC_MESSAGES, LANG). false if name is
 * neither. */
bool text_language(const char *name, Language *language);

#endif
