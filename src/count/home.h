/* Homes: for every write of a register, the innermost control frame that holds all uses of the
 * value. Lanes outside the home never read that value there, so the write may overwrite them too,
 * as long as every lane that is still inside the home is active. */
#ifndef TILESTEP_COUNT_HOME_H
#define TILESTEP_COUNT_HOME_H

#include "program/program.h"

/* [code] frames around the home of what the instruction writes; 0 where it writes nothing. */
const uint16_t *home_find(Arena *arena, const Program *program);

#endif
