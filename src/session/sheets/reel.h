/* Reel: the sheet that makes a film of a range of steps, and how far the film is. The session only
 * holds what was chosen; the rim makes the film beside the window and tells how it goes. */
#ifndef TILESTEP_SESSION_SHEETS_REEL_H
#define TILESTEP_SESSION_SHEETS_REEL_H

#include "base/arena.h"
#include "session/command.h"

#include <stddef.h>

typedef struct Session Session;

typedef enum ReelRow {
    REEL_FROM,
    REEL_TO,
    REEL_GRAIN,
    REEL_FORMAT,
    REEL_SIZE,
    REEL_SECONDS,
    REEL_ROWS
} ReelRow;
typedef enum ReelFormat { REEL_GIF, REEL_MP4, REEL_PNG, REEL_FORMATS } ReelFormat;
typedef enum ReelState { REEL_IDLE, REEL_WANTED, REEL_RUNNING } ReelState;

typedef struct Reel {
    bool is_open, is_typing; /* the next digit goes on with the number of the row */
    int row;
    uint64_t from, to;      /* moments of the front run */
    int choices[REEL_ROWS]; /* of the rows that have choices */
    bool has_encoder;       /* without it only numbered pictures; the rim knows */
    ReelState state;
    bool is_cancelled;    /* the rim ends it */
    uint64_t done, total; /* of the film being made; total 0: not known yet */
} Reel;

/* Opens the sheet on the block in view. */
void reel_open(Session *session);
void reel_move(Session *session, int64_t by);
/* way: AdjustWay. */
void reel_turn(Session *session, int64_t row, int way);
/* A digit of the number in the row; below 0: takes the last one away. */
void reel_type(Session *session, int64_t digit);
/* Asks the rim to make the film. */
void reel_go(Session *session);
/* True if something was closed or cancelled. */
bool reel_close(Session *session);

/* What the choices mean. */
const char *reel_grain(const Reel *reel); /* as --grain takes it */
double reel_seconds(const Reel *reel);
/* Pixels; 0 x 0: those of the window. */
void reel_size(const Reel *reel, int *width, int *height);
/* File name, in the working folder; NULL if nothing is open. */
const char *reel_path(const Session *session, Arena *arena);

/* The Command of a key while the sheet is open; false if it has none there. */
bool reel_command_for_key(const Session *session, const char *key, Command *command);

#endif
