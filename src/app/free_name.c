/* The same moment may be saved twice with other settings: the files of both are kept. */
#include "app/free_name.h"

#include <stdbool.h>
#include <sys/stat.h>

enum { NUMBERS_MOST = 10000 };

static bool name_is_taken(Arena *arena, const char *name, const char *const *endings)
{
    struct stat status;
    for (; *endings; ++endings)
        if (lstat(arena_printf(arena, "%s%s", name, *endings), &status) == 0)
            return true;
    return false;
}

const char *free_name(Arena *arena, const char *name, const char *const *endings)
{
    const char *numbered = name;
    for (int i = 2; i < NUMBERS_MOST && name_is_taken(arena, numbered, endings); ++i)
        numbered = arena_printf(arena, "%s-%d", name, i);
    return numbered;
}
