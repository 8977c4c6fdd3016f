/* Whole files in and out: a failure is a reason, never an exit. */
#ifndef TILESTEP_BASE_FILE_H
#define TILESTEP_BASE_FILE_H

#include "base/phrase.h"

#include <stdbool.h>

enum { FILE_SOURCE_LIMIT_BYTES = 8 * 1024 * 1024 }; /* no source file is larger */

/* Reads a regular file of at most limit_bytes. On success *text is NUL terminated in the arena and
 * *length its size; on failure false, and *reason says why. */
bool file_read(Arena *arena, const char *path, size_t limit_bytes, char **text, size_t *length,
               const Phrase **reason);

/* Writes the bytes to a temporary file beside path and renames it, so that a full disk or a crash
 * never leaves half a file. false and *reason (from the arena) on failure. */
bool file_write(Arena *arena, const char *path, const void *bytes, size_t length,
                const Phrase **reason);

/* What stands behind the last slash of a path. */
const char *file_name(const char *path) __attribute__((returns_nonnull));

#endif
