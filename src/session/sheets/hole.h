/* Hole: the sheet that fills in a line of the exercise's file. A line that ends in the comment
 * fill in, as C writes it, is a hole: what stands before the comment can be typed anew, any number
 * of times. The file is read here and written by the rim. */
#pragma once

#include "session/data/exercise_stand.h"
#include "session/data/session_type.h"

/* Opens the next hole of the file as it is now, after the last one the first; a notice where no
 * exercise is in front, its file cannot be read or has none. What is being typed is not left. */
void hole_next(Session *session);

/* Writes a letter (ASCII) at the caret, or does what commands/line_edit.h says. */
void hole_type(Session *session, int64_t letter);

/* Asks the rim to write the line. */
void hole_send(Session *session);

/* The file's text, which ends with NUL, with the line filled in, in the arena; NULL if the line is
 * not any more what it was when the hole was opened. */
const char *hole_fill(const Hole *hole, Arena *arena, const char *text);

/* Whether the file in front is that of the exercise and has a hole. */
bool hole_is_any(const Session *session);

/* The Command of a key while the sheet is open; false if it has none: letters come as text, since
 * which keys make a bracket depends on the keyboard. */
bool hole_command_for_key(const char *key, Command *command);
