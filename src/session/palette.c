/* Only commands that need nothing else said can be found: those that carry no argument, and those
 * that a key sends without one. */
#include "session/palette.h"

#include "session/session.h"

#include <ctype.h>
#include <string.h>

void palette_start(Session *session)
{
    session->palette = (Palette){.is_open = true};
}

static bool has_part(const char *text, const char *part, size_t length)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == (unsigned char)part[i])
            ++i;
        if (i == length)
            return true;
    }
    return length == 0;
}

static bool passes(const CommandInfo *info, const char *filter)
{
    while (*filter) {
        size_t length = strcspn(filter, " ");
        bool any = has_part(info->script, filter, length);
        for (int i = 0; i < LANGUAGE_COUNT; ++i)
            any |= has_part(info->help[i], filter, length);
        if (!any)
            return false;
        filter += length + (filter[length] == ' ');
    }
    return true;
}

int palette_shown(const Palette *palette, CommandName out[COMMAND_COUNT])
{
    int count = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        const CommandInfo *info = &command_info[i];
        bool can_be_sent = info->keys[0] && i != COMMAND_PALETTE && i != COMMAND_PRESS;
        if (can_be_sent && passes(info, palette->filter))
            out[count++] = (CommandName)i;
    }
    return count;
}

void palette_type(Palette *palette, int64_t letter)
{
    size_t length = strlen(palette->filter);
    palette->row = 0;
    if (letter == 8 && length)
        palette->filter[length - 1] = '\0';
    else if (letter >= ' ' && letter < 127 && length + 1 < sizeof palette->filter)
        palette->filter[length] = (char)tolower((int)letter);
}

void palette_move(Palette *palette, int64_t by)
{
    CommandName shown[COMMAND_COUNT];
    int count = palette_shown(palette, shown);
    if (count)
        palette->row = (int)((palette->row + by % count + count) % count);
}

bool palette_take(Palette *palette, int64_t row, Command *command)
{
    CommandName shown[COMMAND_COUNT];
    int count = palette_shown(palette, shown);
    row = row < 0 ? palette->row : row;
    if (!palette->is_open || row >= count)
        return false;
    *palette = (Palette){.is_open = false};
    *command = (Command){.name = shown[row]};
    return true;
}

bool palette_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Down", COMMAND_PALETTE_MOVE, 1},      {"Tab", COMMAND_PALETTE_MOVE, 1},
        {"Up", COMMAND_PALETTE_MOVE, -1},       {"Shift+Tab", COMMAND_PALETTE_MOVE, -1},
        {"PageDown", COMMAND_PALETTE_MOVE, 10}, {"PageUp", COMMAND_PALETTE_MOVE, -10},
        {"Return", COMMAND_PALETTE_GO, -1},     {"Backspace", COMMAND_PALETTE_TYPE, 8},
        {"Space", COMMAND_PALETTE_TYPE, ' '},   {"Escape", COMMAND_CLOSE, 0},
        {"Ctrl+P", COMMAND_CLOSE, 0},           {"Ctrl+Q", COMMAND_QUIT, 0}};
    if (command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command))
        return true;
    *command = (Command){.name = COMMAND_PALETTE_TYPE, .number = key[0]};
    return key[0] && !key[1];
}
