/* What is read here is what the reader of this window has open; a run whose sources came along
 * passes them on. */
#include "session/saved/along.h"

#include "base/file.h"
#include "base/hash.h"

#include <string.h>

typedef struct Sources {
    NamedText *items;
    int count, capacity;
} Sources;

bool along_is_shipped(Arena *arena, const Run *run)
{
    return !run->options.source_count && picks_is_shipped(arena, run->path);
}

static char *read_text(Arena *arena, const char *path, size_t *length)
{
    const Phrase *reason;
    char *text;
    bool is_read = file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, length, &reason);
    return is_read && !memchr(text, '\0', *length) ? text : NULL;
}

/* A file that was included, unless it is one of those that every tilestep knows by heart. */
static void add_included(Arena *arena, const Run *run, const SourceFile *file, Sources *sources)
{
    const char *path = load_include_path(arena, &run->options, run->path, file->name);
    size_t length;
    char *text = file->is_included && !file->cell ? read_text(arena, path, &length) : NULL;
    bool is_it = text && (run->options.setting_count || /* which may have changed its constants */
                          (length == file->length && memcmp(text, file->text, length) == 0));
    if (is_it)
        *ARENA_PUSH(arena, sources->items, sources->count, sources->capacity) =
            (NamedText){file->name, text};
}

bool along_take(Arena *arena, const Run *run, LoadOptions *options)
{
    Sources sources = {0};
    size_t length;
    if (run->options.source_count)
        return true;
    const char *text = read_text(arena, run->path, &length);
    if (!text)
        return false;
    *ARENA_PUSH(arena, sources.items, sources.count, sources.capacity) =
        (NamedText){file_name(run->path), text};
    for (int i = 1; i < run->sources->count; ++i)
        add_included(arena, run, &run->sources->files[i], &sources);
    options->sources = sources.items;
    options->source_count = sources.count;
    options->include_folder_count = 0;
    return true;
}

static bool holds(Arena *arena, const char *path, const char *text)
{
    size_t length;
    const char *there = read_text(arena, path, &length);
    return there && strcmp(there, text) == 0;
}

const char *along_find(Arena *arena, const Picks *picks, const LoadOptions *options,
                       const char *name)
{
    const char *path = NULL;
    for (int i = 0; i < options->source_count && !path; ++i)
        if (strcmp(options->sources[i].name, name) == 0)
            path = picks_find_content(picks, arena, name, options->sources[i].value);
    bool is_whole = path;
    for (int i = 0; i < options->source_count && is_whole; ++i)
        is_whole = strcmp(options->sources[i].name, name) == 0 ||
                   holds(arena, file_beside(arena, path, options->sources[i].name),
                         options->sources[i].value);
    return is_whole ? path : NULL;
}
