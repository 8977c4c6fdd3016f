/* What the sentence of the moment says while a question is open, and nothing has run yet or all
 * has: there no step is left to speak of. */
#pragma once

#include "session/data/session_data.h"

/* What is launched, or that its accesses are all counted, in the arena and in the language of the
 * look. NULL where no question is open, the reader has gone elsewhere, or a step can be told. */
const char *scene_asked_text(Arena *arena, const Session *session);
