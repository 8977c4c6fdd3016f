/* FreeName: a name for files that are to be written, which takes nothing away from what is
 * there. */
#ifndef TILESTEP_APP_FREE_NAME_H
#define TILESTEP_APP_FREE_NAME_H

#include "base/arena.h"

/* The name, or NAME-2, NAME-3 and so on: the first that names nothing with any of the endings, the
 * last of which is NULL. The first itself, or text in arena. It may be taken by the time that it is
 * used. */
const char *free_name(Arena *arena, const char *name, const char *const *endings);

#endif
