/* The sheet that hands in: a name is typed, and what is kept of the lessons goes into a file and
 * onto the clipboard, for the student to send. */
#pragma once

#include "session/data/session_data.h"

/* Opens it; a notice where nothing was answered yet. */
void handing_open(Session *session);
/* A letter (Unicode), or LINE_RUBOUT, which takes one away. */
void handing_type(Session *session, int64_t letter);
/* Asks the rim for the file and the copy. */
void handing_send(Session *session);

/* How many questions the student has answered. */
int handing_count(const Session *session);

/* The text of the file, and the code that the rim copies in place of the window's; NULL: it copies
 * that. In arena. */
const char *handing_text(const Session *session, Arena *arena);
const char *handing_code(const Session *session, Arena *arena);

/* The Command of a key while the sheet is open; false if it has none: letters come as text. */
bool handing_command_for_key(const char *key, Command *command);
