/* Homes: for every write of a register, the innermost control frame that holds all uses of the
 * value. Lanes outside the home never read that value there, so the write may overwrite them too,
 * as long as every lane that is still inside the home is active. So the wide engine rarely has to
 * merge the old value of some lanes with the new one of others. */
#ifndef TILESTEP_COUNT_HOME_H
#define TILESTEP_COUNT_HOME_H

#include "program/program.h"

/* [code_count], in the arena: how many frames stand around the home of what each instruction
 * writes; 0 where the home is the whole program, or nothing is written. */
const uint16_t *home_find(Arena *arena, const Program *program);

#endif
