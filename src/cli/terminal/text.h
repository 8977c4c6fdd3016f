/* Texts of the tables in the chosen language: the rows of text.def, some of which are formats for
 * the same arguments in each language. Messages on stderr are phrases instead (output.h). */
#pragma once

#include "base/language.h"

#include <stdbool.h>

/* One text; what it says stands in its row. Words that many tables share, such as "block", have
 * rows of their own. */
typedef enum TextId {
#define TEXT(id, en, zh) TEXT_##id,
#include "cli/terminal/text.def"
    TEXT_COUNT
} TextId;

/* Never NULL; lives for ever. */
const char *text_get(Language language, TextId id);

/* The formats of a row for language_printf, so that the compiler checks what fills them. The id is
 * a literal. */
#define TEXT(id, en, zh) static const char TEXT_##id##_EN[] = en, TEXT_##id##_ZH[] = zh;
#include "cli/terminal/text.def"
#define TEXT_FORMATS(id) id##_EN, id##_ZH

/* Reads "en" or "zh". NULL asks the environment, the first of LC_ALL, LC_MESSAGES and LANG that is
 * set; what does not begin with zh is English. false, with English, if name is neither. */
bool text_language(const char *name, Language *language);
