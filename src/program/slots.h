/* Where the parts of a type lie in slots. In registers a scalar takes a slot or two, in uniforms one,
 * whatever its size; those of a struct follow each other. */
#ifndef TILESTEP_PROGRAM_SLOTS_H
#define TILESTEP_PROGRAM_SLOTS_H

#include "program/program.h"

uint32_t type_slots(const Type *type); /* registers that hold it */

/* Where a field of a struct that operand holds begins. */
Operand operand_part(Operand operand, const Type *type, int field);

#endif
