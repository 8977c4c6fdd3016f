/* Homes, found by liveness: for every write of a register, the frames whose waiting lanes want
 * nothing of it. Lanes that wait at the end of a frame (an else, the end of an if, a loop or a
 * scope) want what the register held if it is live there: if it may be read from there on before it
 * is written. Where they do not, a write by other lanes may overwrite theirs too; so the wide
 * engine rarely has to merge the old value of some lanes with the new one of others. */
#pragma once

#include "program/program.h"

/* [code_count], in the arena: how many of the frames around an instruction, from the outermost on,
 * have no waiting lanes that want what it overwrites; 0 where nothing is written. Lanes that wait
 * for the next iteration of the innermost of these frames, if that is a loop, may want it.
 * *is_used: [code_count] whether what it writes may be read at all. */
const uint16_t *home_find(Arena *arena, const Program *program, const bool **is_used);
