/* Loading the window part. Nothing of SDL2 is named here, so the executable needs none of it. */
#include "app/part.h"

#include "base/file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where the file is, or NULL. */
static const char *find_part(Arena *arena)
{
    const char *beside = file_executable_folder(arena);
    const char *paths[] = {
        beside ? arena_printf(arena, "%s/" WINDOW_PART_FILE, beside) : NULL,
        beside
            ? arena_printf(arena, "%s/../" TILESTEP_LIBRARIES "/tilestep/" WINDOW_PART_FILE, beside)
            : NULL,
        TILESTEP_PREFIX "/" TILESTEP_LIBRARIES "/tilestep/" WINDOW_PART_FILE,
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i)
        if (paths[i] && access(paths[i], R_OK) == 0)
            return paths[i];
    return NULL;
}

const WindowPart *window_part(Arena *arena, const char **reason)
{
    const char *path = find_part(arena);
    if (!path) {
        *reason = WINDOW_PART_FILE " is not beside the program; build or install tilestep again";
        return NULL;
    }
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const WindowPart *part = object ? dlsym(object, WINDOW_PART_SYMBOL) : NULL;
    if (!part) {
        *reason = arena_printf(arena, "the window cannot be loaded: %s", dlerror());
        return NULL;
    }
    if (strcmp(part->version, TILESTEP_VERSION) != 0) {
        *reason = arena_printf(arena, "%s is of tilestep %s; build or install tilestep again", path,
                               part->version);
        return NULL;
    }
    return part;
}
