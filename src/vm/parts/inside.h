/* Inside: which lanes of a warp are on its way with it, told for a place of the code. Lanes that
 * took the other branch, or have left a loop, wait outside: what is declared in there is not
 * theirs, and they do not come to its end. */
#pragma once

#include "program/frames.h"
#include "vm/machine.h"

/* Bit sets of lanes, of which no lane is in both. */
typedef struct Inside {
    uint32_t now;   /* in this branch and this iteration of all frames around both places */
    uint32_t later; /* others, which a further iteration of such a loop may bring there */
} Inside;

/* The lanes that stand in all frames that hold both the warp's next instruction and the one at pc;
 * if there is none, all that have not exited. frames: of the machine's program. */
Inside inside_with(const Machine *machine, const Frames *frames, uint32_t warp, uint32_t pc);
