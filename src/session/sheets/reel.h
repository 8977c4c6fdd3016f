/* Reel: the sheet that makes a film of a range of steps, and how far the film is. The session only
 * holds what was chosen; the rim makes the film beside the window and tells how it goes. */
#ifndef TILESTEP_SESSION_SHEETS_REEL_H
#define TILESTEP_SESSION_SHEETS_REEL_H

#include "session/data/session_data.h"

/* Opens the sheet with the steps of the block in view; nothing while a film is being made. */
void reel_open(Session *session);
/* Picks the row so many further on, past the last one from the first on. */
void reel_move(Session *session, int64_t by);
/* Turns the number or the choice of a ReelRow; way: AdjustWay. */
void reel_turn(Session *session, int64_t row, int way);
/* Writes a digit of the number in the picked row; below 0: takes the last one away. */
void reel_type(Session *session, int64_t digit);
/* Closes the sheet and asks the rim to make the film. */
void reel_go(Session *session);
/* Closes the sheet, or else cancels the film being made; false if there is neither. */
bool reel_close(Session *session);

/* What the choices mean: the film goes on by a grain, such as an access or a line, each of which
 * takes so many seconds. */
const char *reel_grain(const Reel *reel); /* as --grain takes it */
double reel_seconds(const Reel *reel);
/* Pixels; 0 x 0: those of the window. */
void reel_size(const Reel *reel, int *width, int *height);
/* The path to write to, in the working folder: a file, or numbered pictures in a folder of their
 * own; NULL if nothing is open. In arena. */
const char *reel_path(const Session *session, Arena *arena);

/* The Command of a key while the sheet is open; false if it has none there. */
bool reel_command_for_key(const Session *session, const char *key, Command *command);

#endif
