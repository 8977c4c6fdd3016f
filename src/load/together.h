/* A kernel whose blocks wait for each other at barriers of the whole grid: what its launch has to
 * be. Private to load. */
#pragma once

#include "load/state/loader.h"

/* An error if the host launches it otherwise than cooperatively, or with more blocks than an H200
 * has on it at once, as CUDA refuses both; a note of what is assumed where no host says it. */
void load_check_together(Loader *loader);
