/* What is picked of the program that runs beside the window: rows of its lists, lines of its
 * output. */
#pragma once

#include "session/data/session_data.h"

/* By so many rows or lines, as far as there are some. */
void console_move(Console *console, int64_t by);
/* The same of what the pointer rests on, for the wheel. */
void console_wheel(Session *session, int64_t by);
/* Lets arrows move in the next part (1) or the one before (-1) that has something in it; where the
 * program is asked for, letters go into its next line. */
void console_turn(Console *console, int64_t by);
/* Picks a row of a part (Target.a, Target.b), which opens if it is picked already; or the line that
 * letters go to (CONSOLE_PARTS and its number in Target.a). */
void console_pick(Session *session, Target target);

/* How many rows a part has; lines of the output. */
int64_t console_count(const Console *console, ConsolePart part);

/* The Command of a key while the sheet is open; false if it has none. */
bool console_command_for_key(const Session *session, const char *key, Command *command);
