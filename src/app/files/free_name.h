/* FreeName: a name for files that are to be written, which takes nothing away from what is there,
 * nor from what another window is about to write. */
#pragma once

#include "base/phrase.h"

/* The name, or NAME-2, NAME-3 and so on: the first that names nothing with any of the endings, the
 * last of which is NULL. It is taken: an empty file with the first ending is made, or a folder if
 * that is "". The name itself, or text in arena; NULL with *reason and errno if nothing can be
 * made there. */
const char *free_name(Arena *arena, const char *name, const char *const *endings,
                      const Phrase **reason);

/* Gives a name back that was not used after all: takes the file or folder at path away if it is
 * still empty. */
void free_name_drop(const char *path);
