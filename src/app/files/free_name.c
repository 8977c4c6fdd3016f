/* The same moment may be saved twice with other settings, and by two windows at once: the files of
 * both are kept. A name is taken by the first of its files, which cannot be made twice. */
#include "app/files/free_name.h"

#include "base/file.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBERS_MOST = 10000 };

static bool is_taken(Arena *arena, const char *name, const char *const *endings)
{
    struct stat status;
    for (; *endings; ++endings)
        if (lstat(arena_printf(arena, "%s%s", name, *endings), &status) == 0)
            return true;
    return false;
}

/* Makes the first file, or the folder if it has no ending. */
static bool take(Arena *arena, const char *name, const char *ending)
{
    return *ending ? file_claim(arena_printf(arena, "%s%s", name, ending)) : mkdir(name, 0777) == 0;
}

const char *free_name(Arena *arena, const char *name, const char *const *endings,
                      const Phrase **reason)
{
    int error = EEXIST;
    for (int i = 1; i < NUMBERS_MOST && error == EEXIST; ++i) {
        const char *numbered = i > 1 ? arena_printf(arena, "%s-%d", name, i) : name;
        if (is_taken(arena, numbered, endings))
            continue;
        if (take(arena, numbered, endings[0]))
            return numbered;
        error = errno;
    }
    *reason = phrase_of_errno(arena, error);
    errno = error;
    return NULL;
}

void free_name_drop(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return;
    if (S_ISDIR(status.st_mode))
        rmdir(path);
    else if (status.st_size == 0)
        unlink(path);
}
