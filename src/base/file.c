/* A file is written under another name beside its place, brought to the disk and then renamed; what
 * exists there and is no regular file (a pipe, /dev/null) is written straight. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(Arena *arena, const Phrase **reason, int error)
{
    *reason = phrase_of_errno(arena, error);
    return false;
}

static bool read_all(Arena *arena, FILE *in, size_t size, char **text, size_t *length)
{
    *text = arena_alloc(arena, size + 1);
    *length = fread(*text, 1, size, in);
    return !ferror(in);
}

bool file_read(Arena *arena, const char *path, size_t limit_bytes, char **text, size_t *length,
               const Phrase **reason)
{
    struct stat info;
    *reason = NULL;
    if (stat(path, &info) != 0)
        return fail(arena, reason, errno);
    if (S_ISDIR(info.st_mode))
        *reason = PHRASE_LITERAL("it is a directory");
    else if (!S_ISREG(info.st_mode))
        *reason = PHRASE_LITERAL("it is not a regular file");
    else if ((size_t)info.st_size > limit_bytes)
        *reason = phrase_new(arena, "it has %lld bytes, more than the %zu that are read",
                             (long long)info.st_size, limit_bytes);
    if (*reason)
        return false;
    FILE *in = fopen(path, "rb");
    if (!in)
        return fail(arena, reason, errno);
    bool good = read_all(arena, in, (size_t)info.st_size, text, length);
    fclose(in);
    *reason = good ? NULL : PHRASE_LITERAL("reading it failed");
    return good;
}

static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* Some file systems cannot be told to (for folders, some say that they are no files); then what
 * they do has to be enough. */
static bool sync_open(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ||
           errno == EROFS || errno == EBADF;
}

static bool sync_path(const char *path, int flags)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | flags);
    bool good = file < 0 ? errno == EACCES : sync_open(file); /* a folder to write into only */
    int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return good;
}

bool file_sync(Arena *arena, const char *path)
{
    return sync_path(path, 0) && sync_path(file_folder(arena, path), O_DIRECTORY);
}

bool file_is_same(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool file_claim(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0)
        close(file);
    return file >= 0;
}

bool file_write_new(Arena *arena, const char *path, const void *bytes, size_t length,
                    const Phrase **reason)
{
    if (!file_claim(path)) {
        int error = errno;
        fail(arena, reason, error);
        errno = error;
        return false;
    }
    bool good = file_write(arena, path, bytes, length, reason);
    if (!good)
        remove(path);
    return good;
}

bool file_write(Arena *arena, const char *path, const void *bytes, size_t length,
                const Phrase **reason)
{
    bool special = is_special(path);
    char *temporary = arena_printf(arena, "%s.%ld.part", path, (long)getpid());
    FILE *out = fopen(special ? path : temporary, "wb");
    if (!out)
        return fail(arena, reason, errno);
    bool good = fwrite(bytes, 1, length, out) == length && fflush(out) == 0 &&
                (special || sync_open(fileno(out)));
    int error = errno;
    if (fclose(out) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && (special || (rename(temporary, path) == 0 &&
                             sync_path(file_folder(arena, path), O_DIRECTORY))))
        return true;
    if (good)
        error = errno;
    if (!special)
        remove(temporary);
    return fail(arena, reason, error);
}

const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *file_folder(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == path)
        return "/";
    return slash ? arena_text(arena, path, (size_t)(slash - path)) : ".";
}

const char *file_beside(Arena *arena, const char *path, const char *name)
{
    int length = (int)(file_name(path) - path); /* with the slash */
    return length ? arena_printf(arena, "%.*s%s", length, path, name) : name;
}

bool file_ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

const char *file_executable_folder(Arena *arena)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    return file_folder(arena, path);
}
