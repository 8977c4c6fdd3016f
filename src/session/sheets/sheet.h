/* The sheets that lie over the window, and what a key means here and now: the same key is a letter
 * in one sheet and a command in another. Keys for what the keyboard stands on in the picture are
 * the view's (view/view.h), which asks here for all others. */
#pragma once

#include "session/data/session_type.h"

/* Topmost first; one table, sheet.def. */
typedef enum SheetName {
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel) SHEET_##NAME,
#include "session/sheets/sheet.def"
    SHEET_COUNT
} SheetName;

bool sheet_is_open(const Session *session, SheetName name);
/* The topmost one that is open; SHEET_COUNT: none is. */
SheetName sheet_on_top(const Session *session);
/* Closes that one; false if there is none. */
bool sheet_close(Session *session);
/* Turns the wheel on the topmost one that has a use for it; false if there is none. */
bool sheet_wheel(const Session *session, int notches, Command *command);

/* The Command of a key as command.def names it: that of the sheet on top, which takes arrows and
 * letters for itself, else that of the table. False if it means nothing. */
bool session_command_for_key(const Session *session, const char *key, Command *command);
