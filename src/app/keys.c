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
    return is_known && !(event->repeat && command_is_switch(command->name));
}
