/* Sentences in the reader's language. Messages are written in English where they arise; phrase.def has
 * the Chinese of every one of them, and tests/meta/phrases.py fails when one is missing. */
#ifndef TILESTEP_BASE_PHRASE_H
#define TILESTEP_BASE_PHRASE_H

#include "base/arena.h"
#include "base/language.h"

/* The text in that language, from the arena or as given: English, and what no row fits, stays. What
 * filled a % of the English text is looked up in turn, unless it stands in quotes. */
const char *phrase_in(Arena *arena, Language language, const char *english);

#endif
