/* What is asked of all sheets, as loops over the table. */
#include "session/sheets/sheet.h"

#include "session/class/class_sheet.h"
#include "session/class/hand_in_sheet.h"
#include "session/edits/control.h"
#include "session/edits/form.h"
#include "session/lessons/ask.h"
#include "session/lessons/cards.h"
#include "session/programs/console.h"
#include "session/programs/pick.h"
#include "session/sheets/hole.h"
#include "session/sheets/jump.h"
#include "session/sheets/opener.h"
#include "session/sheets/overview.h"
#include "session/sheets/palette.h"

bool sheet_is_open(const Session *session, SheetName name)
{
    const bool is_open[] = {
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel) open,
#include "session/sheets/sheet.def"
    };
    return is_open[name];
}

SheetName sheet_on_top(const Session *session)
{
    int name = 0;
    while (name < SHEET_COUNT && !sheet_is_open(session, (SheetName)name))
        ++name;
    return (SheetName)name;
}

bool sheet_close(Session *session)
{
    switch (sheet_on_top(session)) {
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel)                                  \
    case SHEET_##NAME:                                                                             \
        close;                                                                                     \
        return true;
#include "session/sheets/sheet.def"
    default: return false;
    }
}

bool sheet_wheel(const Session *session, int notches, Command *command)
{
    enum { COMMAND_NONE = COMMAND_COUNT };
    static const int wheels[] = {
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel) COMMAND_##wheel,
#include "session/sheets/sheet.def"
    };
    int name = 0;
    while (name < SHEET_COUNT &&
           (wheels[name] == COMMAND_NONE || !sheet_is_open(session, (SheetName)name)))
        ++name;
    if (name < SHEET_COUNT)
        *command = (Command){.name = (CommandName)wheels[name], .number = -notches};
    return name < SHEET_COUNT;
}

bool session_command_for_key(const Session *session, const char *key, Command *command)
{
    enum { SOME, ALL };
    if (session->look.blank) {
        *command = (Command){.name = COMMAND_BLANK};
        return true;
    }
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel)                                  \
    if (open) {                                                                                    \
        if (keys)                                                                                  \
            return true;                                                                           \
        if (takes == ALL)                                                                          \
            return false;                                                                          \
    }
#include "session/sheets/sheet.def"
    return ask_command_for_key(session, key, command) || command_for_key(key, command);
}
