/* Lessons and scenes of one's own in a page. */
#pragma once

#include "cli/page_file.h"
#include "lesson/word.h"

/* The page begins with the file at path, which means this, and has it with the kernels that it
 * names, unless these come with tilestep, and what they include. false with a message. */
bool page_takes(PageStart *start, Arena *arena, const char *path, const WordMeaning *meaning);
