/* What lessons say, as it is said on paper: nobody clicks there, and there is no panel. */
#pragma once

#include "base/arena.h"
#include "base/language.h"

/* The prose with words for paper ("Click the element" is "Mark the element"), without sentences
 * that only tell how to go about in the window; tables in paper.def. In the arena. */
const char *paper_prose(Arena *arena, Language language, const char *prose);
