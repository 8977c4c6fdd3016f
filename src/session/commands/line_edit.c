/* A letter of UTF-8 is its first byte and all that go on with it. */
#include "session/commands/line_edit.h"

#include <string.h>

static bool goes_on(char byte)
{
    return (byte & 0xc0) == 0x80;
}

static size_t letter_before(const char *text, size_t at)
{
    while (at > 0 && goes_on(text[--at]))
        ;
    return at;
}

static size_t letter_after(const char *text, size_t at)
{
    at += text[at] != '\0';
    while (goes_on(text[at]))
        ++at;
    return at;
}

static size_t move_from(const char *text, size_t at, int64_t letter)
{
    switch (letter) {
    case LINE_FIRST: return 0;
    case LINE_LAST: return strlen(text);
    case LINE_LEFT:
    case LINE_RUBOUT: return letter_before(text, at);
    case LINE_RIGHT:
    case LINE_DELETE: return letter_after(text, at);
    default: return at;
    }
}

bool line_edit(char *text, size_t size, size_t *caret, int64_t letter)
{
    size_t length = strlen(text), at = caret && *caret < length ? *caret : length;
    size_t to = move_from(text, at, letter), first = to < at ? to : at, last = to < at ? at : to;
    bool is_erased = (letter == LINE_RUBOUT || letter == LINE_DELETE) && to != at;
    bool is_written = letter >= ' ' && letter < LINE_DELETE && length + 1 < size;
    if (is_erased)
        memmove(text + first, text + last, length - last + 1);
    if (is_erased)
        to = first;
    if (is_written) {
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = (char)letter;
        to = at + 1;
    }
    if (caret)
        *caret = to;
    return is_erased || is_written;
}

int64_t line_small(int64_t letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

bool line_passes(const char *text, const char *filter, size_t length)
{
    for (; *text; ++text) {
        size_t i = 0;
        while (i < length && line_small(text[i]) == line_small(filter[i]))
            ++i;
        if (i == length)
            return true;
    }
    return length == 0;
}

bool line_command_for_key(CommandName name, const char *key, Command *command)
{
    const SheetKey keys[] = {{"Left", name, LINE_LEFT},        {"Right", name, LINE_RIGHT},
                             {"Home", name, LINE_FIRST},       {"End", name, LINE_LAST},
                             {"Backspace", name, LINE_RUBOUT}, {"Delete", name, LINE_DELETE}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command);
}

bool line_command_for_letter(CommandName name, const char *key, Command *command)
{
    bool is_letter = key[0] && !key[1];
    if (is_letter)
        *command = (Command){.name = name, .number = key[0]};
    return is_letter;
}
