/* A fragment: a .cu file that is no program of its own, since another file includes it. Private to
 * load. */
#ifndef TILESTEP_LOAD_FRAGMENT_H
#define TILESTEP_LOAD_FRAGMENT_H

#include "base/arena.h"

/* The path of a .cu, .cpp, .cc or .c file that includes the file of that name in quotes, in its own
 * folder or the one above; in the arena, NULL if there is none. Of several the first by name, those
 * of the own folder first. Files that cannot be read, and those beyond the first 400 of a folder,
 * are passed over. */
const char *fragment_includer(Arena *arena, const char *path);

#endif
