/* What a key means here and now: the same key is a letter in one sheet and a command in another.
 * Keys for what the keyboard stands on in the picture are the view's (view/view.h), which asks here
 * for all others. */
#ifndef TILESTEP_SESSION_SHEETS_KEYS_H
#define TILESTEP_SESSION_SHEETS_KEYS_H

#include "session/data/session_data.h"

/* The Command of a key as command.def names it: that of the sheet on top, which takes arrows and
 * letters for itself, else that of the table. False if it means nothing. */
bool session_command_for_key(const Session *session, const char *key, Command *command);

#endif
