/* How folders are told. */
#include "app/files/folder.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { PATH_MOST = 4096, SHOWN_MOST = 64 };

const char *working_folder(Arena *arena)
{
    char path[PATH_MOST];
    return arena_printf(arena, "%s", getcwd(path, sizeof path) ? path : ".");
}

/* Whole names only, and the last one in any case. */
static const char *end_of(const char *path)
{
    const char *end = path;
    for (const char *slash = path; (slash = strchr(slash, '/')); ++slash) {
        end = slash;
        if (strlen(slash) <= SHOWN_MOST)
            break;
    }
    return end;
}

const char *folder_shown(Arena *arena, const char *folder, const char *home)
{
    size_t length = home ? strlen(home) : 0;
    bool is_home = length > 1 && strncmp(folder, home, length) == 0 &&
                   (folder[length] == '/' || !folder[length]);
    const char *path = is_home               ? arena_printf(arena, "~%s", folder + length)
                       : strcmp(folder, "/") ? folder
                                             : "";
    return strlen(path) > SHOWN_MOST ? arena_printf(arena, "…%s", end_of(path + 1)) : path;
}
