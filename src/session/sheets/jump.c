/* Typing a step. How many there are may not be known yet: then as much is looked at as a move to
 * the end does. */
#include "session/sheets/jump.h"
#include "session/data/session_data.h"

#include "session/commands/line_edit.h"
#include "session/time/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jump_open(Session *session)
{
    const SessionRun *front = session_front(session);
    Jump *jump = &session->sheets.jump;
    if (!front)
        return;
    *jump = (Jump){.is_open = true, .is_fresh = true};
    snprintf(jump->digits, sizeof jump->digits, "%llu",
             (unsigned long long)timeline_position(front->timeline));
}

void jump_type(Session *session, int64_t letter)
{
    Jump *jump = &session->sheets.jump;
    bool is_digit = letter >= '0' && letter <= '9';
    if (!jump->is_open || (!is_digit && letter != LINE_RUBOUT))
        return;
    if (jump->is_fresh && is_digit)
        jump->digits[0] = '\0';
    jump->is_fresh = false;
    line_edit(jump->digits, sizeof jump->digits, NULL, letter);
}

/* The number typed; 0 for none. */
static uint64_t jump_step(const Jump *jump)
{
    return strtoull(jump->digits, NULL, 10);
}

bool jump_is_beyond(const Session *session)
{
    const SessionRun *front = session_front(session);
    return front && front->is_measured &&
           jump_step(&session->sheets.jump) > timeline_length(front->timeline);
}

static void tell_last(Session *session, const SessionRun *front, uint64_t last)
{
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)last);
    session_say(session, front->is_measured ? STRING_JUMP_LAST : STRING_JUMP_UNKNOWN, number);
}

void jump_go(Session *session)
{
    Jump *jump = &session->sheets.jump;
    SessionRun *front = session_front(session);
    if (!jump->is_open)
        return;
    jump->is_open = false;
    if (!front || !jump->digits[0])
        return;
    uint64_t step = jump_step(jump), last = motion_look_ahead(session, step);
    motion_leap(session, step < last ? step : last);
    if (step > last)
        tell_last(session, front, last);
}

bool jump_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Return", COMMAND_JUMP_GO, 0},
                                    {"Backspace", COMMAND_JUMP_TYPE, LINE_RUBOUT},
                                    {"Ctrl+G", COMMAND_CLOSE, 0}};
    if (key[0] >= '0' && key[0] <= '9')
        return line_command_for_letter(COMMAND_JUMP_TYPE, key, command);
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           command_for_any_sheet(key, command);
}
