/* What the program beside the window is given: its arguments and the file that is its input, typed
 * where it is asked whether it is to run, and kept for the next run of the same file. */
#pragma once

#include "session/data/session_data.h"

/* The lines are for the program of this path from now on: empty ones, if they were for another. */
void given_begin(Console *console, const char *path);
void given_free(Console *console);

/* Writes a letter into the line that is picked, or does what commands/line_edit.h says. */
void given_type(Console *console, int64_t letter);
/* Picks the next line (1) or the one before (-1), or the one with this number. */
void given_turn(Console *console, int64_t by);
void given_pick(Console *console, uint32_t line);

/* The arguments as a shell would part them: at blanks, which quotes and backslashes keep; nothing
 * in them is expanded. In the arena. */
const char *const *given_arguments(Arena *arena, const Console *console, int *count);
/* The path of the input without blanks around it, in the arena; NULL: there is none. */
const char *given_input(Arena *arena, const Console *console);
