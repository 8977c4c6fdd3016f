/* Jump: the sheet that goes to a step of the front run by its number: the moment after so many
 * steps. */
#pragma once

#include "session/data/session_type.h"

/* Opens it with the number of the step shown; nothing happens if no run is in front. */
void jump_open(Session *session);
/* Writes a digit, or takes the last one away (commands/line_edit.h). */
void jump_type(Session *session, int64_t digit);
/* Goes to the step typed, or, where there is no such step, to the last one and says so. */
void jump_go(Session *session);

/* Whether it is known that there is no such step. */
bool jump_is_beyond(const Session *session);

/* The Command of a key while the sheet is open; false if it has none there. */
bool jump_command_for_key(const char *key, Command *command);
