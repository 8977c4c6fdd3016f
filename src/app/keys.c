/* SDL key names are almost those of command.def; the key pad's are made the same as the others. */
#include "app/keys.h"

#include <stdio.h>
#include <string.h>

static const char *plain_name(SDL_Keycode key)
{
    static const char pad[] = "Keypad ";
    const char *name = SDL_GetKeyName(key);
    if (strncmp(name, pad, sizeof pad - 1) == 0)
        name += sizeof pad - 1;
    return strcmp(name, "Enter") == 0 ? "Return" : name;
}

static bool is_switch(CommandName name)
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

bool keys_command(const Session *session, const Scene *scene, const SDL_KeyboardEvent *event,
                  Command *command)
{
    SDL_Keymod mod = event->keysym.mod;
    char name[64];
    snprintf(name, sizeof name, "%s%s%s%s", mod & KMOD_CTRL ? "Ctrl+" : "",
             mod & KMOD_ALT ? "Alt+" : "", mod & KMOD_SHIFT ? "Shift+" : "",
             plain_name(event->keysym.sym));
    bool is_known = view_command_for_key(session, scene, name, command);
    if (is_known && command->name == COMMAND_OPEN_TYPE && command->number >= ' ')
        return false; /* it comes as text, too, whose case counts in a path */
    return is_known && !(event->repeat && is_switch(command->name));
}
