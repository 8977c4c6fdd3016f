/* The first line of the file tells what it is; a file that begins otherwise is not ours to write
 * over. */
#include "session/lessons/kept.h"

#include "base/file.h"
#include "base/state_folder.h"
#include "session/lessons/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { KEPT_BYTES_MOST = 1 << 18 };
static const char HEAD[] = "tilestep lessons 1\n";

static const char *kept_path(Arena *arena, const Phrase **problem)
{
    const char *folder = state_folder(arena);
    *problem = folder ? NULL : PHRASE_LITERAL("HOME is not set");
    return folder ? arena_printf(arena, "%s/lessons", folder) : NULL;
}

/* Where nothing can be locked, as on some network drives, two windows may lose a mark. */
static int lock(Arena *arena, const char *path)
{
    int file = open(arena_printf(arena, "%s.lock", path), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file >= 0)
        flock(file, LOCK_EX);
    return file;
}

static void unlock(int file)
{
    if (file >= 0)
        close(file);
}

static bool read_path(Arena *arena, const char *path, LessonProgress *progress,
                      const Phrase **problem)
{
    char *text;
    size_t length;
    const Phrase *reason;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    if (!file_read(arena, path, KEPT_BYTES_MOST, &text, &length, &reason)) {
        *problem = phrase_new(arena, "%s: %p", path, (const void *)reason);
        return false;
    }
    if (strncmp(text, HEAD, strlen(HEAD)) != 0) {
        *problem = phrase_new(arena, "%s is no progress of lessons and is left as it is", path);
        return false;
    }
    progress_read(progress, text + strlen(HEAD));
    return true;
}

static bool write_path(Arena *arena, const char *path, const LessonProgress *progress,
                       const Phrase **problem)
{
    const char *text = arena_printf(arena, "%s%s", HEAD, progress_write(progress, arena));
    const Phrase *reason;
    bool is_good = file_write(arena, path, text, strlen(text), &reason);
    if (!is_good)
        *problem = phrase_new(arena, "%s: %p", path, (const void *)reason);
    return is_good;
}

bool kept_read(Arena *arena, LessonProgress *progress, const Phrase **problem)
{
    const char *path = kept_path(arena, problem);
    return !path || read_path(arena, path, progress, problem);
}

static void add_all(LessonProgress *to, const void *context)
{
    progress_add(to, context);
}

/* Reads what is kept, lets change have its way with it, and writes it back, while no other window
 * does so; *all gets what is kept then. */
typedef void Change(LessonProgress *all, const void *context);
static bool change_kept(Arena *arena, Change *change, const void *context, LessonProgress *all,
                        const Phrase **problem)
{
    const char *path = kept_path(arena, problem);
    if (!path)
        return false;
    int file = lock(arena, path);
    bool is_good = read_path(arena, path, all, problem);
    if (is_good) {
        change(all, context);
        is_good = write_path(arena, path, all, problem);
    }
    unlock(file);
    return is_good;
}

bool kept_write(Arena *arena, LessonProgress *progress, const Phrase **problem)
{
    LessonProgress *all = ARENA_NEW(arena, LessonProgress);
    progress->is_new = false;
    if (!change_kept(arena, add_all, progress, all, problem))
        return false;
    *progress = *all;
    progress->is_new = false;
    return true;
}

static void drop(LessonProgress *progress, const void *context)
{
    const char *lesson = context;
    int left = 0;
    for (int i = 0; i < progress->count; ++i)
        if (lesson && strcmp(progress->marks[i].lesson, lesson) != 0)
            progress->marks[left++] = progress->marks[i];
    progress->count = left;
}

bool kept_forget(Arena *arena, const char *lesson, const Phrase **problem)
{
    return change_kept(arena, drop, lesson, ARENA_NEW(arena, LessonProgress), problem);
}
