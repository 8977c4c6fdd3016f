/* What a picture says, as text: for those who cannot see it, and for tests. */
#ifndef TILESTEP_CLI_FILM_FILM_TEXT_H
#define TILESTEP_CLI_FILM_FILM_TEXT_H

#include "session/session.h"

#include <stdio.h>

/* The lines of one more picture; key: what was pressed for it, or ""; before: the moment of the picture
 * before. */
void film_text_write(FILE *out, const Session *session, int frame, const char *key,
                     uint64_t before);

#endif
