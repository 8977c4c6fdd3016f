/* How folders are shown. All texts are in the arena, or the ones given. */
#pragma once

#include "base/arena.h"

/* The folder in which tilestep was started, "." if it cannot be told. */
const char *working_folder(Arena *arena);
/* A folder for a line of text: the home folder (NULL: none) as ~, of a path longer than 64 bytes
 * its end. */
const char *folder_shown(Arena *arena, const char *folder, const char *home);
