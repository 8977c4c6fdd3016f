/* Which kernel, with which extents (launch.c). Private to load. */
#ifndef TILESTEP_LOAD_LAUNCH_H
#define TILESTEP_LOAD_LAUNCH_H

#include "load/state/loader.h"

/* Chooses the kernel and its launch in the host code; gives unknown sizes a default. */
void load_choose(Loader *loader);

/* Grid, block and dynamic shared memory. */
void load_extents_all(Loader *loader);

#endif
