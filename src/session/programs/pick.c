/* Rows are counted from the first, lines of the output from the latest. */
#include "session/programs/pick.h"

#include "session/commands/line_edit.h"
#include "session/programs/console.h"
#include "session/programs/given.h"

enum { PAGE = 10, ALL = 1 << 30 };

int64_t console_count(const Console *console, ConsolePart part)
{
    const ConsoleFacts *facts = &console->facts;
    return part == CONSOLE_LAUNCHES ? facts->row_count
           : part == CONSOLE_FAULTS ? facts->fault_count
                                    : facts->output_lines;
}

static int64_t within(int64_t at, int64_t count)
{
    return at >= count ? count - 1 : at;
}

static void move_in(Console *console, ConsolePart part, int64_t by)
{
    int64_t count = console_count(console, part);
    if (part == CONSOLE_OUTPUT) {
        int64_t up = within(console->lines_up - by, count);
        console->lines_up = up < 0 ? 0 : up;
        return;
    }
    int *row = part == CONSOLE_LAUNCHES ? &console->row : &console->fault;
    int64_t to = within(*row + by, count);
    *row = (int)(to < 0 ? 0 : to);
    console->is_moved |= part == CONSOLE_LAUNCHES;
}

void console_move(Console *console, int64_t by)
{
    move_in(console, console->part, by);
}

void console_wheel(Session *session, int64_t by)
{
    Target hover = session->selection.hover;
    bool is_part = hover.kind == TARGET_CONSOLE && hover.a < CONSOLE_PARTS;
    ConsolePart part = is_part ? (ConsolePart)hover.a : session->console.part;
    move_in(&session->console, part, part == CONSOLE_OUTPUT ? 3 * by : by);
}

void console_turn(Console *console, int64_t by)
{
    int at = console->part;
    if (console->ask == CONSOLE_ASKS_RUN) {
        given_turn(console, by);
        return;
    }
    for (int tried = 0; tried < CONSOLE_PARTS; ++tried) {
        at = (at + (by < 0 ? CONSOLE_PARTS - 1 : 1)) % CONSOLE_PARTS;
        if (console_count(console, (ConsolePart)at))
            break;
    }
    console->part = (ConsolePart)at;
}

void console_pick(Session *session, Target target)
{
    Console *console = &session->console;
    if (target.a >= CONSOLE_PARTS) {
        given_pick(console, target.a - CONSOLE_PARTS);
        return;
    }
    ConsolePart part = (ConsolePart)target.a;
    int *row = part == CONSOLE_FAULTS ? &console->fault : &console->row;
    bool was_picked = console->part == part && *row == (int)target.b;
    console->part = part;
    if (part == CONSOLE_OUTPUT || target.b >= console_count(console, part))
        return;
    *row = (int)target.b;
    console->is_moved |= part == CONSOLE_LAUNCHES;
    if (was_picked)
        console_go(session);
}

static bool given_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Tab", COMMAND_CONSOLE_TURN, 1},  {"Shift+Tab", COMMAND_CONSOLE_TURN, -1},
        {"Down", COMMAND_CONSOLE_TURN, 1}, {"Up", COMMAND_CONSOLE_TURN, -1},
        {"Return", COMMAND_CONSOLE_GO, 0}, {"Escape", COMMAND_CLOSE, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           line_command_for_key(COMMAND_CONSOLE_TYPE, key, command) ||
           command_for_any_sheet(key, command);
}

bool console_command_for_key(const Session *session, const char *key, Command *command)
{
    if (session->console.ask == CONSOLE_ASKS_RUN)
        return given_command_for_key(key, command);
    static const SheetKey keys[] = {
        {"Down", COMMAND_CONSOLE_MOVE, 1},        {"Up", COMMAND_CONSOLE_MOVE, -1},
        {"PageDown", COMMAND_CONSOLE_MOVE, PAGE}, {"PageUp", COMMAND_CONSOLE_MOVE, -PAGE},
        {"End", COMMAND_CONSOLE_MOVE, ALL},       {"Home", COMMAND_CONSOLE_MOVE, -ALL},
        {"Tab", COMMAND_CONSOLE_TURN, 1},         {"Shift+Tab", COMMAND_CONSOLE_TURN, -1},
        {"Right", COMMAND_CONSOLE_TURN, 1},       {"Left", COMMAND_CONSOLE_TURN, -1},
        {"Return", COMMAND_CONSOLE_GO, 0},        {"Escape", COMMAND_CLOSE, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           command_for_any_sheet(key, command);
}
