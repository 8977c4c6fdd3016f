/* What a compiler for the host gets of a .cu file: the bodies of kernels and of functions for the
 * device alone are left out, since they are the emulator's to read and full of names that the host
 * does not know. A lambda for the device keeps its body and is marked with its place, which the
 * names of kernels that are given it then tell. Lines stay, and columns but behind such a mark. */
#pragma once

#include "base/source.h"

/* The template whose arguments are the file and the byte at which a lambda's [ stands. */
#define CUT_PLACE "tilestep_place"

/* The text of a file without them, in the arena; NULL: there are none. */
const char *cut_device_bodies(Arena *arena, const SourceSet *sources, uint32_t file);
