/* What a picture says, as text: for those who cannot see it, and for tests. In the language of the
 * session; what a scene's veil hides in the picture is left out here, too. */
#pragma once

#include "session/data/session_type.h"

#include <stdio.h>

/* Writes the lines of one more picture: its number, where it stands, the sentence of its step,
 * counters so far and new findings. frame: its number, from 0; key: what was pressed for it, or "";
 * before: the moment of the picture before, behind which findings are new. */
void film_text_write(FILE *out, const Session *session, int frame, const char *key,
                     uint64_t before);
