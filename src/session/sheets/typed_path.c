/* The folder is read anew for every letter, since others may write into it meanwhile. */
#include "session/sheets/typed_path.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool typed_path_is(const char *text)
{
    static const char *const starts[] = {"/", "~/", "./", "../"};
    for (int i = 0; i < 4; ++i)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

const char *typed_path_whole(Arena *arena, const char *text)
{
    const char *home = getenv("HOME");
    return strncmp(text, "~/", 2) == 0 && home && *home
               ? arena_printf(arena, "%s%s", home, text + 1)
               : text;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The path as it is shown, with a slash behind a folder; NULL for what cannot be opened. */
static const char *shown(Arena *arena, const char *path)
{
    static const char *const endings[] = {".cu", ".ipynb", ".tilestep"};
    const char *whole = typed_path_whole(arena, path);
    if (is_folder(whole))
        return arena_printf(arena, "%s/", path);
    for (int i = 0; i < 3; ++i)
        if (file_ends_with(path, endings[i]))
            return path;
    return NULL;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int typed_path_list(Arena *arena, const char *text, const char **paths, int most)
{
    size_t length = strlen(text) - strlen(file_name(text));
    const char *folder = arena_text(arena, text, length), *start = text + length;
    DIR *directory = opendir(typed_path_whole(arena, folder));
    int exact = is_file(typed_path_whole(arena, text)), count = exact;
    if (exact)
        paths[0] = arena_text(arena, text, strlen(text));
    for (struct dirent *entry; directory && count < most && (entry = readdir(directory)) != NULL;) {
        bool is_hidden = entry->d_name[0] == '.' && *start != '.';
        if (is_hidden || strncmp(entry->d_name, start, strlen(start)) != 0 ||
            strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            (exact && strcmp(entry->d_name, start) == 0))
            continue;
        const char *path = shown(arena, arena_printf(arena, "%s%s", folder, entry->d_name));
        if (path)
            paths[count++] = path;
    }
    if (directory)
        closedir(directory);
    qsort(paths + exact, (size_t)(count - exact), sizeof *paths, compare_paths);
    return count;
}

const char *typed_path_completed(Arena *arena, const char *const *paths, int count)
{
    size_t length = count ? strlen(paths[0]) : 0;
    for (int i = 1; i < count; ++i)
        for (size_t at = 0; at < length; ++at)
            if (paths[i][at] != paths[0][at])
                length = at;
    return arena_text(arena, count ? paths[0] : "", length);
}
