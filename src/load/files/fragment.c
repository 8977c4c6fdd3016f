/* Who includes a file? Projects keep kernels in files that are included rather than compiled; what
 * these lack, and their launches, stand in the file that includes them. */
#include "load/files/files.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 400, INCLUDER_BYTES = 2 << 20 };

static int is_source(const struct dirent *entry)
{
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".c", ".cuh"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i)
        if (file_ends_with(entry->d_name, endings[i]))
            return true;
    return false;
}

/* Whether a line of the text is #include "...name"; the name may have folders before it. */
static bool includes(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + length, name)) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        line += strspn(line, " \t");
        bool is_include = *line == '#' && line[1 + strspn(line + 1, " \t")] == 'i';
        if (is_include && at[length] == '"' && at > line && strchr("\"/", at[-1]) &&
            memchr(line, '"', (size_t)(at - line)))
            return true;
    }
    return false;
}

/* The first file of a folder that includes the name; folder ends with a slash or is "". */
static const char *includer_in(Arena *arena, const char *folder, const char *name)
{
    struct dirent **entries;
    const char *found = NULL;
    int count = scandir(*folder ? folder : ".", &entries, is_source, alphasort);
    for (int i = 0; i < count; ++i) {
        const char *path = arena_printf(arena, "%s%s", folder, entries[i]->d_name);
        const Phrase *reason;
        size_t length;
        char *text;
        if (!found && i < NAMES_MOST && strcmp(entries[i]->d_name, name) != 0) {
            Arena *own = arena_new();
            if (file_read(own, path, INCLUDER_BYTES, &text, &length, &reason) &&
                includes(text, name))
                found = path;
            arena_free(own);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return found;
}

const char *fragment_includer(Arena *arena, const char *path)
{
    const char *name = file_name(path);
    if (!*name) /* A path that ends with a slash names a folder, which nothing includes. */
        return NULL;
    const char *folder = arena_printf(arena, "%.*s", (int)(name - path), path);
    static const char *const places[] = {"", "../", "../src/"}; /* from where headers are kept */
    const char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; ++i)
        found = includer_in(arena, arena_printf(arena, "%s%s", folder, places[i]), name);
    return found;
}
