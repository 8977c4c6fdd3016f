/* Residents: which names of a kernel live in which memory. */
#pragma once

#include "vm/launch.h"

typedef enum Residence {
    RESIDENCE_REGISTER,
    RESIDENCE_LOCAL, /* arrays of a thread, and what a pointer leads to */
    RESIDENCE_SHARED,
    RESIDENCE_CONSTANT,
    RESIDENCE_GLOBAL,
    RESIDENCES
} Residence;

/* The names in their order, "Mds, Nds", each once; helpers' own variables are left out. "" if there
 * are none. In the arena. */
const char *residents_names(Arena *arena, const Program *program, const Launch *launch,
                            Residence residence);

/* Bytes that they take: of a thread (LOCAL), of a block (SHARED), of the launch (CONSTANT, GLOBAL);
 * 0 for registers, which the compiler counts. */
uint64_t residents_bytes(const Program *program, const Launch *launch, Residence residence);
