/* Watching by asking: one stat a file and second costs nothing, works on every file system, and
 * sees editors that replace the file as well as those that write into it. What was saved while a
 * run was being loaded shows in its text. */
#include "app/files/watch.h"

#include "base/file.h"
#include "base/hash.h"

#include <string.h>
#include <sys/stat.h>

static bool stamp_of(const char *path, FileStamp *stamp)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    *stamp = (FileStamp){(int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec,
                         status.st_size, status.st_ino};
    return true;
}

static bool stamps_are_equal(const FileStamp *a, const FileStamp *b)
{
    return a->changed_ns == b->changed_ns && a->size_bytes == b->size_bytes && a->node == b->node;
}

/* True if there is a stamp, and it is another. */
static bool renew(FileStamp *stamp, const char *path)
{
    FileStamp now;
    if (!stamp_of(path, &now) || stamps_are_equal(stamp, &now))
        return false;
    *stamp = now;
    return true;
}

/* Cells of a notebook are in its file. */
static const char *path_of(const Run *run, int file)
{
    const SourceFile *source = &run->sources->files[file];
    return file && !source->cell ? source->name : run->path;
}

static bool has_other_text(const Run *run, int number)
{
    Arena *arena = arena_new();
    const SourceFile *file = &run->sources->files[number];
    const char *path = path_of(run, number);
    const Phrase *reason;
    char *text;
    size_t length;
    bool differs = false;
    if (file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        differs = path == run->path
                      ? hash_bytes(HASH_START, text, length) != run->file_hash
                      : length != file->length || memcmp(text, file->text, length) != 0;
    arena_free(arena);
    return differs;
}

/* The first file, the kernel's or a header, that was saved while the run was loaded; -1 if none
 * was. */
static int saved_meanwhile(const Run *run)
{
    for (int i = 0; i < run->sources->count && i < WATCH_FILES; ++i)
        if (has_other_text(run, i))
            return i;
    return -1;
}

static bool renew_all(FileWatch *watch, const Run *run)
{
    bool has_changed = renew(&watch->stamps[0], run->path);
    for (int i = 1; i < run->sources->count && i < WATCH_FILES; ++i)
        has_changed |= renew(&watch->stamps[i], path_of(run, i));
    return has_changed;
}

bool watch_misses_file(const FileWatch *watch)
{
    return watch->looks_without >= 2;
}

bool watch_sees_change(FileWatch *watch, const Run *run, bool lacks_something)
{
    bool is_new = watch->run != run, was_replaced;
    if (run->options.source_count) {
        *watch = (FileWatch){.run = run};
        return false;
    }
    if (is_new)
        *watch = (FileWatch){.run = run, .taken = watch->taken};
    bool has_changed = renew_all(watch, run);
    FileStamp now;
    watch->looks_without = stamp_of(run->path, &now) ? 0 : watch->looks_without + 1;
    Arena *arena = arena_new();
    was_replaced = renew(&watch->folder, file_folder(arena, run->path));
    arena_free(arena);
    if (!is_new)
        return has_changed || (was_replaced && lacks_something);
    int saved = saved_meanwhile(run);
    if (saved < 0 || stamps_are_equal(&watch->taken, &watch->stamps[saved]))
        return false;
    watch->taken = watch->stamps[saved];
    return true;
}
