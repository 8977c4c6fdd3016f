/* A program is kept under the contents of all files that it was compiled from. Which these are, the
 * compiler tells when it compiles; the list is kept under what was asked of it. */
#include "base/cache.h"
#include "base/file.h"
#include "exec/build.h"
#include "exec/layout/layouts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PROGRAM_LIMIT_BYTES = 1 << 28 };

/* What tells this file from another one of its name, for files too large to be read each time. */
static void add_stamp(CacheKey *key, const char *path)
{
    struct stat info = {0};
    uint64_t stamp[3] = {0};
    if (path && stat(path, &info) == 0) {
        stamp[0] = (uint64_t)info.st_size;
        stamp[1] = (uint64_t)info.st_mtim.tv_sec;
        stamp[2] = (uint64_t)info.st_mtim.tv_nsec;
    }
    cache_key_add(key, stamp, sizeof stamp);
}

CacheKey cached_request(const ExecOptions *options, const char *compiler, const char *runtime)
{
    CacheKey key = cache_key_start();
    cache_key_add_text(&key, "exec");
    add_stamp(&key, compiler);
    add_stamp(&key, runtime);
    for (int i = 0; i < options->flag_count; ++i)
        cache_key_add_text(&key, options->flags[i]);
    for (int i = 0; i < options->file_count; ++i) {
        char *real = realpath(options->files[i], NULL);
        cache_key_add_text(&key, real ? real : options->files[i]);
        cache_key_add_text(&key, options->files[i]); /* which the program can print */
        free(real);
    }
    return key;
}

/* The key of the program that these files make, a path a line; false if one cannot be read. */
static bool add_contents(Arena *arena, const char *files, CacheKey *key)
{
    const Phrase *reason;
    while (*files) {
        size_t length = strcspn(files, "\n"), size;
        const char *path = arena_text(arena, files, length);
        char *text;
        if (!file_read(arena, path, PROGRAM_LIMIT_BYTES, &text, &size, &reason))
            return false;
        cache_key_add_text(key, path);
        cache_key_add(key, text, size);
        files += length + (files[length] == '\n');
    }
    return true;
}

/* The key of a program's layouts. */
static CacheKey layouts_key(CacheKey contents)
{
    cache_key_add_text(&contents, "layouts");
    return contents;
}

bool cached_read(Arena *arena, CacheKey request, const char *folder, const char *program)
{
    size_t size;
    const Phrase *reason;
    const char *files = cache_read(arena, request, &size);
    if (!files || !size || files[size - 1] || !add_contents(arena, files, &request))
        return false;
    const void *layouts = cache_read(arena, layouts_key(request), &size);
    if (!layouts ||
        !file_write(arena, arena_printf(arena, "%s/layouts", folder), layouts, size, &reason))
        return false;
    const void *bytes = cache_read(arena, request, &size);
    return bytes && file_write(arena, program, bytes, size, &reason) && chmod(program, 0700) == 0;
}

/* Adds the files that a list of the compiler's, which is a rule for make, names behind its
 * colon. */
static const char *add_files(Arena *arena, const char *list, const char *files)
{
    const char *at = strstr(list, ": ");
    for (at = at ? at + 2 : ""; *at;) {
        char *path = arena_alloc(arena, strlen(at) + 1), *out = path;
        at += strspn(at, " \n\t");
        while (*at && !strchr(" \n\t", *at)) {
            if (at[0] == '\\' && at[1] == '\n') {
                at += 2;
                break;
            }
            at += at[0] == '\\' && strchr(" #\\", at[1]) && at[1];
            *out++ = *at++;
        }
        *out = '\0';
        if (out > path)
            files = arena_printf(arena, "%s%s\n", files, path);
    }
    return files;
}

void cached_write(Arena *arena, CacheKey request, const ExecOptions *options, const char *folder,
                  const char *program)
{
    const char *files = "";
    const Phrase *reason;
    size_t size;
    char *bytes;
    for (int i = 0; i < options->file_count; ++i) {
        const char *list = arena_printf(arena, "%s/%d.d", folder, i);
        if (file_read(arena, list, PROGRAM_LIMIT_BYTES, &bytes, &size, &reason))
            files = add_files(arena, bytes, files);
        else
            files = arena_printf(arena, "%s%s\n", files, options->files[i]);
    }
    CacheKey contents = request;
    if (!add_contents(arena, files, &contents) ||
        !file_read(arena, program, PROGRAM_LIMIT_BYTES, &bytes, &size, &reason))
        return;
    cache_write(arena, contents, bytes, size);
    if (file_read(arena, arena_printf(arena, "%s/layouts", folder), LAYOUTS_LIMIT_BYTES, &bytes,
                  &size, &reason))
        cache_write(arena, layouts_key(contents), bytes, size);
    cache_write(arena, request, files, strlen(files) + 1);
}
