/* Files keep their names relative to the one that names them, so it finds them in the page. */
#include "cli/page_own.h"

#include "base/file.h"
#include "lesson/packed.h"
#include "session/saved/along.h"

#include <string.h>

static PageFile *add_file(PageStart *start, Arena *arena, const char *name, const char *text)
{
    PageFile *files = (PageFile *)start->files;
    for (int i = 0; i < start->file_count; ++i)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    PageFile *file = ARENA_PUSH(arena, files, start->file_count, start->file_capacity);
    *file = (PageFile){.name = name, .text = text};
    start->files = files;
    return file;
}

/* A kernel as a file names it, from where it stands beside that file; one that is not there comes
 * with tilestep. */
static void take_kernel(PageStart *start, Arena *arena, const char *file, const char *name)
{
    const char *path = file_beside(arena, file, name);
    LoadOptions options = {.source_count = 0};
    Run *run = run_open(path, &options);
    if (run->file_hash && along_take(arena, run, &options))
        for (int i = 0; i < options.source_count; ++i)
            add_file(
                start, arena,
                i ? arena_printf(arena, "%s", file_beside(arena, name, options.sources[i].name))
                  : name,
                arena_printf(arena, "%s", options.sources[i].value));
    run_free(run);
}

bool page_takes(PageStart *start, Arena *arena, const char *path, const WordMeaning *meaning)
{
    const Phrase *reason;
    char *text;
    size_t length;
    if (!file_read(arena, path, YAML_BYTES_MOST, &text, &length, &reason)) {
        cli_error("'%s': %p", path, reason);
        return false;
    }
    PageFile *file = add_file(start, arena, file_name(path), text);
    file->packed = packed_write(arena, path, text, length, &file->packed_length);
    for (int i = 0; i < meaning->scenes->count; ++i)
        for (int k = 0; k < meaning->scenes->plans[i].run_count; ++k)
            take_kernel(start, arena, path, meaning->scenes->plans[i].runs[k].kernel);
    const Exercise *exercise = meaning->lesson ? meaning->lesson->exercise : NULL;
    if (exercise && exercise->skeleton)
        take_kernel(start, arena, path, exercise->skeleton);
    if (exercise && exercise->solution)
        take_kernel(start, arena, path, exercise->solution);
    start->open = arena_printf(arena, PAGE_FOLDER "%s", file_name(path));
    return true;
}
