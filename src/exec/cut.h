/* What a compiler for the host gets of a .cu file: the bodies of kernels and of functions for the
 * device alone are left out, since they are the emulator's to read and full of names that the host
 * does not know. Lines and columns stay. */
#pragma once

#include "base/source.h"

/* The text of a file without them, of the same length, in the arena; NULL: there are none. */
const char *cut_device_bodies(Arena *arena, const SourceSet *sources, uint32_t file);
