/* A path that is typed into the sheet that opens files: absolute, relative or from ~, and what
 * there is that begins so. */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

/* Whether it begins as a path does ("/", "~/", "./" or "../"), so that it is no word to narrow a
 * list by. */
bool typed_path_is(const char *text);

/* The path as the system takes it: HOME in place of ~. In the arena, or the text itself. */
const char *typed_path_whole(Arena *arena, const char *text);

/* What can be opened and begins as the text does, written as that is: a file of that very name,
 * then in alphabetical order folders, which end in "/", kernels and saved windows. At most most; in
 * the arena. */
int typed_path_list(Arena *arena, const char *text, const char **paths, int most);

/* What all of these have in common, with which the text goes on; in the arena. */
const char *typed_path_completed(Arena *arena, const char *const *paths, int count);
