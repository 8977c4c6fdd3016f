/* The table of commands, and the two ways to name one: a key and a script line. */
#include "session/commands/command.h"

#include <stdlib.h>
#include <string.h>

const CommandInfo command_info[COMMAND_COUNT] = {
#define COMMAND(name, script, argument, keys, button, en, zh, does)                                \
    [COMMAND_##name] = {script, ARGUMENT_##argument, keys, {en, zh}},
#include "session/commands/command.def"
};

static bool keys_hold(const char *keys, const char *key)
{
    size_t length = strlen(key);
    while (*keys) {
        size_t word = strcspn(keys, " ");
        if (word == length && memcmp(keys, key, length) == 0)
            return true;
        keys += word;
        keys += *keys == ' ';
    }
    return false;
}

bool command_for_key(const char *key, Command *command)
{
    for (int i = 0; i < COMMAND_COUNT && *key; ++i)
        if (keys_hold(command_info[i].keys, key)) {
            *command = (Command){.name = (CommandName)i};
            return true;
        }
    return false;
}

bool command_for_sheet_key(const SheetKey *keys, size_t count, const char *key, Command *command)
{
    for (size_t i = 0; i < count; ++i)
        if (strcmp(key, keys[i].key) == 0) {
            *command = (Command){.name = keys[i].name, .number = keys[i].number};
            return true;
        }
    return false;
}

bool command_for_any_sheet(const char *key, Command *command)
{
    bool is_function_key = key[0] == 'F' && key[1];
    return (strncmp(key, "Ctrl+", 5) == 0 || is_function_key || strcmp(key, "Escape") == 0) &&
           command_for_key(key, command);
}

static bool parse_target(const char *text, Target *target)
{
    unsigned long numbers[4] = {0};
    for (int i = 0; i < 4; ++i) {
        char *end;
        numbers[i] = strtoul(text, &end, 10);
        if (end == text)
            return i > 0;
        text = end;
        *target = (Target){(uint32_t)numbers[0], (uint32_t)numbers[1], (uint32_t)numbers[2],
                           (uint32_t)numbers[3]};
    }
    return true;
}

bool command_parse(const char *text, Command *command)
{
    size_t length = strcspn(text, " ");
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        const CommandInfo *info = &command_info[i];
        if (strlen(info->script) != length || memcmp(info->script, text, length) != 0)
            continue;
        *command = (Command){.name = (CommandName)i};
        const char *rest = text + length;
        char *end = (char *)rest;
        if (info->argument == ARGUMENT_NUMBER)
            command->number = strtoll(rest, &end, 10);
        else if (info->argument == ARGUMENT_TARGET)
            return parse_target(rest, &command->target);
        return (info->argument == ARGUMENT_NONE) == (end == rest) && *end == '\0';
    }
    return false;
}

bool command_is_switch(CommandName name)
{
    switch (name) {
    case COMMAND_PLAY:
    case COMMAND_SWITCH_RUN:
    case COMMAND_ALONE:
    case COMMAND_LANGUAGE:
    case COMMAND_THEME:
    case COMMAND_HELP:
    case COMMAND_MOTION:
    case COMMAND_FULL_SCREEN:
    case COMMAND_PRESS:
    case COMMAND_PIN:
    case COMMAND_HEAT:
    case COMMAND_LECTURE:
    case COMMAND_BLANK:
    case COMMAND_SHOW_KEYS:
    case COMMAND_GPU:
    case COMMAND_CONTROLS:
    case COMMAND_TOGGLE:
    case COMMAND_TOGGLE_LINE:
    case COMMAND_BREAK_LINE:
    case COMMAND_QUIT: return true;
    default: return false;
    }
}
