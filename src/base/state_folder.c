/* The state folder of the desktop's convention. */
#include "base/state_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

const char *state_folder(Arena *arena)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const char *parent = state && *state ? state : NULL;
    if (!parent && home && *home) {
        mkdir(arena_printf(arena, "%s/.local", home), 0755);
        parent = arena_printf(arena, "%s/.local/state", home);
    }
    if (!parent)
        return NULL;
    mkdir(parent, 0755);
    const char *folder = arena_printf(arena, "%s/tilestep", parent);
    mkdir(folder, 0755);
    return folder;
}
