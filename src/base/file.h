/* Whole files in and out: a failure is a reason, never an exit. Paths are as the operating system
 * takes them; links are followed. */
#pragma once

#include "base/phrase.h"

#include <stdbool.h>

enum { FILE_SOURCE_LIMIT_BYTES = 8 * 1024 * 1024 }; /* no source file is larger */

/* Reads a regular file of at most limit_bytes; a directory, pipe or device is refused. On success
 * *text is NUL terminated in the arena, *length its bytes (there may be NULs among them) and
 * *reason NULL; on failure false, and *reason, in the arena, says why. */
bool file_read(Arena *arena, const char *path, size_t limit_bytes, char **text, size_t *length,
               const Phrase **reason);

/* Writes the bytes to a temporary file beside path and renames it, replacing what was there, so
 * that a full disk or a crash never leaves half a file; when it returns true, the disk has them.
 * What exists and is no regular file, such as a pipe or a device, is written straight instead.
 * false and *reason, in the arena, on failure. */
bool file_write(Arena *arena, const char *path, const void *bytes, size_t length,
                const Phrase **reason);

/* The same for a file that is to be new: false with errno EEXIST where there is one, which is left
 * alone. Of several processes that do this at once, one is told true. */
bool file_write_new(Arena *arena, const char *path, const void *bytes, size_t length,
                    const Phrase **reason);

/* Are both there, and one file, whatever it is called? */
bool file_is_same(const char *a, const char *b);

/* Makes an empty file, which keeps the path for whoever made it; false with errno, EEXIST where
 * there is anything. */
bool file_claim(const char *path);

/* Waits until the disk has the file at path and its name; false with errno if it cannot. */
bool file_sync(Arena *arena, const char *path);

/* What stands behind the last slash of a path, or all of it: a pointer into path. */
const char *file_name(const char *path) __attribute__((returns_nonnull));

/* The folder that path stands in: "." where there is no slash, "/" at the root. In the arena. */
const char *file_folder(Arena *arena, const char *path);

/* The path of a name in the folder that path stands in; in the arena, or the name itself. */
const char *file_beside(Arena *arena, const char *path, const char *name);

/* The folder of the program that runs, in the arena; NULL if the system does not tell. */
const char *file_executable_folder(Arena *arena);

/* True if path ends so, as with ".cu", and something stands before the ending. */
bool file_ends_with(const char *path, const char *ending);
