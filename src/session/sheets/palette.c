/* Only commands that need nothing else said can be found: those that carry no argument, those that
 * a key sends without one, and of stops at a condition one for each. */
#include "session/sheets/palette.h"
#include "session/data/session_data.h"

#include "session/commands/line_edit.h"
#include "session/texts/strings.h"

#include <string.h>

void palette_start(Session *session)
{
    session->sheets.palette = (Palette){.is_open = true};
}

const char *palette_words(Command command, Language language)
{
    static const StringKey stops[BREAK_CONDITIONS] = {
        [BREAK_FINDING] = STRING_STOP_FINDING,   [BREAK_OUTSIDE] = STRING_STOP_OUTSIDE,
        [BREAK_CONFLICT] = STRING_STOP_CONFLICT, [BREAK_DIVERGENT] = STRING_STOP_DIVERGENT,
        [BREAK_RACE] = STRING_STOP_RACE,         [BREAK_UNINITIALISED] = STRING_STOP_UNINITIALISED,
    };
    return command.name == COMMAND_BREAK_ON ? string_get(stops[command.number], language)
                                            : command_info[command.name].help[language];
}

static bool command_passes(Command command, const char *filter)
{
    while (*filter) {
        size_t length = strcspn(filter, " ");
        bool any = line_passes(command_info[command.name].script, filter, length);
        for (int i = 0; i < LANGUAGE_COUNT; ++i)
            any |= line_passes(palette_words(command, (Language)i), filter, length);
        if (!any)
            return false;
        filter += length + (filter[length] == ' ');
    }
    return true;
}

int palette_shown(const Palette *palette, Command out[PALETTE_ROWS])
{
    _Static_assert(PALETTE_ROWS >= COMMAND_COUNT + BREAK_CONDITIONS, "a row for each");
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        Command command = {.name = (CommandName)i};
        bool can_be_sent = command_info[i].keys[0] && i != COMMAND_PALETTE && i != COMMAND_PRESS;
        if (can_be_sent && command_passes(command, palette->filter))
            out[count++] = command;
    }
    for (int i = 0; i < BREAK_CONDITIONS; ++i) {
        Command stop = {.name = COMMAND_BREAK_ON, .number = i};
        if (command_passes(stop, palette->filter))
            out[count++] = stop;
    }
    return count;
}

void palette_type(Palette *palette, int64_t letter)
{
    palette->row = 0;
    line_edit(palette->filter, sizeof palette->filter, NULL, line_small(letter));
}

void palette_move(Palette *palette, int64_t by)
{
    Command shown[PALETTE_ROWS];
    int count = palette_shown(palette, shown);
    if (count)
        palette->row = (int)((palette->row + by % count + count) % count);
}

bool palette_take(Palette *palette, int64_t row, Command *command)
{
    Command shown[PALETTE_ROWS];
    int count = palette_shown(palette, shown);
    row = row < 0 ? palette->row : row;
    if (!palette->is_open || row >= count)
        return false;
    *palette = (Palette){.is_open = false};
    *command = shown[row];
    return true;
}

bool palette_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Down", COMMAND_PALETTE_MOVE, 1},      {"Tab", COMMAND_PALETTE_MOVE, 1},
        {"Up", COMMAND_PALETTE_MOVE, -1},       {"Shift+Tab", COMMAND_PALETTE_MOVE, -1},
        {"PageDown", COMMAND_PALETTE_MOVE, 10}, {"PageUp", COMMAND_PALETTE_MOVE, -10},
        {"Return", COMMAND_PALETTE_GO, -1},     {"Backspace", COMMAND_PALETTE_TYPE, LINE_RUBOUT},
        {"Space", COMMAND_PALETTE_TYPE, ' '},   {"Escape", COMMAND_CLOSE, 0},
        {"Ctrl+P", COMMAND_CLOSE, 0},           {"Ctrl+Q", COMMAND_QUIT, 0}};
    if (command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command))
        return true;
    return line_command_for_letter(COMMAND_PALETTE_TYPE, key, command);
}
