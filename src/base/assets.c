/* Finding shipped files in the source tree and when installed: one ordered list of folders, the
 * first that has the file wins. The last three are fixed when tilestep is built,
 * the last two empty where it is built to be handed out. */
#include "base/assets.h"

#include "base/file.h"

#include <stdlib.h>
#include <unistd.h>

static const char *asset_in(Arena *arena, const char *folder, const char *name)
{
    if (!folder || !*folder)
        return NULL;
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    return access(path, R_OK) == 0 ? path : NULL;
}

const char *asset_find(Arena *arena, const char *name)
{
    const char *beside = file_executable_folder(arena);
    const char *folders[] = {
        getenv("TILESTEP_DATA"),
        beside,
        beside ? arena_printf(arena, "%s/../share/tilestep", beside) : NULL,
        TILESTEP_DATA_FOLDER,
        TILESTEP_SOURCE_FOLDER,
        TILESTEP_BUILD_FOLDER,
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        const char *path = asset_in(arena, folders[i], name);
        if (path)
            return path;
    }
    return NULL;
}
