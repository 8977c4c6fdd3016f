/* Fragment order: accesses that take the elements of an nvcuda::wmma fragment, frag.x[i], for an
 * order of rows and columns. CUDA documents none (C++ Programming Guide, "Warp Matrix Functions":
 * how elements are mapped into a fragment is unspecified and may change with the architecture).
 * mma.sync, whose registers have a documented order, knows no fragments.
 *
 * An access is one if an element goes to global or shared memory, or comes from there, at an
 * address that is made of parts of the lane and of parts of the element's own index i: by /, %, &,
 * >> or a comparison with a constant, of each by itself, as in lane / 4 + 8 * (i / 2 % 2). An
 * address that only gives each lane and element a place of its own, lane * 8 + i, has no need of
 * these and is none; nor are sums over elements, comparisons of them, and shuffles. Where i is a
 * constant nothing is told. */
#pragma once

#include "program/program.h"

typedef struct FragmentUse {
    uint32_t pc;    /* the STORE or ATOMIC of the element, or the STORE into the fragment */
    uint16_t local; /* index into Program.locals: the fragment, or the array of which it is one */
} FragmentUse;

/* All of a program, in the arena; *count gets their number. One pc may be there several times. */
const FragmentUse *fragment_uses(Arena *arena, const Program *program, int *count);
