/* LineEdit: what a letter that is typed does to a line of text, for every field of the window. */
#pragma once

#include "session/commands/command.h"

/* Letters that are not written: they move the caret or take a letter away. */
enum { LINE_LEFT = 1, LINE_RIGHT, LINE_FIRST, LINE_LAST, LINE_RUBOUT = 8, LINE_DELETE = 127 };

/* Writes a letter (ASCII) at the caret, or does what one of those above says, which go by whole
 * letters of UTF-8. The text has size bytes with its NUL; what has no room is not written. caret is
 * in bytes; NULL: it is always at the end. True if the text has changed. */
bool line_edit(char *text, size_t size, size_t *caret, int64_t letter);

/* The letter without its case, for filters; and whether the first length bytes of a filter stand in
 * a text, whatever its case. */
int64_t line_small(int64_t letter);
bool line_passes(const char *text, const char *filter, size_t length);

/* The Command of a name with the letter of a key: one that moves the caret or takes a letter away,
 * or a letter itself. */
bool line_command_for_key(CommandName name, const char *key, Command *command);
bool line_command_for_letter(CommandName name, const char *key, Command *command);
