/* The sheet that finds a command by its words: letters narrow the list, Enter does what is
 * picked. */
#pragma once

#include "session/data/session_type.h"
#include "session/data/sheets.h"

/* Opens the sheet with an empty filter. */
void palette_start(Session *session);
/* Adds a letter (ASCII) to the filter and picks the first row; 8 takes the last letter away. */
void palette_type(Palette *palette, int64_t letter);
/* Picks the row so many further on, past the last one from the first on; of those shown. */
void palette_move(Palette *palette, int64_t by);
/* The command of a row of those shown (-1: the picked one), and the sheet closed; false if there is
 * none. */
bool palette_take(Palette *palette, int64_t row, Command *command);

/* The commands that can be found: those with a key, and a stop at each condition, if each word of
 * the filter is in their script name or in their words in some language. Returns how many. */
enum { PALETTE_ROWS = COMMAND_COUNT + 8 };
int palette_shown(const Palette *palette, Command out[PALETTE_ROWS]);

/* What a row says: the command's help or, of a stop, its condition. */
const char *palette_words(Command command, Language language);

/* The Command of a key while the sheet is open; false if it has none. */
bool palette_command_for_key(const char *key, Command *command);
