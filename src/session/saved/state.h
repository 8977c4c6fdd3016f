/* The state of the window as a small text: which runs with which options, where they stand, what is
 * picked, how it looks. Unknown lines are passed over, so that older programs read newer texts. */
#ifndef TILESTEP_SESSION_SAVED_STATE_H
#define TILESTEP_SESSION_SAVED_STATE_H

#include "session/data/session_data.h"

#define STATE_FIRST_LINE "tilestep state 1"

/* The state, line after line, in arena. */
const char *state_write(const Session *session, Arena *arena);
/* The same for a file that this reader opens again: lecture mode, too, which a code does not
 * carry. */
const char *state_write_file(const Session *session, Arena *arena);

/* Asks the rim to keep it in a file. */
void state_want(Session *session);

/* True if text begins as state_write writes. */
bool state_is_one(const char *text);

/* Opens what the text says, in place of what is open. false with a reason (in arena, in the
 * language of the session) if a run cannot be loaded; the session then is as it was. */
bool state_read(Session *session, Arena *arena, const char *text, const char **reason);

#endif
