/* Where the files that tilestep brings along lie: kernels/, assets/, lessons/. */
#pragma once

#include "base/arena.h"

/* Path of a shipped file such as "kernels/02_tiled.cu", in the arena; NULL if no file of that name
 * can be read. It is looked for in these folders, in this order: the one named by the environment
 * variable TILESTEP_DATA, that of the executable and ../share/tilestep beside it, the installed
 * data folder, the source tree that tilestep was built from, the folder that it was built in. */
const char *asset_find(Arena *arena, const char *name);
